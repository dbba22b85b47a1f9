// A card is shown large: after a long press, a right click or Z, or a click where a click picks nothing. Arrows lead to
// the other cards that are seen, so that no pointer is needed.

import { byId, el } from "../dom.js";

const PRESS = 500; // milliseconds
const SLACK = 10; // pixels that a finger may move meanwhile
const CARD = "[data-large]";

let say = (name) => name;
let pressing; // the timer of a press
let start = null; // where it began
let isOpening = false; // whether the click that ends the press is still to come

const box = () => byId("large");
const seen = () => [...document.querySelectorAll(CARD)].filter((card) => card.checkVisibility());

/** The attributes by which a card, or its name in the log, can be shown large. */
export const largeAs = (face, name, [width, height]) => ({ "data-large": face, "data-name": name, "--w": width, "--h": height });

function enlarge(card) {
  const all = seen();
  let at = all.indexOf(card);
  if (at < 0) at = all.findIndex((other) => other.dataset.large === card.dataset.large); // the table was drawn again
  if (at < 0) return;
  const draw = () => {
    const shown = all[at];
    const [width, height] = ["--w", "--h"].map((name) => shown.style.getPropertyValue(name));
    box().setAttribute("aria-label", shown.dataset.name);
    box().replaceChildren(
      el("button", { class: "close", "aria-label": say("close"), onclick: shrink }, "×"),
      el("img", { src: shown.dataset.large, alt: "", "--w": width, "--h": height }),
      el("p", { role: "status" }, shown.dataset.name));
  };
  draw();
  if (!box().open) box().showModal();
  box().onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    event.stopPropagation(); // the keys of the table are not meant
    if (event.key.toLowerCase() === "z") shrink();
    if (!step) return;
    event.preventDefault();
    at = (at + step + all.length) % all.length;
    draw();
    box().querySelector("button").focus();
  };
}

/** Put a card that is shown large back. */
export function shrink() {
  if (box().open) box().close();
}

function endPress() {
  clearTimeout(pressing);
  start = null;
}

/** Let cards be shown large; words: gives a word of the page. */
export function prepareEnlarging(words) {
  say = words;
  box().addEventListener("click", shrink);
}

addEventListener("pointerdown", (event) => {
  isOpening = false;
  endPress();
  const card = event.target.closest?.(CARD);
  if (!card || event.pointerType === "mouse") return;
  start = [event.clientX, event.clientY];
  pressing = setTimeout(() => {
    isOpening = true;
    enlarge(card);
  }, PRESS);
});
addEventListener("pointermove", (event) => {
  if (start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > SLACK) endPress();
});
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, endPress);
addEventListener("contextmenu", (event) => {
  const card = event.target.closest?.(CARD);
  if (!card) return;
  event.preventDefault();
  if (!start) return void enlarge(card); // a right click; a finger has its own time
  endPress();
  isOpening = true;
  enlarge(card);
});
addEventListener("click", (event) => {
  if (isOpening) { // the finger is lifted from the card: nothing is picked, and nothing closes
    isOpening = false;
    event.preventDefault();
    return void event.stopPropagation();
  }
  const card = event.target.closest?.(CARD);
  if (card && !card.matches(".choice, .refused")) enlarge(card);
}, { capture: true });
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "z" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const card = document.querySelector(`${CARD}:hover`) || document.activeElement.closest(CARD) || document.querySelector(`#own ${CARD}`) || seen()[0];
  if (card) enlarge(card);
});
