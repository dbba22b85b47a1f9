// What people call themselves: in the form for a new game, and at their seat.

import { byId, el } from "../dom.js";

const MOST = 24; // letters, as at the host

/** The field for the name of a seat; usual: what the seat is called without one. */
const field = (name, value, usual, label) =>
  el("input", { name, value, placeholder: usual, maxlength: MOST, "aria-label": label, autocomplete: "off" });

/** The fields for the names of seats, which keep what was typed while the form is drawn again. */
export class NameFields {
  /** @param {URLSearchParams} wishes The wishes of the page's address: name1, name2, … */
  constructor(wishes, usual, say) {
    this.typed = usual.map((_, seat) => wishes.get(`name${seat + 1}`) || "");
    this.usual = usual;
    this.say = say;
  }

  draw(seat) {
    const input = field(`name${seat}`, this.typed[seat], this.usual[seat], `${this.say("name")}: ${this.usual[seat]}`);
    input.addEventListener("input", () => { this.typed[seat] = input.value; });
    return input;
  }

  /** The names by seat, without empty ones. */
  bySeat() {
    return Object.fromEntries(this.typed.flatMap((name, seat) => (name.trim() ? [[seat, name]] : [])));
  }
}

/** Wishes for a new game with the names of this one. */
export function nameWishes(players, usual) {
  const own = players.flatMap(({ name, bot }, seat) => (bot || name === usual[seat] ? [] : [[`name${seat + 1}`, name]]));
  return Object.fromEntries(own);
}

/** Ask a player for a name, and call back with it. */
export function askName(name, usual, say, answered) {
  const box = byId("naming");
  const input = field("name", name === usual ? "" : name, usual, say("name"));
  const send = (event) => {
    event.preventDefault();
    box.close();
    answered(input.value);
  };
  box.replaceChildren(el("form", { onsubmit: send },
    el("label", {}, el("span", {}, say("name")), input),
    el("div", { class: "answers" },
      el("button", { type: "button", onclick: () => box.close() }, say("back")), el("button", { class: "answer" }, say("save")))));
  box.setAttribute("aria-label", say("name"));
  box.showModal();
  input.focus();
}
