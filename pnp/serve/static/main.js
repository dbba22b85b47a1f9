// The preview: asks what there is, shows it, and shows it anew when a file was saved.

import { cardKey, findTile, layDecks, mark, rearrange, redraw, refreshFaces, search } from "./cards.js";
import { isDetailOpen, refreshDetail, step } from "./detail.js";
import { byId, el } from "./dom.js";
import { showAlarm, showFaults } from "./faults.js";
import { ask, listen, path } from "./net.js";
import { forget, showBooklet, showRules, showSheets } from "./papers.js";
import { game, keep, languages, press, state, told, views } from "./state.js";

const VIEWS = ["cards", "sheets", "booklet", "rules", "faults"];
const SWITCHES = { backs: "show-backs", bleed: "show-bleed", safe: "show-safe", boxes: "show-boxes" };
const AFTER = 250;
let savedAt = 0;
let looking;

// --- what there is

async function loadProject() {
  const answer = await ask("/api/project");
  if (!answer) return;
  told.games = answer.games;
  told.faults = answer.faults;
  if (!game()) state.game = (told.games.find((one) => one.name === document.body.dataset.game) ?? told.games[0])?.name ?? "";
  choices();
  showAlarm();
  showFaults();
}

function choices() {
  const found = game();
  byId("game").replaceChildren(...told.games.map((one) => el("option", { value: one.name, selected: one.name === state.game }, one.title)));
  const codes = found?.languages ?? [];
  if (!codes.includes(state.language)) state.language = codes[0] ?? "";
  if (!codes.includes(state.beside) || state.beside === state.language) state.beside = "";
  byId("language").replaceChildren(...codes.map((code) => el("option", { value: code, selected: code === state.language }, code)));
  byId("beside").replaceChildren(el("option", { value: "" }, "alone"), ...codes.filter((code) => code !== state.language).map((code) => el("option", { value: code, selected: code === state.beside }, `+ ${code}`)));
  byId("beside").hidden = codes.length < 2;
  document.title = found ? `${found.title} · pnp` : "pnp";
  keep();
}

/** Ask what a build would make, and what it would tell. */
async function look() {
  const asked = state.game;
  if (!asked || !state.language) return;
  await Promise.all(languages().map(async (language) => {
    const answer = await ask(`/api/made/${path(asked, language)}`);
    if (answer) told.made.set(`${asked} ${language}`, answer.made);
    if (asked !== state.game) return;
    showView();
    showFaults();
    mark();
  }));
  if (asked !== state.game) return;
  if (savedAt) {
    savedAt = 0;
    say("saved; no picture in sight is another one");
  } else say();
}

function lookSoon(after = AFTER) {
  clearTimeout(looking);
  looking = setTimeout(look, after);
}

// --- what is shown

function showView() {
  if (!VIEWS.includes(state.view) && !views.has(state.view)) state.view = "cards";
  for (const view of [...VIEWS, ...views.keys()]) {
    byId(view).hidden = view !== state.view;
    const button = document.querySelector(`[data-view=${view}]`);
    if (view === state.view) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  ({ sheets: showSheets, booklet: showBooklet, rules: showRules, faults: showFaults })[state.view]?.();
  views.get(state.view)?.(byId(state.view));
}

function goTo(view) {
  state.view = view;
  keep();
  showView();
  scrollTo(0, 0);
}

function looks() {
  document.documentElement.style.setProperty("--mm", `${state.zoom}px`);
  document.body.dataset.vision = state.vision;
  document.body.classList.toggle("boxed", state.boxes);
  byId("zoom").value = state.zoom;
  byId("vision").value = state.vision;
  for (const [name, id] of Object.entries(SWITCHES)) byId(id).checked = state[name];
  keep();
}

/** See with other eyes, or as a press prints; only the latter needs other pictures. */
function see(vision) {
  const before = press();
  state.vision = vision;
  looks();
  if (press() === before) return;
  refreshFaces();
  showView();
  if (isDetailOpen()) refreshDetail();
}

function toggle(name, value = !state[name]) {
  state[name] = value;
  looks();
  if (name === "backs" || name === "bleed") rearrange();
  redraw();
  if (isDetailOpen()) refreshDetail();
}

async function changeLanguages() {
  choices();
  forget();
  await layDecks();
  rearrange();
  showView();
  lookSoon(0);
}

async function changeGame() {
  state.decks = [];
  state.search = byId("search").value = "";
  forget();
  choices();
  scrollTo(0, 0);
  await layDecks();
  showView();
  showFaults();
  lookSoon(0);
}

function say(text = "", kind = "on") {
  byId("line").className = `dot ${kind}`;
  if (text) byId("status").textContent = text;
}

// --- saves

async function saved({ generation, paths }) {
  savedAt = performance.now();
  told.generation = generation;
  const names = paths.length > 2 ? `${paths.length} files` : paths.join(", ");
  say(`saved  ${names}`, "busy");
  const wait = new CustomEvent("saved", { cancelable: true });
  if (document.dispatchEvent(wait)) await catchUp();
}

/** Show anew what a saved file may have changed. A view over the page may ask for it later, by "catchup". */
async function catchUp() {
  refreshFaces();
  await loadProject();
  await layDecks();
  if (isDetailOpen()) refreshDetail();
  lookSoon();
}

document.addEventListener("shown", () => {
  if (savedAt) {
    document.body.dataset.shown = told.generation;
    say(`shown ${Math.round(performance.now() - savedAt)} ms after it was saved`);
    savedAt = 0;
  }
});
document.addEventListener("catchup", catchUp);
document.addEventListener("alarm", ({ detail }) => showAlarm([detail]));

// --- what somebody does

byId("game").addEventListener("change", (event) => { state.game = event.target.value; changeGame(); });
byId("language").addEventListener("change", (event) => { state.language = event.target.value; changeLanguages(); });
byId("beside").addEventListener("change", (event) => { state.beside = event.target.value; changeLanguages(); });
byId("search").addEventListener("input", (event) => { state.search = event.target.value; search(); refreshFaces(); });
byId("zoom").addEventListener("input", (event) => { state.zoom = Number(event.target.value); looks(); });
byId("vision").addEventListener("change", (event) => see(event.target.value));
for (const [name, id] of Object.entries(SWITCHES)) byId(id).addEventListener("change", (event) => toggle(name, event.target.checked));
document.querySelector(".views").addEventListener("click", ({ target }) => { const view = target.closest("[data-view]")?.dataset.view; if (view) goTo(view); });
byId("look-button").addEventListener("click", (event) => {
  byId("look").hidden = !byId("look").hidden;
  event.currentTarget.setAttribute("aria-expanded", String(!byId("look").hidden));
});
byId("help-button").addEventListener("click", () => byId("help").showModal());
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

function nextLanguage(name) {
  const codes = name === "beside" ? ["", ...(game()?.languages ?? []).filter((code) => code !== state.language)] : game()?.languages ?? [];
  state[name] = codes[(codes.indexOf(state[name]) + 1) % codes.length] ?? "";
  changeLanguages();
}

function nextVision() {
  const ways = [...byId("vision").options].map((option) => option.value);
  see(ways[(ways.indexOf(state.vision) + 1) % ways.length]);
  say(`seen with ${byId("vision").selectedOptions[0].textContent}`);
}

function zoom(by) {
  state.zoom = Math.min(8, Math.max(0.8, Math.round(state.zoom * by * 10) / 10));
  looks();
}

const KEYS = {
  "/": () => { goTo("cards"); byId("search").focus(); },
  "?": () => byId("help").showModal(),
  b: () => toggle("backs"), t: () => toggle("bleed"), s: () => toggle("safe"), e: () => toggle("boxes"),
  v: nextVision, l: () => nextLanguage("language"), L: () => nextLanguage("beside"),
  "+": () => zoom(1.15), "=": () => zoom(1.15), "-": () => zoom(1 / 1.15),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isWriting = event.composedPath()[0].matches?.("input:not([type=checkbox]), textarea, select, [contenteditable=true]");
  if (isWriting) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.target.closest?.("[data-typing]")) return;  // letters are the table's, or the list's
  let isDone = true;
  if (isDetailOpen()) {
    if (["ArrowLeft", "ArrowUp"].includes(event.key) && !event.target.closest(".told")) step(-1);
    else if (["ArrowRight", "ArrowDown"].includes(event.key) && !event.target.closest(".told")) step(1);
    else if (KEYS[event.key] && event.key !== "/") KEYS[event.key]();
    else isDone = false;
  } else if (document.querySelector("dialog[open]")) isDone = false;
  else if (VIEWS[Number(event.key) - 1]) goTo(VIEWS[Number(event.key) - 1]);
  else if (KEYS[event.key]) KEYS[event.key]();
  else isDone = state.view === "cards" && !event.target.closest("button") && cardKey(event);
  if (isDone) event.preventDefault();
});
byId("detail").addEventListener("close", () => {
  const open = byId("detail-title")?.textContent;
  document.querySelector(`.card[data-label="${CSS.escape(open ?? "")}"]`)?.focus();
});

// --- begin

async function begin() {
  await loadProject();
  looks();
  showView();
  await layDecks();
  const one = new URLSearchParams(location.search).get("card")?.match(/^(.*):(\d+)$/);
  if (one && findTile(one[1], Number(one[2]))) findTile(one[1], Number(one[2])).figure.click();
  say("every saved file is shown");
  document.body.dataset.ready = "1";
  lookSoon(0);
}

await begin();
listen({
  hello: ({ generation }) => {
    if (told.generation && generation !== told.generation) saved({ generation, paths: ["the project"] });
    told.generation = generation;
    say("every saved file is shown");
  },
  saved,
  lost: () => say("pnp serve has ended, or cannot be heard; this is what was shown last", "off"),
});
