// One side of a card: its picture, and what is drawn over it.

import { el } from "./dom.js";
import { state } from "./state.js";

const inMm = (length) => `${Math.round(length * 10) / 10}`;

/** What a box is, where and how large in mm, and where it is written. */
export const boxTitle = ({ name, box: [x, y, width, height], place }) => `${name}: ${inMm(x)}, ${inMm(y)}; ${inMm(width)} × ${inMm(height)} mm — ${place.file}:${place.line}`;

/** Lines over a picture, in mm from the trim's top left. */
export function overlay(deck, boxes, { bleed, trim, safe, elements, onbox }) {
  const [width, height] = deck.size;
  const out = bleed ? deck.bleed : 0;
  const over = el("svg", { class: "over", viewBox: `${-out} ${-out} ${width + 2 * out} ${height + 2 * out}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  if (elements) {
    for (const box of boxes) {
      const [x, y, w, h] = box.box;
      const line = el("rect", { class: "box", x, y, width: Math.max(w, 0), height: Math.max(h, 0) }, el("title", {}, boxTitle(box)));
      if (onbox) onbox(line, box);
      over.append(line);
    }
  }
  if (safe) over.append(el("path", { class: "safe", d: deck.safe_outline }));
  if (trim) over.append(el("path", { class: "trim", d: deck.outline }));
  return over;
}

/** A side that is shown: a picture that can be replaced. */
export class Side {
  constructor(deck, name) {
    this.deck = deck;
    this.digest = "";
    this.generation = -1;
    this.boxes = [];
    this.faults = [];
    this.image = el("img", { alt: name, draggable: "false" });
    this.holder = el("div", { class: "side" }, this.image);
    this.measure(deck);
  }

  measure(deck) {
    this.deck = deck;
    const out = state.bleed ? deck.bleed : 0;
    this.holder.style.setProperty("--w", deck.size[0] + 2 * out);
    this.holder.style.setProperty("--h", deck.size[1] + 2 * out);
    this.holder.style.setProperty("--corner", state.bleed || deck.shape !== "card" ? 0 : deck.corner);
    this.holder.classList.toggle("bled", state.bleed);
    this.holder.toggleAttribute("data-cut", !state.bleed);
    this.holder.classList.toggle("shaped", deck.shape !== "card" && !state.bleed);
  }

  /** Show a face as it was told; whether the picture is another one than before. What is older than what is shown is passed over. */
  show(face, generation) {
    if (generation < this.generation) return false;
    this.generation = generation;
    this.boxes = face.boxes;
    this.faults = face.faults;
    this.holder.classList.toggle("stale", face.is_stale);
    const isOther = face.svg !== null && face.digest !== this.digest;
    const isFirst = !this.digest;
    if (isOther) {
      const url = URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" }));
      const before = this.url;
      this.url = url;
      this.image.src = url;
      this.image.decode().catch(() => {}).then(() => {
        if (before) URL.revokeObjectURL(before);
        document.dispatchEvent(new CustomEvent("shown"));
      });
      this.digest = face.digest;
    }
    this.draw();
    return isOther && !isFirst;
  }

  /** Draw what is to be seen over the picture. */
  draw(options = {}) {
    this.over?.remove();
    const wanted = { bleed: state.bleed, trim: state.bleed, safe: state.safe, elements: state.boxes, ...options };
    if (wanted.trim || wanted.safe || wanted.elements) {
      this.over = overlay(this.deck, this.boxes, wanted);
      this.holder.append(this.over);
    }
  }

  /** Where a pointer is, in mm from the trim's top left, as templates say places. */
  at({ clientX, clientY }) {
    const seen = this.holder.getBoundingClientRect();
    const out = state.bleed ? this.deck.bleed : 0;
    const [x, y] = [[clientX - seen.left, seen.width, this.deck.size[0]], [clientY - seen.top, seen.height, this.deck.size[1]]]
      .map(([from, all, size]) => (from / all * (size + 2 * out) - out).toFixed(1));
    return `${x}, ${y} mm`;
  }

  drop() {
    if (this.url) URL.revokeObjectURL(this.url);
  }
}
