// What people call themselves: in the form for a new game, and at their seat.

import { byId, el } from "../dom.js";

const MOST = 24; // letters, as at the host

/** The field for the name of a seat; hint: what stands in it while it is empty. */
const field = (name, value, hint, label) =>
  el("input", { name, value, placeholder: hint, maxlength: MOST, "aria-label": label, autocomplete: "off" });

/** The fields for the names of seats, which keep what was typed while the form is drawn again. */
export class NameFields {
  /**
   * @param {URLSearchParams} wishes The wishes of the page's address: name1, name2, …
   * @param {object} about What the page knows of the game: what seats are called, and the colon of the language.
   * @param {Function} say Gives a word of the page.
   */
  constructor(wishes, about, say) {
    const usual = about.seats;
    this.colon = about.colon;
    this.typed = usual.map((_, seat) => wishes.get(`name${seat + 1}`) || "");
    this.usual = usual;
    this.say = say;
  }

  draw(seat) {
    const input = field(`name${seat}`, this.typed[seat], this.say("name"), `${this.say("name")}${this.colon} ${this.usual[seat]}`);
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
