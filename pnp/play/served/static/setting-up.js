// The wishes in the address of a page → a new game, at once or from the first screen.

import { el } from "../dom.js";
import { NameFields } from "./naming.js";
import { botNames } from "./portraits.js";

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

/** A new game: who sits where, its seed, the names of all, and the minutes of each player's clock. */
function newGame(seats, seed, clock, typed, say) {
  const own = Object.fromEntries(Object.entries(typed).filter(([seat]) => seats[seat] === PERSON));
  return { seats, seed, clock: Math.round(Number(clock)) || 0, names: { ...own, ...botNames(say("botNames"), seats, own) } };
}

/** The game that an address wishes to begin at once. */
export function wishedGame(about, wishes, say) {
  return newGame(wishedSeats(about, wishes, Number(wishes.get("seats"))), wishes.get("seed") || "", wishes.get("clock"), new NameFields(wishes, about, say).bySeat(), say);
}

/** Who can play, how long, and from which age, as on the box. */
function facts(about, say) {
  const [least, most] = [about.players[0], about.players.at(-1)];
  const texts = [
    say("playersOf", { n: least === most ? least : `${least}–${most}` }),
    about.minutes && say("minutesOf", { n: about.minutes }),
    about.age && say("ageOf", { n: about.age }),
  ];
  return el("p", { class: "facts" }, texts.filter(Boolean).map((text) => el("span", {}, text)));
}

/** The first screen: the cover, what the game is, and Play; who plays each seat, the seed and a saved game under More. */
export function setUpForm(main, { about, wishes, say, cover, rules, lessons, begin, goOn, goOnLast }) {
  const wished = Number(wishes.get("seats"));
  let count = about.players.includes(wished) ? wished : about.players.includes(3) ? 3 : about.players[0];
  let isOpen = Boolean(wishes.get("form"));
  const who = wishedSeats(about, wishes, about.seats.length);
  let seed = "";
  let clock = wishes.get("clock") || "";
  const names = new NameFields(wishes, about, say);
  let isBeginning = false;
  const submit = async (event) => {
    event.preventDefault();
    isBeginning = true;
    draw();
    isBeginning = await begin(newGame(who.slice(0, count), seed, clock, names.bySeat(), say));
    if (!isBeginning) draw();
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
  const numbers = () => el("fieldset", { class: "numbers" }, el("legend", {}, say("players")), about.players.map((number) =>
    el("label", {}, el("input", { type: "radio", name: "count", value: number, checked: number === count, onchange: () => {
      count = number;
      draw();
      main.querySelector("[name=count]:checked").focus();
    } }), el("span", {}, number))));
  const more = () => el("details", { class: "more-wishes", open: isOpen, ontoggle: (event) => { isOpen = event.target.open; } },
    el("summary", {}, say("more")),
    el("h2", {}, say("whoPlays")),
    Array.from({ length: count }, (_, seat) => place(seat)),
    el("label", {}, `${say("seed")} `, el("input", { name: "seed", value: seed, placeholder: say("any"), autocomplete: "off", oninput: (event) => { seed = event.target.value; } })),
    el("label", {}, `${say("clock")} `, el("input", { name: "clock", type: "number", min: 0, max: 600, value: clock, placeholder: "–", oninput: (event) => { clock = event.target.value; } }), el("small", {}, say("clockRuns"))),
    el("label", { class: "file" }, `${say("goOn")} `, el("input", { type: "file", accept: ".json", onchange: goOn })));
  const picture = cover ? el("img", { class: "cover late", src: cover, alt: "", onload: ({ target }) => target.classList.remove("late") }) : "";
  const draw = () => main.replaceChildren(el("div", { class: "front" },
    picture,
    el("form", { class: "set-up", onsubmit: submit },
      el("p", { class: "game-title" }, about.title),
      about.subtitle ? el("p", { class: "subtitle" }, about.subtitle) : "",
      facts(about, say),
      about.players.length > 1 ? numbers() : "",
      el("div", { class: "answers" },
        el("button", { class: "answer deal", disabled: isBeginning }, say("playNow")),
        goOnLast ? el("button", { type: "button", onclick: goOnLast }, say("goOnLast")) : "",
        rules ? el("a", { class: "button", href: rules, target: "rules" }, say("rules")) : ""),
      rules ? el("label", { class: "lessons" }, el("input", { type: "checkbox", checked: lessons.isOn(), onchange: (event) => lessons.turn(event.target.checked) }), " ", say("teach")) : "",
      more())));
  draw();
}
