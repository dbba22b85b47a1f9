// What somebody is looking at, and how: kept for the next visit.

const KEY = "pnp-preview";
const kept = (() => {
  try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; }
})();

export const state = {
  view: "cards", game: "", language: "", beside: "", zoom: 2.5,
  backs: false, bleed: false, safe: false, boxes: false, vision: "",
  ...kept, decks: [], search: "",
};
const asked = new URLSearchParams(location.hash.slice(1));
for (const name of ["view", "game", "language", "beside", "vision"]) if (asked.has(name)) state[name] = asked.get(name);
for (const name of ["backs", "bleed", "safe", "boxes"]) if (asked.has(name)) state[name] = asked.get(name) === "1";
if (asked.has("zoom")) state.zoom = Number(asked.get("zoom")) || state.zoom;
// Another address in the same tab asks for another view; what keep() writes there does not come this way.
addEventListener("hashchange", () => location.reload());

/** What the server has told of the project. */
export const told = { games: [], faults: [], made: new Map(), generation: 0 };

/** Views that other scripts add: a function for each that shows it in the section of its name. */
export const views = new Map();

/** Functions that return a button for a fault, or null. */
export const faultButtons = [];

export function keep() {
  const { decks, search, ...rest } = state;
  try { localStorage.setItem(KEY, JSON.stringify(rest)); } catch { /* private windows have none */ }
  const view = new URLSearchParams({ view: state.view, game: state.game, language: state.language });
  if (state.beside) view.set("beside", state.beside);
  history.replaceState(null, "", `#${view}`);
}

/** Ask for a card to be shown large, which detail.js does. */
export const openCard = (deck, number) => dispatchEvent(new CustomEvent("opencard", { detail: { deck, number } }));

/** The press as whose print all is shown; "" for the colours of the screen. */
export const press = () => (state.vision.startsWith("press:") ? state.vision.slice(6) : "");

export const game = () => told.games.find((one) => one.name === state.game);

/** The languages that are shown: one, or two side by side. */
export const languages = () => [state.language, ...(state.beside && state.beside !== state.language ? [state.beside] : [])];

/** What a build would make in a language, as far as it is known. */
export const madeIn = (language) => told.made.get(`${state.game} ${language}`);

/** All faults that are known of the game, each once. */
export function allFaults() {
  const found = new Map();
  const all = [...told.faults, ...languages().flatMap((language) => madeIn(language)?.faults ?? [])];
  for (const fault of all) found.set(`${fault.code} ${fault.path} ${fault.message}`, fault);
  return [...found.values()];
}
