// Decisions are shown one after another: those of bots between two picks, and whole games that one watches.

import { el } from "../dom.js";

const PACE = 750; // milliseconds between two decisions
const LOOK = 1600; // milliseconds to look at the table where the rules pause

/** Whether the reader wants no motion; then bots pick at once. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits between decisions; a click or a key goes on at once. */
export class Pace {
  constructor() {
    this.hurry = () => {};
    this.isHurried = false;
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => { this.isHurried = true; this.hurry(); });
  }

  begin() {
    this.isHurried = false;
  }

  async wait(isPause = false) {
    if (this.isHurried) return;
    await new Promise((go) => {
      this.hurry = go;
      setTimeout(go, isPause ? LOOK : PACE);
    });
  }
}

/** The bar by which one goes through a game: to its start, back, play or pause, forward, to now. */
export class Replay {
  /**
   * @param {object} host say: a word of the page; show: shows the table when a decision was due, first where the rules
   *   paused on the way to it if that is asked for; open: is called when all cards are to be shown, or not any more.
   */
  constructor(host) {
    this.host = host;
    this.at = 0;
    this.last = 0;
    this.isPlaying = false;
    this.isOn = false;
    this.isOpen = false;
  }

  /** Go through a game with so many decisions, from its start or from its end; one that is on stays where it is. */
  begin(last, isFromStart) {
    if (!this.isOn) this.at = isFromStart ? 0 : last;
    this.isOn = true;
    this.last = last;
  }

  end() {
    this.stop();
    this.isOn = this.isOpen = false;
  }

  stop() {
    this.isPlaying = false;
  }

  async go(at, withPauses = false) {
    this.at = Math.max(0, Math.min(at, this.last));
    if (this.at === this.last) this.stop();
    await this.host.show(this.at, withPauses);
  }

  async toggle() {
    if (this.isPlaying) {
      this.stop();
      return this.go(this.at);
    }
    this.isPlaying = true;
    await this.go(this.at === this.last ? 0 : this.at);
    while (this.isPlaying) {
      await new Promise((go) => setTimeout(go, PACE));
      if (this.isPlaying) await this.go(this.at + 1, true);
    }
  }

  /** The elements of the bar. */
  draw() {
    const { say } = this.host;
    const button = (sign, name, act, disabled) => el("button", { "aria-label": say(name), title: say(name), onclick: act, disabled }, sign);
    const leap = (at, withPauses = false) => () => { this.stop(); return this.go(at, withPauses); };
    const [isFirst, isLast] = [this.at === 0, this.at === this.last];
    return [
      button("\u25c0\ufe0e\u25c0\ufe0e", "first", leap(0), isFirst),
      button("\u25c0\ufe0e", "earlier", leap(this.at - 1), isFirst),
      button(this.isPlaying ? "\u2016" : "\u25b6\ufe0e", this.isPlaying ? "pause" : "play", () => this.toggle()),
      button("\u25b6\ufe0e\u2009|", "later", leap(this.at + 1, true), isLast),
      button("\u25b6\ufe0e\u25b6\ufe0e", "last", leap(this.last), isLast),
      el("input", { type: "range", min: 0, max: this.last, value: this.at, "aria-label": say("replay"), onchange: (event) => leap(Number(event.target.value))() }),
      el("span", { class: "number" }, `${this.at} / ${this.last}`),
      el("label", {}, el("input", { type: "checkbox", checked: this.isOpen, onchange: (event) => { this.isOpen = event.target.checked; return this.host.open(); } }), say("allCards")),
    ];
  }
}
