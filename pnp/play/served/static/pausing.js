// Where the rules pause, the page stops until its reader goes on: a bar with the cards that were turned over, large, and
// with what has changed, in words.

import { byId, el } from "../dom.js";
import { largeAs } from "./enlarging.js";

const SOON = 350; // milliseconds in which the click or key that led here may come once more
const OWN_CLICK = "a, button, input, select, textarea, summary, dialog, [data-large], #side, #why";

let goOn = null; // ends the stop; null while there is none
let since = 0;

/** The cards that were turned over at the pause of a view, each with the player or pile it lies with. */
export function revealedCards(view) {
  return (view.revealed || []).flatMap(([name, owner, place]) => {
    const pile = view.piles.find((other) => other.name === name && other.owner === owner);
    const card = pile?.cards[place];
    return card ? [{ card, owner: owner === null ? pile.word : view.players[owner].name }] : [];
  });
}

/** What has come to be known between two views in the sentences of values. */
export function newSentences(before, now) {
  const old = new Map((before?.values || []).map(({ name, text }) => [name, text]));
  return before ? now.values.filter(({ name, text, numbers }) => text && !numbers && old.get(name) !== text).map(({ text, last }) => last || text) : [];
}

/**
 * Stop until a click, a tap or a key.
 *
 * @param {object} look The cards with their owners, lines in words, a function for the face and one for the size of a
 *   card, and one for the words of the page.
 */
export function stopToLook({ cards, lines, face, size, say }) {
  const box = byId("pausing");
  const button = el("button", { class: "answer", "aria-describedby": "pause-words", onclick: release }, say("onward"));
  const large = ({ card, owner }) => {
    const [width, height] = size(card);
    return el("figure", {},
      el("img", { src: face(card), alt: card.text, decoding: "sync", draggable: "false", ...largeAs(face(card), card.text, [width, height]) }),
      el("figcaption", {}, owner));
  };
  box.setAttribute("aria-label", say("pause"));
  box.replaceChildren(
    cards.length ? el("div", { class: "revealed", "--n": cards.length }, cards.map(large)) : "",
    el("div", { class: "going" }, el("div", { id: "pause-words" }, lines.map((line) => el("p", {}, line))), button));
  box.hidden = false;
  document.body.classList.add("pausing");
  document.body.style.setProperty("--bar", `${box.offsetHeight}px`);
  button.focus({ preventScroll: true });
  since = performance.now();
  return new Promise((go) => { goOn = go; });
}

/** Let the page go on, if it stands at a pause. */
export function release() {
  if (!goOn) return;
  byId("pausing").hidden = true;
  document.body.classList.remove("pausing");
  const go = goOn;
  goOn = null;
  go();
}

addEventListener("click", (event) => {
  if (goOn && performance.now() - since > SOON && !document.querySelector("dialog[open]") && !event.target.closest(OWN_CLICK)) release();
});
addEventListener("keydown", (event) => {
  if (!goOn || document.querySelector("dialog[open]")) return;
  if (event.repeat) return void event.preventDefault(); // a key that is still held from the pick
  if (["Enter", " ", "Escape"].includes(event.key) && !event.target.closest(OWN_CLICK)) {
    event.preventDefault();
    release();
  }
});
