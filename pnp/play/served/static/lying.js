// A pile and a view → how the pile lies on the table, and which of its cards are drawn. What can be picked is drawn:
// a pile of which only the top is seen is spread when other cards of it can be picked.

const MANY = 14;

/** The kind of a form, and what it says: a form is a word, or a kind with its measure. */
export function kindOf(form) {
  if (typeof form !== "object" || !form) return [form, null];
  return Object.entries(form)[0];
}

/** The id of a place of a grid among the choices. */
export const cellId = (cell) => `cell ${cell.join(" ")}`;

/** How the page calls the place of a card. */
export const placeId = ([name, owner, place]) => `at ${[name, owner, place].join(" ")}`;

/** The ids of all places that the options of a question name. */
export const askedPlaces = (question) =>
  new Set((question?.options || []).flatMap(({ parts }) => parts).filter(({ at }) => at).map(({ at }) => placeId(at)));

/** The places of cards in a pile that are turned over while the rules pause: they lie on top, and its form stays. */
const turnedOver = (pile, view) => (view.revealed || []).flatMap(([name, owner, place]) => (name === pile.name && owner === pile.owner && owner !== view.seat ? [place] : []));

/** How a pile lies, unless the game says so. */
function usualForm(pile, view) {
  if (!pile.count) return "stack";
  const seen = pile.cards.some((card, place) => card && !turnedOver(pile, view).includes(place));
  if (!seen) return "stack";
  if (pile.owner !== null && pile.owner === view.seat) return "row";
  return pile.count <= MANY ? "row" : "stack";
}

/**
 * How a pile lies: its form, and the places of the cards that are drawn, from below.
 *
 * @param {object} pile The pile.
 * @param {object} view The view.
 * @param {object} forms The forms of piles that the game gives.
 * @param {Set} asked The ids of the places that can be picked.
 */
export function lying(pile, view, forms, asked) {
  const form = forms[pile.name] || usualForm(pile, view);
  if (typeof form === "object") return { form, places: Array.from({ length: pile.count }, (_, place) => place) };
  if (form === "count" || form === "hidden") return { form, places: [] };
  const all = Array.from({ length: pile.count }, (_, place) => place);
  if (form !== "stack" && form !== "marker") return { form, places: all };
  const top = form === "stack" ? turnedOver(pile, view)[0] ?? pile.count - 1 : pile.count - 1;
  const places = all.filter((place) => place === top || asked.has(placeId([pile.name, pile.owner, place])));
  return { form: places.length > 1 ? "row" : form, places };
}

/** The place of a board that a part of an option may be: its name in the rules. */
export const placeOf = ({ name, text }) => name ?? text;

/** The ids of what is drawn and can be clicked: the places of cards, players, and free cells of a grid. */
export function drawnPlaces(view, forms, asked) {
  const cards = view.piles.flatMap((pile) => lying(pile, view, forms, asked).places.map((place) => placeId([pile.name, pile.owner, place])));
  const players = view.players.map((_, seat) => `seat ${seat}`);
  const parts = (view.question?.options ?? []).flatMap(({ parts: all }) => all);
  const hasGrid = view.piles.some((pile) => pile.at && forms[pile.name]?.grid);
  const cells = hasGrid ? parts.filter(({ cell }) => cell).map(({ cell }) => cellId(cell)) : [];
  const boards = view.values.filter(({ name, shown }) => shown && forms[name]?.board);
  const places = parts.filter((part) => boards.some(({ shown }) => placeOf(part) in shown)).map(({ text }) => `text ${text}`);
  return new Set([...cards, ...players, ...cells, ...places]);
}
