// A card large: in each language, with its back, its data, its faults, and where everything is written.

import { findTile } from "./cards.js";
import { byId, copyPlace, el, placeButton } from "./dom.js";
import { faultItem } from "./faults.js";
import { ask, path } from "./net.js";
import { boxTitle, Side } from "./side.js";
import { languages, press, state } from "./state.js";
import { verdictsOf } from "./verdicts.js";

const dialog = () => byId("detail");
let shown = null;

addEventListener("opencard", ({ detail: { deck, number } }) => openDetail(deck, number));

async function openDetail(deck, number) {
  shown = { deck, number, sides: new Map() };
  build();
  if (!dialog().open) {
    dialog().showModal();
    dialog().focus();
  }
  await refreshDetail();
}

/** Ask again for what is shown large. */
export async function refreshDetail() {
  if (!shown || !dialog().open) return;
  const { deck, number, sides } = shown;
  const tile = findTile(deck, number);
  if (!tile) {
    dialog().close();
    return;
  }
  const values = new Map();
  await Promise.all(languages().map(async (language) => {
    const wanted = [0, ...(tile.deck.told.has_back ? [1] : [])];
    await Promise.all(wanted.map(async (back) => {
      const side = sides.get(`${language} ${back}`);
      if (!side) return;
      const query = new URLSearchParams({ cards: number, back, cut: state.bleed ? 0 : 1, press: press(), have: side.digest ? `${number}:${side.digest}` : "" });
      const answer = await ask(`/api/faces/${path(state.game, language, deck)}?${query}`);
      if (answer?.faces[0]) {
        side.show(answer.faces[0], answer.generation);
        lines(side);
      }
    }));
    const answer = await ask(`/api/cards/${path(state.game, language, deck)}`);
    values.set(language, answer?.cards[number - 1]?.values ?? []);
  }));
  if (shown?.deck === deck && shown.number === number) tell(tile, values);
}

function lines(side) {
  side.draw({
    elements: true,
    onbox: (line, box) => {
      line.box = box;
      line.addEventListener("click", () => copyPlace(`${box.place.file}:${box.place.line}`));
      line.addEventListener("pointerenter", () => light(box, true));
      line.addEventListener("pointerleave", () => light(box, false));
    },
  });
}

/** Show which box an element of the list has, and which element a box is. */
function light(box, isLit) {
  for (const line of dialog().querySelectorAll(".over .box")) if (line.box?.place.line === box.place.line && line.box.name === box.name) line.classList.toggle("lit", isLit);
  for (const button of dialog().querySelectorAll(".elements button")) if (button.dataset.element === `${box.name} ${box.place.file}:${box.place.line}`) button.classList.toggle("lit", isLit);
}

function build() {
  const tile = findTile(shown.deck, shown.number);
  if (!tile) return;
  const { told } = tile.deck;
  const faces = languages().flatMap((language) => [0, ...(told.has_back ? [1] : [])].map((back) => {
    const side = new Side(told, `${tile.card.label}${back ? ", back" : ""}`);
    shown.sides.set(`${language} ${back}`, side);
    const called = [languages().length > 1 ? language : "", back ? "back" : languages().length > 1 || told.has_back ? "face" : ""].filter(Boolean).join(", ");
    const where = el("span", { class: "where" });
    side.holder.addEventListener("pointermove", (event) => { where.textContent = side.at(event); });
    side.holder.addEventListener("pointerleave", () => { where.textContent = ""; });
    return el("figure", {}, side.holder, el("figcaption", {}, el("span", {}, called), where));
  }));
  dialog().replaceChildren(
    el("header", {},
      el("h2", { id: "detail-title" }, tile.card.label),
      placeButton(tile.card.place),
      el("button", { "aria-label": "The card before", title: "The card before (←)", onclick: () => step(-1) }, "←"),
      el("button", { "aria-label": "The next card", title: "The next card (→)", onclick: () => step(1) }, "→"),
      el("button", { class: "close", onclick: () => dialog().close() }, "Close")),
    el("div", { class: "shown" }, faces),
    el("div", { class: "told", id: "told", tabindex: "0", "aria-label": "Data" }));
}

function tell(tile, values) {
  const { told } = tile.deck;
  const [first, second] = languages();
  const faults = tile.faults();
  const rows = (values.get(first) ?? []).map((value, index) => {
    const other = second ? values.get(second)?.[index]?.text ?? "" : "";
    return el("tr", {}, el("th", { scope: "row" }, value.name), el("td", {}, value.text), ...(second ? [el("td", {}, other)] : []), el("td", {}, placeButton(value.place, `:${value.place.line}`)));
  });
  const elements = new Map();
  for (const box of shown.sides.get(`${first} 0`)?.boxes ?? []) elements.set(`${box.name} ${box.place.file}:${box.place.line}`, box);
  const list = [...elements].map(([key, box]) => el("li", {}, el("button", {
    "data-element": key, title: boxTitle(box),
    onclick: () => copyPlace(`${box.place.file}:${box.place.line}`),
    onpointerenter: () => light(box, true), onpointerleave: () => light(box, false),
    onfocus: () => light(box, true), onblur: () => light(box, false),
  }, el("span", {}, box.name), el("span", {}, `:${box.place.line}`))));
  const written = [tile.card.place, told.place, told.template, told.back].filter(Boolean);
  const places = [...new Set(written.map((place) => `${place.file}:${place.line}`))];
  const parts = [
    ...(faults.length ? [el("h3", {}, "Faults"), el("ol", { class: "faults" }, faults.map(faultItem))] : []),
    el("h3", {}, "Data"),
    rows.length ? el("table", {}, ...(second ? [el("thead", {}, el("tr", {}, el("th"), el("th", { scope: "col" }, first), el("th", { scope: "col" }, second), el("th")))] : []), el("tbody", {}, rows)) : el("p", { class: "quiet" }, "This card has no data."),
    ...verdictsOf(tile.card),
    el("h3", {}, "Written in"),
    el("p", { class: "places" }, places.map((place) => placeButton(place))),
    ...(list.length ? [el("h3", {}, "Elements"), el("ul", { class: "elements" }, list)] : []),
  ];
  byId("told")?.replaceChildren(...parts);
}

export function step(by) {
  if (!shown) return;
  let number = shown.number + by;
  let tile = findTile(shown.deck, number);
  while (tile?.figure.hidden) tile = findTile(shown.deck, number += by);
  if (tile) openDetail(shown.deck, number);
}

export const isDetailOpen = () => Boolean(dialog().open);
