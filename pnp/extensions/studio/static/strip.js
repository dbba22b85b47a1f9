// The cards of a deck in a row below the workbench.

import { tilesOf } from "/static/cards.js";
import { el } from "/static/dom.js";
import { state } from "/static/state.js";
import { flagged } from "/static/verdicts.js";
import { thumb } from "./thumbs.js";

let strip = null;
let laid = "";
let left = 0;

/** The row of a deck, in which a card is marked; `open` opens another one. */
export function stripOf({ deck, number }, open) {
  const tiles = tilesOf(deck);
  const now = JSON.stringify([state.game, deck, state.language, tiles.map(({ card }) => [card.name, flagged(card)])]);
  if (now !== laid) {
    laid = now;
    left = 0;
    strip = el("nav", { class: "strip", "aria-label": "Cards of this deck", onscroll: () => { if (strip.isConnected) left = strip.scrollLeft; } },
      tiles.map(({ card }) => el("button", { "data-number": card.number, title: [card.name, ...flagged(card)].join("\n"), "aria-label": `${card.number} · ${card.name}`, onclick: (event) => open(Number(event.currentTarget.dataset.number)) }, thumb(deck, card.number))));
  }
  for (const button of strip.children) {
    const isHere = Number(button.dataset.number) === number;
    button.tabIndex = isHere ? 0 : -1;
    if (isHere) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  return strip;
}

/** Scroll to the marked card, once the row is on the page again. */
export function scrollStrip(isFocused) {
  strip.scrollLeft = left;
  const here = strip.querySelector("[aria-current]");
  here?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (isFocused) here?.focus({ preventScroll: true });
}
