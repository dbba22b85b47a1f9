// A view of a seat → the table as elements.

import { el } from "../dom.js";
import { clockOf } from "./clock.js";
import { largeAs } from "./enlarging.js";
import { askedPlaces, cellId, kindOf, lying, placeId, placeOf } from "./lying.js";
import { board, dice, grid, laneNames, lanes, track } from "./placing.js";
import { portrait } from "./portraits.js";
import { numeral } from "./results.js";

const ROW = 10; // cards of a hand in one of its rows on a phone, half of those elsewhere

const LONG = 36; // letters of a sentence that is too long for large type

const opened = new Set(); // the names of long values that are shown whole

/** How many cards of a face have come into the own hand between two views; none where the whole hand was dealt anew. */
function freshCards(before, now) {
  const own = (view) => view.piles.filter((pile) => pile.owner === now.seat);
  const faces = (piles) => piles.flatMap((pile) => pile.cards.filter(Boolean));
  const fresh = new Map();
  const count = (card, number) => fresh.set(`${card.deck} ${card.card}`, (fresh.get(`${card.deck} ${card.card}`) || 0) + number);
  const hand = faces(own(now).filter((pile) => pile.is_hand));
  for (const card of hand) count(card, 1);
  for (const card of faces(own(before))) count(card, -1);
  const come = [...fresh.values()].reduce((sum, number) => sum + Math.max(0, number), 0);
  return come < hand.length ? fresh : new Map();
}

/** A sentence, with what stands before its colon small. */
function titled(text) {
  const [, label, rest] = /^(.*?[:\uff1a])\s*(.+)$/.exec(text) ?? [];
  return label ? [el("small", {}, label), " ", rest] : [text];
}

/** What the game is about, large; a long sentence less so. */
const leading = (tag, text) => el(tag, { class: text.length > LONG ? "lead long" : "lead" }, ...titled(text));

let [kept, drawn] = [new Map(), new Map()]; // the pictures of the last table and of this one, by their addresses

/** A picture; one that was on the table is taken again, as a new one would be blank for a moment. */
function picture(src, alt, title) {
  const image = kept.get(src)?.pop() ?? el("img", { src, draggable: "false", decoding: "sync" });
  drawn.set(src, [...(drawn.get(src) ?? []), image]);
  return Object.assign(image, { alt, title });
}

/** A card with its picture; until that has come it shows the back, and is no card to click. */
function withPicture(card, image, back) {
  if (image.complete !== false) return card;
  card.classList.add("late");
  card.style.setProperty("--under", back ? `url("${back}")` : "none");
  image.onload = image.onerror = () => card.classList.remove("late");
  return card;
}

/** Draws tables of one game. */
export class TableView {
  constructor(about, face) {
    this.about = about;
    this.face = face;
  }

  /** The whole table; base: the view in which the seat picked last, from which cards in its hand are new. */
  draw(view, choosing, changes, base) {
    [kept, drawn] = [drawn, new Map()];
    this.view = view;
    this.changes = changes;
    this.choosing = choosing;
    this.asked = askedPlaces(view.question);
    this.seen = new Map();
    this.fresh = base ? freshCards(base, view) : new Map();
    const seats = view.players.map((_, seat) => seat);
    const start = view.seat ?? 0;
    const around = [...seats.slice(start + 1), ...seats.slice(0, start)];
    const others = view.seat === null ? seats : around;
    this.faced = this.facedLanes([...around].reverse().concat(start));
    const shared = this.piles(null).filter((pile) => pile !== this.faced.middle);
    const isStack = (pile) => ["stack", "count", "marker"].includes(this.lying(pile).form) && (pile.count > 0 || this.about.forms[pile.name]);
    const placed = this.placed();
    const stacks = placed.length || !shared.every(isStack) ? shared.filter(isStack) : []; // they lie beside the main pile
    return [
      el("section", { class: view.seat === null ? "others all" : "others", "--n": others.length, "aria-label": this.about.words.others }, others.map((seat) => this.player(seat))),
      el("section", { class: "shared", "aria-label": this.about.words.table },
        el("div", { class: "stacks" }, stacks.map((pile) => this.pile(pile))),
        el("div", { class: "middle" }, placed, shared.filter((pile) => !stacks.includes(pile)).map((pile) => this.pile(pile))),
        this.values(),
      ),
      view.seat !== null ? this.player(view.seat, true) : view.end ? this.choosing.panel() : "",
    ];
  }

  /** The name of a player with a face; a button where the player can be picked. */
  heading(seat) {
    const player = this.view.players[seat];
    const choice = this.choosing.choice(`seat ${seat}`);
    const parts = [portrait(player, seat), el("span", {}, player.name)];
    if (!choice) return parts;
    return [el("button", { class: `pick-player choice${this.choosing.isChosen(choice.id) ? " chosen" : ""}`, "data-choice": choice.id, onclick: (event) => this.choosing.take(choice.id, event) }, parts)];
  }

  player(seat, own = false) {
    const { view } = this;
    const player = view.players[seat];
    const piles = this.piles(seat).filter((pile) => (pile.count || own) && pile.name !== this.faced.name);
    const hand = own && piles.find((pile) => pile.is_hand);
    const asides = hand ? piles.filter((pile) => pile !== hand && this.isAside(pile)) : []; // what is not played from is small
    const marks = [view.waiting.includes(seat) ? "thinks" : "", view.end?.winners.includes(seat) ? "won" : ""];
    return el("section", { class: `player ${own ? "own" : ""} ${marks.join(" ")}`, id: own ? "own" : null, tabindex: own ? -1 : null, "aria-label": player.name },
      el("header", {},
        el("h2", {}, this.heading(seat),
          view.picked.includes(seat) ? el("span", { class: "done" }, el("span", { "aria-hidden": "true" }, "✓"), el("span", { class: "spoken" }, this.about.words.hasPicked)) : "",
          own ? el("small", {}, this.about.words.you) : "", player.bot ? el("small", { class: "bot" }, this.about.words.bot.replace("{name}", player.bot)) : "",
          this.numbers(seat),
          player.bot || clockOf(seat) === null ? "" : el("span", { class: "value clock", role: "timer", "data-clock": seat, title: this.about.words.clockRuns }, clockOf(seat))),
        own && this.choosing.canRename() ? el("button", { class: "rename", onclick: () => this.choosing.rename() }, this.about.words.name) : ""),
      own ? this.choosing.panel() : "",
      el("div", { class: "piles" }, piles.filter((pile) => !asides.includes(pile)).map((pile) => this.pile(pile)),
        asides.length ? el("div", { class: "asides" }, asides.map((pile) => this.pile({ ...pile, is_hand: false }))) : ""),
    );
  }

  lying(pile) {
    return lying(pile, this.view, this.about.forms, this.asked);
  }

  isAside(pile) {
    const { form, places } = this.lying(pile);
    return typeof form !== "object" && !places.some((place) => this.asked.has(placeId([pile.name, pile.owner, place])));
  }

  /** The lanes of players that face each other, and what lies between: a board with places of these names, or with two players a pile in such lanes. */
  facedLanes(owners) {
    const { view } = this;
    for (const { name } of view.piles.filter(({ owner }) => owner !== null)) {
      const [kind, by] = kindOf(this.about.forms[name]);
      const piles = owners.map((seat) => view.piles.find((pile) => pile.name === name && pile.owner === seat));
      const at = piles.flatMap((pile) => pile.at ?? []);
      if (kind !== "lanes" || !piles.some((pile) => pile.at)) continue;
      const board = view.values.find(({ name: value, shown }) => kindOf(this.about.forms[value])[0] === "board" && at.every((lane) => lane in shown));
      if (board) return { name, piles, board: board.name, names: Object.keys(board.shown) };
      const middle = owners.length === 2 && this.piles(null).find((pile) => kindOf(this.about.forms[pile.name])[1] === by);
      if (middle) return { name, piles, middle, names: laneNames([...at, ...(middle.at ?? [])]) };
    }
    return { piles: [] };
  }

  /** Lanes of players on both sides of what lies between them. */
  facing(between) {
    const { piles, names } = this.faced;
    const rows = piles.map((pile) => this.pile(pile, names));
    return [...rows.slice(0, -1), between, rows.at(-1)];
  }

  /** The numbers of a player, each with its icon or its word; without those that the table of scores shows. */
  numbers(seat) {
    return this.view.values.filter((value) => value.numbers && value.word && !this.isPlaced(value) && String(value.numbers) !== String(this.view.end?.scores)).map(({ name, word, numbers }) => {
      const hasIcon = this.about.icons.includes(name);
      return el("span", { class: `value${hasIcon ? " has-icon" : ""}`, "data-value": name, title: word },
        el("span", { class: hasIcon ? "spoken" : "" }, `${word} `), el("b", {}, numeral(numbers[seat])));
    });
  }

  /** Whether a value is shown on the table, and not as a text. */
  isPlaced(value) {
    return value.shown !== undefined;
  }

  /** The values that are shown as a track, a board or dice, and lanes that face each other. */
  placed() {
    const { view } = this;
    const { middle, names } = this.faced;
    const lanesHere = middle ? [el("figure", { class: "pile placed facing", "--columns": names.length }, this.facing(this.pile(middle, names)))] : [];
    const values = view.values.filter((value) => this.isPlaced(value)).map(({ name, word, text, shown }) => {
      const [kind, by] = kindOf(this.about.forms[name]);
      const pick = (place) => {
        const choice = this.choosing.next().find(({ part }) => part.text && placeOf(part) === place);
        return choice && { ...choice, take: (event) => this.choosing.take(choice.id, event) };
      };
      const drawn = kind === "dice" ? dice(shown) : kind === "track" ? track(by, shown, view.players) : board(shown, view.players, pick);
      const hasSides = this.faced.board === name;
      return el("figure", { class: `pile placed${hasSides ? " facing" : ""}`, "data-board": kind === "board" ? name : null, "aria-label": text },
        hasSides ? this.facing(drawn) : drawn, el("figcaption", {}, word ?? ""));
    });
    return [...lanesHere, ...values];
  }

  /** The sentences of values for the box, and the one that the game is about: that of a pile, else the first that names no player. */
  sentences() {
    const { players, piles, values } = this.view;
    const all = values.filter((value) => value.text && !(value.numbers && value.word) && !this.isPlaced(value));
    const atPiles = all.filter(({ pile }) => piles.some(({ name, owner }) => name === pile && owner === null));
    const hasPile = Object.values(this.about.forms).some((form) => form.pile);
    const lead = hasPile ? null : all.find(({ text, last }) => !last && !players.some(({ name }) => text.includes(name)));
    return { atPiles, lead, box: all.filter((value) => value !== lead && !atPiles.includes(value)) };
  }

  values() {
    const { box, lead } = this.sentences();
    const values = box.map((value) => el("li", {}, ...this.value(value)));
    if (lead) values.unshift(leading("li", lead.text));
    const changes = this.changes.map((text) => el("li", { class: "change" }, text));
    const lines = values.length + Boolean(lead) + Math.max(1, changes.length); // there is room for a change, so that cards stay where they are
    return values.length + changes.length || this.view.values.some(({ numbers }) => numbers) ? el("ul", { class: "values", "--lines": lines }, values, changes) : "";
  }

  /** A value; of a long list its end, and a button for the rest. */
  value({ name, text, last, hidden }) {
    if (!last || opened.has(name)) return [text];
    const open = (event) => {
      opened.add(name);
      event.target.parentElement.replaceChildren(text);
    };
    return [last, " ", el("button", { class: "hidden-entries", onclick: open }, this.about.words.hidden.replace("{number}", hidden))];
  }

  piles(owner) {
    return this.view.piles.filter((pile) => pile.owner === owner && this.about.forms[pile.name] !== "hidden");
  }

  pile(pile, names = null) {
    const { form, places } = this.lying(pile);
    const cards = pile.cards.length ? pile.cards : Array.from({ length: pile.count }, () => null);
    const [kind, by] = kindOf(form);
    const shown = places.map((place) => ({ card: cards[place], place }));
    if (pile.is_hand && pile.owner === this.view.seat && pile.cards.length) shown.sort((one, other) => this.compare(one.card, other.card));
    const size = shown.length;
    const deck = cards.find(Boolean)?.deck ?? pile.backs[0]?.[0];
    const placed = shown.map(({ card, place }, index) => this.card(card, pile, place, index, size));
    const drawn = () => {
      if (kind === "grid") return grid(placed, pile.at ?? null, Number(by) || 1, pile.at ? this.freeCells(deck) : []);
      if (kind === "lanes" && (pile.at || names)) return lanes(placed, pile.at ?? [], names ?? undefined);
      return el("div", { class: "cards" }, size ? placed : el("span", { class: "empty", "aria-hidden": "true" }));
    };
    const rows = Math.ceil(size / ROW) || 1;
    return el("figure", { class: `pile ${kind}${pile.is_hand ? " hand" : ""}${size ? "" : " none"}${pile.cards.length ? "" : " covered"}`, "--n": size, "--short": Math.ceil(size / rows), "--long": Math.ceil(size / Math.ceil(rows / 2)), "--w": this.about.decks[deck]?.size[0] ?? 63 },
      pile.owner === null ? this.sentences().atPiles.filter((value) => value.pile === pile.name).map(({ text, last }) => leading("strong", last ?? text)) : "",
      form === "count" ? "" : drawn(),
      el("figcaption", {}, names && pile.owner !== null ? `${this.view.players[pile.owner].name}${this.about.colon} ` : "", pile.word, " ", size === 1 && pile.cards.length ? "" : el("span", { class: "number" }, pile.count)), // one card that is seen needs no count
    );
  }

  /** The free places of a grid that can be chosen, as empty cards. */
  freeCells(deck) {
    const [width, height] = this.about.decks[deck]?.size || [63, 88];
    return this.choosing.next().filter(({ part }) => part.cell).map(({ id, part, text }) => [part.cell, el("button", {
      class: "card cell choice", "--w": width, "--h": height, "data-choice": cellId(part.cell), "aria-label": text, onclick: (event) => this.choosing.take(id, event),
    })]);
  }

  /** The order of a hand: that of the cards in their decks; unseen cards come last. */
  compare(one, other) {
    const decks = Object.keys(this.about.decks);
    const rank = (card) => (card ? [decks.indexOf(card.deck), this.about.decks[card.deck]?.cards[card.card] ?? 0] : [decks.length, 0]);
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1];
  }

  card(card, pile, place, index, size) {
    const [deck, back] = card ? [card.deck] : pile.backs[place] || pile.backs[0]; // one, if all are alike
    const [width, height] = this.about.decks[deck]?.size || [63, 88];
    const number = card ? this.about.decks[deck]?.cards[card.card] : 0;
    const at = placeId([pile.name, pile.owner, place]);
    const choice = this.choosing.choice(at);
    const refused = this.choosing.refusal(pile.name, pile.owner, place);
    const hasPicture = card || this.about.decks[deck]?.back;
    const title = choice || refused ? this.about.words.enlarge : "";
    const image = !hasPicture ? el("span", { class: "plain" }) : picture(this.face(deck, card ? number : `back-${back}`), card ? card.text : "", title);
    const large = card ? largeAs(this.face(deck, number), card.text, [width, height]) : { "--w": width, "--h": height };
    const attributes = { ...large, "--i": index, "--angle": size > 1 ? `${(index / (size - 1) - 0.5)}` : "0", "--turn": `${index / Math.max(size, 1)}` };
    const marked = this.view.marks[pile.name] === place ? " marked" : "";
    const taken = this.choosing.isChosen(at) ? " chosen" : "";
    if (taken) image.setAttribute("aria-current", "true");
    const name = this.transition(card);
    if (name) attributes["--name"] = name;
    const by = pile.by?.[place];
    const player = by === null || by === undefined ? "" : el("small", { class: "by" }, portrait(this.view.players[by], by), el("span", {}, this.view.players[by].name));
    const fresh = card && pile.is_hand && pile.owner === this.view.seat && this.takeFresh(card) ? " new" : "";
    const spoken = card ? `${card.text}${fresh && `, ${this.about.words.newCard}`}` : "";
    if (fresh && !choice && !refused) image.alt = spoken;
    const [deckBelow, backBelow] = pile.backs[place] || pile.backs[0];
    const under = this.about.decks[deckBelow]?.back ? this.face(deckBelow, `back-${backBelow}`) : "";
    const made = (tag, more) => withPicture(el(tag, { ...attributes, ...more }, image, player), image, under);
    if (choice) {
      return made("button", { class: `card choice${marked}${taken}${fresh}${this.choosing.isHinted(choice) ? " hinted" : ""}`, "data-choice": at, "aria-label": spoken || `${pile.word} ${place + 1}`, onclick: (event) => this.choosing.take(at, event) });
    }
    if (refused) {
      return made("button", { class: `card refused${marked}${fresh}`, "aria-label": `${spoken}${this.about.colon} ${this.choosing.why(refused)}`, onclick: (event) => this.choosing.explain(refused, event.currentTarget) });
    }
    return made("span", { class: `card${marked}${taken}${fresh}` });
  }

  /** Whether a card of the own hand is new; of equal ones so many as have come. */
  takeFresh({ deck, card }) {
    const left = this.fresh.get(`${deck} ${card}`) || 0;
    this.fresh.set(`${deck} ${card}`, left - 1);
    return left > 0;
  }

  /** The name by which the browser follows a card that moves; copies of a face are numbered. */
  transition(card) {
    if (!card) return "";
    const face = `${card.deck} ${card.card}`;
    const copy = (this.seen.get(face) || 0) + 1;
    this.seen.set(face, copy);
    return `c${[...`${face} ${copy}`].map((letter) => letter.codePointAt(0).toString(36)).join("")}`;
  }
}
