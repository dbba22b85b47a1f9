// The wishes in the address of a page → a new game, at once or by a form.

import { el } from "../dom.js";
import { NameFields } from "./naming.js";

const PERSON = "person";

/** Who sits at each of so many seats, as the address wishes: "person" or a bot. */
function wishedSeats(about, wishes, count) {
  const people = (wishes.getAll("as").join(",") || "1").split(",").map((seat) => Number(seat) - 1);
  const bot = about.usual.find((name) => about.bots.includes(name)) || "random";
  const own = (seat) => about.bots.find((name) => name === wishes.get(`bot${seat + 1}`)) || bot;
  return Array.from({ length: count }, (_, seat) => (people.includes(seat) ? PERSON : own(seat)));
}

/** Wishes for a new game with the bots of this one: bot1, bot2, … */
export function botWishes(players) {
  return Object.fromEntries(players.flatMap(({ bot, kind }, seat) => (bot ? [[`bot${seat + 1}`, kind]] : [])));
}

/** The game that an address wishes to begin at once. */
export function wishedGame(about, wishes, say) {
  const seats = wishedSeats(about, wishes, Number(wishes.get("seats")));
  return { seats, seed: wishes.get("seed") || "", names: new NameFields(wishes, about, say).bySeat() };
}

/** The form for a new game. */
export function setUpForm(main, { about, wishes, say, begin, goOn, goOnLast }) {
  const wished = Number(wishes.get("seats"));
  let count = about.players.includes(wished) ? wished : about.players.includes(3) ? 3 : about.players[0];
  const who = wishedSeats(about, wishes, about.seats.length);
  let seed = "";
  const names = new NameFields(wishes, about, say);
  const submit = (event) => {
    event.preventDefault();
    begin({ seats: who.slice(0, count), seed, names: names.bySeat() });
  };
  const chooser = (seat) => el("select", { name: `seat${seat}`, onchange: (event) => {
    who[seat] = event.target.value;
    draw();
    main.querySelector(`[name=seat${seat}]`).focus();
  } }, [PERSON, ...about.bots].map((name) =>
    el("option", { value: name, selected: name === who[seat] }, name === PERSON ? say(PERSON) : say("bot", { name: about.bot_words[name] }))));
  const place = (seat) => el("div", { class: "seat" },
    el("label", {}, `${about.seats[seat]} `, chooser(seat)),
    who[seat] === PERSON ? names.draw(seat) : "");
  const draw = () => main.replaceChildren(el("form", { class: "set-up", onsubmit: submit },
    goOnLast ? el("button", { type: "button", class: "answer", onclick: goOnLast }, say("goOnLast")) : "",
    el("h2", {}, say("whoPlays")),
    el("label", {}, `${say("players")} `, el("select", { name: "count", onchange: (event) => { count = Number(event.target.value); draw(); } },
      about.players.map((number) => el("option", { value: number, selected: number === count }, number)))),
    ...Array.from({ length: count }, (_, seat) => place(seat)),
    el("label", {}, `${say("seed")} `, el("input", { name: "seed", value: seed, placeholder: say("any"), autocomplete: "off", oninput: (event) => { seed = event.target.value; } })),
    el("label", { class: "file" }, `${say("goOn")} `, el("input", { type: "file", accept: ".json", onchange: goOn })),
    el("button", { class: "answer deal" }, say("deal")),
  ));
  draw();
}
