// The decks on the table: pictures are asked for when they come into sight, and again when a file was saved.

import { byId, copyPlace, counted, el } from "./dom.js";
import { ask, path } from "./net.js";
import { Side } from "./side.js";
import { allFaults, game, languages, openCard, press, state } from "./state.js";
import { flagged } from "./verdicts.js";

const AT_ONCE = 16;
const PIECES = { cards: "card", tokens: "token" };
const decks = new Map();
let laid = "";

/** A card on the table. */
class Tile {
  constructor(deck, card) {
    this.deck = deck;
    this.sides = new Map();
    this.isDirty = true;
    this.holder = el("div", { class: "sides" });
    this.names = el("span", { class: "names" });
    this.copies = el("span");
    this.verdict = el("span", { class: "verdict" });
    this.figure = el("figure", { class: "card", tabindex: "0", role: "button", "data-number": card.number }, this.holder, el("figcaption", {}, this.names, this.verdict, this.copies));
    this.figure.addEventListener("click", () => openCard(this.deck.told.name, this.card.number));
    this.figure.tile = this;
    this.lay(card);
  }

  lay(card) {
    this.card = card;
    this.words = `${card.label} ${card.name} ${card.values.map((value) => value.text).join(" ")}`.toLowerCase();
    this.names.textContent = card.name;
    this.copies.textContent = card.copies === 1 ? "" : `× ${card.copies}`;
    this.verdict.textContent = [...new Set(card.verdicts.map(({ mark }) => mark))].join("");
    this.verdict.title = flagged(card).join("\n");
    this.figure.dataset.label = card.label;
  }

  /** The sides that are to be seen, by language and whether it is the back. */
  arrange() {
    const wanted = languages().flatMap((language) => [`${language} 0`, ...(state.backs && this.deck.told.has_back ? [`${language} 1`] : [])]);
    for (const [key, side] of this.sides) {
      if (!wanted.includes(key)) {
        side.drop();
        side.holder.remove();
        this.sides.delete(key);
      }
    }
    for (const key of wanted) {
      if (!this.sides.has(key)) {
        this.sides.set(key, new Side(this.deck.told, `${this.card.label}, ${key.replace(" 0", "").replace(" 1", ", back")}`));
        this.isDirty = true;
      }
      this.sides.get(key).measure(this.deck.told);
      this.holder.append(this.sides.get(key).holder);
    }
  }

  show(key, face, generation) {
    if (this.sides.get(key)?.show(face, generation)) {
      this.figure.classList.remove("changed");
      void this.figure.offsetWidth;
      this.figure.classList.add("changed");
    }
    this.mark();
  }

  /** All that is known to be wrong with it. */
  faults() {
    const found = new Map();
    const next = this.deck.tiles[this.card.number]?.card.place;
    const last = next && next.file === this.card.place.file && next.line > this.card.place.line ? next.line : this.card.place.line + 1;
    const isHere = (fault) => fault.cards.includes(this.card.label) || (fault.file === this.card.place.file && fault.line >= this.card.place.line && fault.line < last);
    for (const fault of [...[...this.sides.values()].flatMap((side) => side.faults), ...allFaults().filter(isHere)]) found.set(`${fault.code} ${fault.path} ${fault.message.split(", on ")[0]}`, fault);
    return [...found.values()];
  }

  mark() {
    const faults = this.faults();
    this.badge?.remove();
    if (faults.length) {
      const isMild = faults.every((fault) => fault.severity === "warning");
      this.badge = el("span", { class: `badge${isMild ? " mild" : ""}`, title: faults.map((fault) => fault.message).join("\n") }, String(faults.length));
      this.figure.append(this.badge);
    }
  }
}

/** A deck on the table. */
class Deck {
  constructor(told) {
    this.told = told;
    this.tiles = [];
    this.heading = el("h2");
    this.grid = el("div", { class: "grid" });
    this.section = el("section", { class: "deck", "aria-label": told.title }, this.heading, this.grid);
    this.seen = new Set();
    this.asking = new Map();
  }

  lay(told) {
    this.told = told;
    const size = told.size.map((length) => Math.round(length * 10) / 10).join(" × ");
    const different = told.different < told.count ? `, ${told.different} different` : "";
    this.heading.replaceChildren(
      told.title[0].toUpperCase() + told.title.slice(1),
      el("small", {}, `${counted(told.count, PIECES[told.kind] ?? "piece")}${different} · ${size} mm`),
      ...(told.is_broken ? [el("span", { class: "broken" }, "cannot be read: this is how it was")] : []),
    );
  }

  async load() {
    const answer = await ask(`/api/cards/${path(state.game, state.language, this.told.name)}`);
    if (!answer) return;
    for (const [index, card] of answer.cards.entries()) {
      if (this.tiles[index]) this.tiles[index].lay(card);
      else {
        const tile = new Tile(this, card);
        this.tiles.push(tile);
        sight.observe(tile.figure);
        this.grid.append(tile.figure);
      }
      this.tiles[index].arrange();
    }
    for (const tile of this.tiles.splice(answer.cards.length)) {
      sight.unobserve(tile.figure);
      this.seen.delete(tile);
      tile.figure.remove();
    }
    search();
  }

  /** Ask for the sides of the cards in sight that may be out of date. */
  refresh() {
    const wanted = [...this.seen].filter((tile) => tile.isDirty && !tile.figure.hidden).sort((a, b) => a.card.number - b.card.number);
    for (const tile of wanted) tile.isDirty = false;
    for (let start = 0; start < wanted.length; start += AT_ONCE) this.fetch(wanted.slice(start, start + AT_ONCE));
  }

  async fetch(tiles) {
    const keys = [...new Set(tiles.flatMap((tile) => [...tile.sides.keys()]))];
    await Promise.all(keys.map(async (key) => {
      const [language, back] = key.split(" ");
      const have = tiles.map((tile) => [tile.card.number, tile.sides.get(key)?.digest]).filter(([, digest]) => digest).map((pair) => pair.join(":"));
      const query = new URLSearchParams({ cards: tiles.map((tile) => tile.card.number), back, cut: state.bleed ? 0 : 1, have, press: press() });
      const answer = await ask(`/api/faces/${path(state.game, language, this.told.name)}?${query}`);
      for (const face of answer?.faces ?? []) this.tiles[face.number - 1]?.show(key, face, answer.generation);
      for (const fault of answer?.faults ?? []) document.dispatchEvent(new CustomEvent("alarm", { detail: fault }));
    }));
  }
}

const sight = new IntersectionObserver((entries) => {
  const touched = new Set();
  for (const { target, isIntersecting } of entries) {
    const { deck } = target.tile;
    if (isIntersecting) deck.seen.add(target.tile);
    else deck.seen.delete(target.tile);
    touched.add(deck);
  }
  for (const deck of touched) deck.refresh();
}, { rootMargin: "120px" });

/** Ask again for all that is in sight; what is not is asked for when it comes. */
export function refreshFaces() {
  for (const deck of decks.values()) {
    for (const tile of deck.tiles) tile.isDirty = true;
    deck.refresh();
  }
}

/** Lay the decks of the game on the table. */
export async function layDecks() {
  const found = game();
  const now = `${state.game}`;
  if (laid !== now) {
    for (const deck of decks.values()) deck.section.remove();
    decks.clear();
    laid = now;
  }
  const names = new Set(found?.decks.map((deck) => deck.name));
  for (const [name, deck] of decks) {
    if (!names.has(name)) {
      deck.section.remove();
      decks.delete(name);
    }
  }
  for (const deck of found?.decks ?? []) {
    if (!decks.has(deck.name)) decks.set(deck.name, new Deck(deck));
    decks.get(deck.name).lay(deck);
    byId("grids").append(decks.get(deck.name).section);
  }
  chips();
  await Promise.all([...decks.values()].map((deck) => deck.load()));
  for (const deck of decks.values()) deck.refresh();
}

/** Buttons that choose decks. */
function chips() {
  const shown = [...decks.values()];
  state.decks = state.decks.filter((name) => decks.has(name));
  byId("decks").replaceChildren(...(shown.length > 1 ? shown : []).map((deck) => el("button", {
    "aria-pressed": String(state.decks.includes(deck.told.name)),
    onclick: (event) => {
      const name = deck.told.name;
      state.decks = state.decks.includes(name) ? state.decks.filter((one) => one !== name) : [...state.decks, name];
      event.currentTarget.setAttribute("aria-pressed", String(state.decks.includes(name)));
      search();
    },
  }, deck.told.title)));
}

/** Show the cards that have the words, of the decks that are chosen. */
export function search() {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const deck of decks.values()) {
    const isChosen = !state.decks.length || state.decks.includes(deck.told.name);
    let here = 0;
    for (const tile of deck.tiles) {
      tile.figure.hidden = !words.every((word) => tile.words.includes(word));
      here += !tile.figure.hidden;
    }
    deck.section.hidden = !isChosen || (words.length > 0 && here === 0);
    found += isChosen ? here : 0;
  }
  byId("no-cards").hidden = found > 0 || !decks.size || !words.length;
}

/** Arrange all cards anew after another language, or another way of looking at them, was chosen. */
export function rearrange() {
  for (const deck of decks.values()) for (const tile of deck.tiles) tile.arrange();
  refreshFaces();
}

/** Draw the lines over the cards anew. */
export function redraw() {
  for (const deck of decks.values()) for (const tile of deck.tiles) for (const side of tile.sides.values()) side.draw();
}

/** Count the faults of each card anew. */
export function mark() {
  for (const deck of decks.values()) for (const tile of deck.tiles) tile.mark();
}

export const tilesOf = (deckName) => decks.get(deckName)?.tiles ?? [];

export const findTile = (deckName, number) => decks.get(deckName)?.tiles[number - 1];

/** The card with a label, for faults that name it. */
export function tileOf(label) {
  for (const deck of decks.values()) for (const tile of deck.tiles) if (tile.card.label === label) return tile;
  return undefined;
}

/** Keys while a card has the focus. */
export function cardKey(event) {
  const figure = document.activeElement?.closest?.(".card");
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!figure) {
    if (!(event.key in arrows) || state.view !== "cards") return false;
    const first = document.querySelector(".deck:not([hidden]) .card:not([hidden])");
    first?.focus();
    return Boolean(first);
  }
  if (event.key === "Enter" || event.key === " ") {
    openCard(figure.tile.deck.told.name, figure.tile.card.number);
    return true;
  }
  if (event.key === "c") {
    const { file, line } = figure.tile.card.place;
    copyPlace(`${file}:${line}`);
    return true;
  }
  if (!(event.key in arrows)) return false;
  const [across, down] = arrows[event.key];
  const all = [...document.querySelectorAll(".deck:not([hidden]) .card:not([hidden])")];
  let target = all[all.indexOf(figure) + across];
  if (down) {
    const here = figure.getBoundingClientRect();
    const rows = all.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => (down > 0 ? box.top > here.top + 4 : box.top < here.top - 4));
    const nearest = rows.reduce((best, { box }) => (down > 0 ? Math.min(best, box.top) : Math.max(best, box.top)), down > 0 ? Infinity : -Infinity);
    target = rows.filter(({ box }) => Math.abs(box.top - nearest) < 4).sort((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))[0]?.one;
  }
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
  return true;
}
