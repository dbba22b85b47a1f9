// A page at a table: it sets up a game, shows what its seats see, and sends what they pick. Who plays the game is its host:
// a server, or a worker in this browser; both take the same messages.

import { choices, choose, key, pickKeys } from "./choosing.js";
import { byId, el } from "../dom.js";
import { closeMenu, confirmLeaving, explain, hideWhy, nameOf } from "./bar.js";
import { largeAs, prepareEnlarging, shrink } from "./enlarging.js";
import { askedPlaces, drawnPlaces } from "./lying.js";
import { askName, nameWishes } from "./naming.js";
import { drawLesson, isTeaching, lessonOf, noteTaught, setTeaching } from "./teaching.js";
import { setClocks } from "./clock.js";
import { newSentences, release, revealedCards, stopToLook } from "./pausing.js";
import { ending, results, scoreTable } from "./results.js";
import { showSeats } from "./seats.js";
import { botWishes, setUpForm, wishedGame } from "./setting-up.js";
import { isStill, Pace, Replay } from "./stepping.js";
import { fit } from "./fitting.js";
import { portrait } from "./portraits.js";
import { TableView } from "./table.js";

const page = { game: document.body.dataset.game, language: document.body.dataset.language };
let host = null;
let at = null; // the table: name, tokens by seat, the token of the seat in view
let about = null;
let view = null;
let lines = [];
const BEFORE_ENDS = 4; // own questions before lessons tell how rounds and games end
const questions = new Set(); // the own decisions with a question since this page was opened
let pauses = []; // how often the rules paused in each step
let chosen = [];
let busy = false;
let tookAt = 0; // when a part was chosen
let bases = new Map(); // by the token of a seat, the view in which it picked last
let base = null; // the view from which what has changed is counted
let resumed = null; // the view from which the next person at this device goes on
let tour = 0; // counts whose view is shown, so that what was begun for another one ends
let isVeiled = false; // whether several people share this device, and none of them has said yet who has it

/** A word of the page in the language of the game. */
const say = (name, values = {}) => (about?.words[name] ?? name).replace(/\{(\w+)\}/g, (_, part) => values[part] ?? "");

let hint = null; // what a search would pick here, and in which decision
let lesson = null; // the section of the booklet that is shown
let stop = () => {};
const pace = new Pace();
const replay = new Replay({ say, show: showPast, open: () => { lines = []; return load(); } });

// --- choosing

const choosing = {
  question: () => (view?.question && view.question.picked === null && !view.end ? view.question : null),
  next() {
    const question = this.question();
    return question ? choices(question.options, chosen, about.colon).next : [];
  },
  choice(id) {
    return this.next().find((choice) => choice.id === id);
  },
  refusal(pile, owner, place) {
    const question = this.question();
    return question?.refused.find(({ at: [name, seat, number] }) => name === pile && seat === owner && number === place);
  },
  isChosen: (id) => chosen.includes(id) || pickedOption()?.parts.some((part) => key(part) === id),
  /** Whether a choice leads to what a hint has named. */
  isHinted: ({ options }) => hint?.decision === view.decision && options.some(({ number }) => number === hint.option),
  take(id, event) {
    const question = this.question();
    if (!question || busy) return;
    if (event?.detail > 1 && performance.now() - tookAt < DOUBLE_CLICK) return;
    tookAt = performance.now();
    const { number, parts } = choose(question.options, chosen, id);
    if (parts) {
      chosen = parts;
      render();
      document.querySelector(".panel button, .card.choice")?.focus();
    } else pick(number);
  },
  /** Why a card may not be chosen: the words of the rules where they are in the language of the page. */
  why(refusal) {
    if (page.language === about.source) return refusal.why;
    return say("notAllowed");
  },
  explain(refusal, card) {
    const section = refusal.sections[0] || this.question()?.sections[0];
    explain(card, this.why(refusal), section ? sectionLink(section) : "");
  },
  /** Ask the player of this seat for a name; null where nobody sits. */
  rename: () => askName(view.players[view.seat].name, about.seats[view.seat], say, async (name) => {
    if (shown(await host.name(at.table, at.token, name))) refresh();
  }),
  canRename: () => !replay.isOn && view.seat !== null,
  panel() {
    const question = this.question();
    if (view.end) return endPanel();
    if (!question) return el("div", { class: "panel" }, el("p", { class: "prompt quiet" }, pickedText(), waitingText()), takeBackOthers());
    const drawn = drawnPlaces(view, about.forms, askedPlaces(question));
    const buttons = this.next().filter(({ id }) => !drawn.has(id));
    const field = this.next()[0]?.field;
    const section = question.sections[0];
    const parts = chosen.length ? choices(question.options, chosen).left[0].option.parts.slice(0, chosen.length) : [];
    const prompt = parts.length ? [...parts.map((part) => part.text), `${field} …`.trim()].join(" – ") : question.prompt || say("choose");
    return el("div", { class: "panel" },
      lesson ? drawLesson(lesson, say, endLesson) : "",
      el("p", { class: "prompt" }, prompt, section ? sectionLink(section) : "", hintPart(question)),
      el("div", { class: "answers" },
        buttons.map((choice) => el("button", { class: `answer${this.isHinted(choice) ? " hinted" : ""}`, "data-choice": choice.id, onclick: (event) => this.take(choice.id, event) }, choice.text)),
        chosen.length ? el("button", { class: "back", onclick: () => { chosen = []; render(); } }, say("back")) : ""),
      takeBackOthers(),
    );
  },
};

/** A button for a hint, or the hint: what a search would play, and how often that won among the playouts. */
function hintPart(question) {
  if (replay.isOn) return "";
  if (hint?.decision !== view.decision) return el("button", { class: "hint", onclick: askHint }, say("hint"));
  const { option, tried } = hint;
  const [, playouts, won] = tried.find(([number]) => number === option) ?? [];
  const text = say("hintIs", { option: question.options[option].text || "–" });
  const why = playouts ? say("hintWhy", { playouts, percent: Math.round(100 * won) }) : "";
  return el("span", { class: "hint", role: "status" }, el("b", {}, text), why ? ` ${why}` : "");
}

async function askHint(event) {
  event.target.disabled = true;
  const { decision } = view;
  const answer = await host.hint(at.table, at.token);
  if (!shown(answer) || view.decision !== decision) return;
  hint = { decision, ...answer };
  render();
}

/** Show what the booklet says of the game, of a question and, later, of the end, one section after another. */
async function teach() {
  const question = choosing.question();
  const { decision } = view;
  lesson = null;
  if (!question || replay.isOn) return;
  questions.add(decision);
  const sections = questions.size > BEFORE_ENDS ? [...question.sections, ...view.ends] : question.sections;
  const found = await lessonOf(page.game, sections, host.rules(page.game, page.language));
  if (!found || view?.decision !== decision || !choosing.question()) return;
  lesson = found;
  render();
}

function endLesson(isEnough) {
  const { isOpening } = lesson;
  lesson = null;
  if (isEnough) setTeaching(page.game, false);
  render();
  if (isOpening) teach();
}

/** Where several people share this device: what others have picked while somebody is still to pick may be taken back. */
function takeBackOthers() {
  const seats = replay.isOn ? [] : view.picked.filter((seat) => seat !== view.seat && at.tokens[seat]);
  const buttons = seats.map((seat) => el("button", { onclick: () => takeBack(at.tokens[seat]) }, say("takeBackOf", { name: view.players[seat].name })));
  return buttons.length ? el("div", { class: "answers" }, buttons) : "";
}

async function takeBack(token) {
  shown(await host.undo(at.table, token));
  return refresh();
}

/** What this seat has picked while others are still to pick. */
const pickedOption = () => (view.end ? null : view.question?.options[view.question.picked]);

function pickedText() {
  const text = pickedOption()?.text;
  return text ? [el("span", { "aria-hidden": "true" }, "✓ "), el("span", { class: "spoken" }, `${say("hasPicked")}${about.colon} `), el("b", {}, text), " – "] : "";
}

function waitingText() {
  const names = view.waiting.map((seat) => view.players[seat].name);
  return names.length ? say("waiting", { names: names.join(", ") }) : "";
}

const DOUBLE_CLICK = 350; // ms in which the second click of a double click chooses nothing
const sectionLink = (section) => el("a", { class: "section", href: `${host.rules(page.game, page.language)}#${section.anchor}`, target: "rules" }, `${say("rules")}${about.colon} ${section.title}`);

async function pick(number) {
  busy = true;
  noteTaught(lesson);
  lesson = hint = null;
  bases.set(at.token, view);
  document.body.classList.add("busy");
  const answer = await host.pick(at.table, at.token, number, view.decision);
  chosen = [];
  await refresh();
  busy = false; // a click on what is not there any more picks nothing
  document.body.classList.remove("busy");
  if (answer.failed || answer.refused) shown(answer);
}

// --- showing

/** Show what went wrong, if anything did; return whether nothing did. */
function shown(answer) {
  const alarm = byId("alarm");
  const { failed, refused, lost } = answer;
  alarm.hidden = !(failed || refused || lost);
  if (failed) {
    alarm.replaceChildren(el("strong", {}, `${failed.file}${failed.line ? `:${failed.line}` : ""}`), ` ${failed.what}`, failed.why ? el("p", {}, failed.why) : "", failed.fix ? el("p", {}, failed.fix) : "");
  } else if (refused) alarm.replaceChildren(refused);
  else if (lost) alarm.replaceChildren(say("lost"));
  return alarm.hidden;
}

/** Say why a card cannot be drawn, if the host knows. */
addEventListener("error", async ({ target }) => {
  if (target.tagName !== "IMG" || !host?.whyMissing || !byId("alarm").hidden) return;
  const refused = await host.whyMissing(target.src);
  if (refused) shown({ refused });
}, true);

let fetching = null;
function refresh() {
  fetching = (fetching || Promise.resolve()).then(load, load);
  return fetching;
}

async function load() {
  if (!at) return;
  const answer = await host.view(at.table, at.token, page.language, lines.length, past());
  if (!answer.players) return void shown(answer);
  byId("alarm").hidden = true;
  setClocks(answer);
  if (hasLeft(answer.elsewhere || [])) return;
  if (lines.length && view?.players.some(({ name }, seat) => name !== answer.players[seat].name)) {
    view = null; // somebody has a name now, which is in the log from its start
    lines = [];
    return load();
  }
  const has = answer.log[0]?.step ?? lines.length;
  lines = [...lines.slice(0, has), ...answer.log.map((entry) => entry.parts)];
  pauses = [...pauses.slice(0, has), ...answer.log.map((entry) => entry.moments)];
  host.remember(page.game, at.table, answer.decision > 0 && !answer.end);
  let before = view || resumed;
  resumed = null;
  if (before?.decision !== answer.decision) chosen = [];
  if (answer.end || isBotsGame(answer)) {
    const isNew = !replay.isOn;
    replay.begin(answer.decision, isNew && !before && isBotsGame(answer));
    if (isNew && replay.at === 0 && !isStill()) return replay.toggle();
    if (replay.at < replay.last) return showPast(replay.at);
  } else if (replay.isOn) { // the last pick was taken back
    const isOpen = replay.isOpen;
    replay.end();
    view = before = null; // what lies between was seen
    if (isOpen) {
      lines = [];
      return load();
    }
  }
  if (!nextHere(answer)) byId("curtain").close(); // whose turn it was has not played here
  const turn = tour;
  if (before && !byId("curtain").open) await showBots(before.decision + 1, answer.decision, answer.seat !== null);
  if (turn !== tour) return; // another one is in view
  const next = nextHere(answer);
  if (!next) return show(answer);
  if (!answer.secrets) return passOn(...next, answer);
  view = answer;
  return curtain(...next, !isVeiled && answer.undo && answer.picked.includes(answer.seat));
}

/** Who is to get this device, as seat and token; null where who has it may keep it. */
function nextHere(answer) {
  const here = Object.entries(at.tokens);
  const next = here.find(([seat]) => answer.waiting.includes(Number(seat)));
  return here.length > 1 && !answer.end && (isVeiled || (next && !answer.waiting.includes(answer.seat))) ? next || here[0] : null;
}

/** Leave the seats that were opened by their links elsewhere, if this device has several; return whether its own is one. */
function hasLeft(elsewhere) {
  if (Object.keys(at.tokens).length < 2) return false;
  const left = elsewhere.filter((seat) => at.tokens[seat]);
  if (!left.length) return false;
  for (const seat of left) delete at.tokens[seat];
  if (!Object.keys(at.tokens).length) at.tokens = given().tokens ? { watch: given().tokens.watch } : { [view?.seat ?? left[0]]: at.token };
  keepSeats();
  const here = Object.values(at.tokens);
  const isGone = !here.includes(at.token);
  isVeiled = here.length > 1 && (isVeiled || isGone);
  if (!isGone) return false;
  byId("curtain").close();
  seatAt(here[0]); // not waited for: it is shown after the view that is being loaded
  return true;
}

const isBotsGame = ({ players }) => players.every((player) => player.bot);
const past = () => (replay.isOpen ? { open: "1" } : {});

/** Show what bots have picked since, one after another, and the table where the rules paused; a player may look as long as they like. */
async function showBots(first, now, isSeated) {
  const turn = tour;
  const stops = isSeated && !isStill();
  pace.begin();
  for (let number = first; number <= now && turn === tour; number += 1) {
    if (stops) await stopAtPauses(number);
    else await showPauses(number);
    if (number === now || turn !== tour || pace.isHurried || isStill()) continue;
    await showAt({ at: number });
    await pace.wait();
  }
}

/** Show the table where the rules paused on the way to a decision. */
async function showPauses(number) {
  for (let moment = 1; moment <= (pauses[number] || 0) && !pace.isHurried; moment += 1) {
    await showAt({ at: number, moment });
    await pace.wait(true);
  }
}

/** The same, and stop there until the reader goes on. */
async function stopAtPauses(number) {
  const turn = tour;
  for (let moment = 1; moment <= (pauses[number] || 0) && turn === tour; moment += 1) {
    const step = await showAt({ at: number, moment });
    if (!step || turn !== tour) return;
    await stopToLook({ cards: revealedCards(step), lines: pauseWords(step), face: faceOf, size: ({ deck }) => about.decks[deck].size, say });
    pace.begin();
  }
}

/** What has happened until a pause, in words: what was picked, unless its cards are shown, and what has changed. */
function pauseWords(step) {
  const [picks] = (step.revealed.length < 2 && lines[step.decision]) || [];
  const text = (picks || []).map((part) => part.text ?? part).join("").replace(/^\d+ /, "");
  return [...(text ? [text] : []), ...newSentences(base, step), ...results(base, step, about.colon)];
}

/** Show the table as it was when a decision was due, after the pauses on the way to it where that is asked for. */
async function showPast(number, withPauses = false) {
  pace.begin();
  if (withPauses) await showPauses(number);
  if (number === replay.at) await showAt({ at: number });
}

async function showAt(moment) {
  const isReplay = replay.isOn;
  const step = await host.view(at.table, at.token, page.language, lines.length, { ...moment, ...past() });
  if (!step.players || isReplay !== replay.isOn) return null;
  show({ ...step, question: null, undo: Boolean(step.end && step.undo) });
  return step;
}

/** Draw a view; cards move to where they lie now. */
function show(seen) {
  const isFirst = !view;
  const own = bases.get(at.token);
  if (!replay.isOn && seen.seat !== null) base = own;
  else if (view?.decision !== seen.decision) base = view && Math.abs(view.decision - seen.decision) === 1 ? view : seen.end ? own : null;
  view = seen;
  if (seen.end) setTeaching(page.game, false);
  else if (own?.decision !== seen.decision || isFirst) teach();
  if (!document.startViewTransition || isStill() || isFirst || document.querySelector("dialog[open]")) return render();
  const moving = document.startViewTransition(render);
  for (const promise of [moving.ready, moving.finished]) promise.catch(() => {}); // skipped by the next one
}

/** Hide the cards of one person until the next one has the device; the one before may take back a pick. */
function curtain(seat, token, canTakeBack) {
  const box = byId("curtain");
  const again = async () => {
    box.close();
    if (shown(await host.undo(at.table, at.token))) seatAt(at.token);
    else refresh();
  };
  shrink();
  for (const id of ["main", "log"]) byId(id).replaceChildren();
  hideWhy();
  const name = view.players[Number(seat)].name;
  box.replaceChildren(el("p", {}, say("handOver", { name })), el("button", { onclick: () => {
    box.close();
    isVeiled = false;
    seatAt(token, bases.get(token));
  } }, say("iAm", { name })), canTakeBack ? el("p", {}, el("button", { onclick: again }, say("takeBackOf", { name: view.players[view.seat].name }))) : "");
  if (!box.open) box.showModal();
}

/** Let the next person play where all see the same: there is nothing to hide from one another. */
function passOn(seat, token, answer) {
  isVeiled = false;
  if (String(answer.seat) === seat) return show(answer);
  seatAt(token, bases.get(token) || answer); // not waited for: it is shown after the view that is being loaded
}

/** Show what a seat sees; from: the view after which it is shown what has happened, without one only the table now. */
function seatAt(token, from = null) {
  at.token = token;
  resumed = from;
  tour += 1;
  release();
  lines = [];
  view = null;
  chosen = [];
  stop();
  stop = host.listen(at.table, token, refresh, () => {});
  return refresh();
}

function render() {
  byId("title").textContent = about.title;
  document.title = about.title;
  document.documentElement.lang = page.language.replace("_", "-");
  document.documentElement.dir = about.direction;
  const mine = view.question && view.question.picked === null && !view.end;
  byId("turn").classList.toggle("spoken", Boolean(view.end)); // the panel shows it
  byId("turn").textContent = view.end ? ending(view, say).join(" – ") : mine ? "" : waitingText();
  document.body.classList.toggle("asked", Boolean(mine));
  const table = new TableView(about, (deck, side) => host.face(page.game, page.language, deck, side));
  const changes = results(base, view, about.colon);
  const turnedOver = revealedCards(view).map(({ card, owner }) => `${owner}${about.colon} ${card.text}`);
  byId("result").textContent = (view.revealed ? [...turnedOver, ...pauseWords(view)] : changes).join("; ");
  byId("main").replaceChildren(...table.draw(view, choosing, changes, replay.isOn ? null : base).filter(Boolean));
  hideWhy();
  pickKeys();
  const undo = byId("undo");
  undo.hidden = !view.undo;
  const bar = byId("replay");
  bar.hidden = !replay.isOn;
  if (replay.isOn) bar.replaceChildren(...replay.draw());
  byId("to-own").hidden = !byId("own");
  byId("log").replaceChildren(...lines.slice(0, view.decision + 1).flat().filter((parts) => parts.length).map(logLine));
  showNewest();
  fit();
}

/** A line of the log; the names of cards in it show them. */
function logLine(parts) {
  const named = (card) => el("span", { class: "named", ...largeAs(faceOf(card), card.text, about.decks[card.deck].size) }, card.text);
  return el("li", { class: /^\d+ /.test(parts[0]) ? "pick" : "" }, parts.map((part) => (part.card ? named(part) : part)));
}

const faceOf = ({ deck, card }) => host.face(page.game, page.language, deck, about.decks[deck].cards[card]);

function showNewest() {
  byId("log").scrollTop = byId("log").scrollHeight;
}

function endPanel() {
  const [why, ...others] = ending(view, say, Object.keys(at.tokens).length === 1);
  return el("div", { class: "panel end" },
    el("p", { class: "prompt why-over" }, why, view.ends.length ? sectionLink(view.ends[0]) : ""),
    el("div", { class: "podium" }, view.end.winners.map((seat) => portrait(view.players[seat], seat))),
    others.map((sentence, place) => el("p", { class: place ? "own-place" : "outcome" }, sentence)),
    scoreTable(view, say),
    el("div", { class: "answers" },
      el("button", { class: "answer deal", onclick: playAgain }, say("playAgain")),
    ),
    el("details", { class: "designer" }, el("summary", {}, say("designer")), el("div", { class: "answers" },
      odd(),
      el("button", { class: "answer", onclick: () => save(host.example, "example.yaml", (answer) => answer.yaml) }, say("asExample")),
    )),
    about.ask.length ? diary() : "",
  );
}

/** Deal at once: the same players and values, another seed. */
async function playAgain() {
  const { seats, names, values, ...failure } = await host.tape(at.table, at.token);
  if (seats) return begin({ seats, names: names || {}, values, seed: "", clock: view.clock?.minutes || 0 });
  return void shown(failure);
}

/** Back to the form for a new game, with the players of this one. */
function newGame() {
  const people = view ? view.players.flatMap((player, seat) => (player.bot ? [] : [seat + 1])) : [1];
  const players = view?.players ?? [];
  const wishes = { lang: page.language, seats: players.length || "", as: people.join(","), form: 1, clock: view?.clock?.minutes || "", ...botWishes(players), ...nameWishes(players, about.seats) };
  host.go(host.home(page.game, wishes));
}

/** Save the game with a note on what is odd in it; it goes on as any saved game. */
function odd() {
  const note = () => {
    const text = prompt(say("whatOdd"));
    if (text) save(host.tape, `${page.game}-odd.json`, (tape) => JSON.stringify({ ...tape, note: text, decision: view.decision }));
  };
  return el("button", { class: "answer", onclick: note }, say("odd"));
}

/** What the designer asks after a game. */
function diary() {
  const send = async (event) => {
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(event.target));
    if (shown(await host.diary(at.table, at.token, answers))) event.target.replaceChildren(say("thanks"));
  };
  return el("form", { class: "diary", onsubmit: send },
    about.ask.map((question) => el("label", {}, question, el("textarea", { name: question, rows: "2" }))),
    el("button", { class: "answer" }, say("send")));
}

async function save(wish, name, text) {
  const answer = await wish(at.table, at.token);
  if (!shown(answer)) return;
  const link = el("a", { href: URL.createObjectURL(new Blob([text(answer)], { type: "text/plain" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// --- beginning

function setUp(wishes) {
  byId("title").textContent = about.title;
  document.title = about.title;
  const unfinished = host.unfinished(page.game);
  const [cover, rules] = [about.cover ? host.cover(page.game, page.language) : "", host.rules(page.game, page.language)];
  const lessons = { isOn: () => isTeaching(page.game), turn: (isOn) => setTeaching(page.game, isOn) };
  setUpForm(byId("main"), { about, wishes, say, cover, rules, lessons, begin, goOn, goOnLast: unfinished && (() => host.go(unfinished)) });
}

/** Begin a game: the bots or "person" of its seats, its seed, names by seat, and the minutes of clocks; whether it has begun. */
async function begin(game) {
  return sit(await host.begin(page.game, page.language, game));
}

async function goOn(event) {
  try {
    sit(await host.begin(page.game, page.language, { tape: JSON.parse(await event.target.files[0].text()) }));
  } catch {
    shown({ refused: say("noGame") });
  }
}

function sit(answer) {
  if (!answer.table) return shown(answer);
  const tokens = Object.entries(answer.tokens).filter(([seat]) => seat !== "watch");
  const own = tokens.length ? tokens : [["watch", answer.tokens.watch]];
  if (host.hasLinks) sessionStorage.setItem(answer.table, JSON.stringify({ address: answer.address, tokens: answer.tokens }));
  host.go(host.address(answer.table, own));
  return true;
}

/** What the page that began the game may give others: its address in the network, and the tokens of all seats. */
const given = () => JSON.parse(sessionStorage.getItem(at.table) || "{}");

/** Keep the seats of this device in the address of the page. */
function keepSeats() {
  const [path, hash] = host.address(at.table, Object.entries(at.tokens)).split("#");
  history.replaceState(null, "", hash === undefined ? path : `${path}${location.search}#${hash}`); // with the language of the page
}

/** Who plays where: links by which others take a seat, a friend for a bot, and a bot for who leaves. */
function openSeats() {
  closeMenu();
  showSeats({ say, host, at, given: given(), players: view.players, keepSeats, async change(seat, who) {
    const answer = await host.seat(at.table, at.token, seat, who);
    if (!shown(answer)) return byId("seats").close();
    const { address, tokens } = given();
    for (const seats of [at.tokens, tokens || {}]) {
      delete seats[seat];
      if (answer.token && !(address && seats === at.tokens)) seats[seat] = answer.token; // in a network it is played by its link
    }
    if (tokens) sessionStorage.setItem(at.table, JSON.stringify({ address, tokens }));
    keepSeats();
    await refresh();
    return host.hasLinks ? openSeats() : byId("seats").close();
  } });
}

// --- keys and buttons

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && chosen.length) {
    chosen = [];
    render();
  }
  if (/^[0-9]$/.test(event.key)) document.querySelector(`[data-choice][data-key="${event.key}"]`)?.click();
});
byId("undo").addEventListener("click", () => takeBack(at.token));
byId("log-button").addEventListener("click", () => {
  const open = document.body.classList.toggle("with-log");
  fit();
  byId("log-button").setAttribute("aria-expanded", open);
  showNewest();
});
byId("log-close").addEventListener("click", () => {
  byId("log-button").click();
  byId("log-button").focus();
});
byId("links").addEventListener("click", openSeats);
byId("again").addEventListener("click", () => {
  closeMenu();
  if (view && !replay.isOn && view.decision) confirmLeaving(say, newGame);
  else newGame();
});
byId("to-own").addEventListener("click", (event) => {
  event.preventDefault(); // the hash holds the seats
  byId("own")?.focus();
});
byId("save").addEventListener("click", () => save(host.tape, `${page.game}.json`, JSON.stringify));
byId("language").addEventListener("change", (event) => {
  page.language = event.target.value;
  closeMenu();
  host.follows(page.language);
  lines = [];
  start();
});

const DRESSING = 8000; // ms that the page waits for its colours

/** Put on the colours and fonts of the game; the page does not show itself before they are there, or cannot be had. */
async function dress() {
  const href = host.dress(page.game, page.language);
  const sheet = byId("dress");
  if (sheet.getAttribute("href") === href) return;
  const come = new Promise((go) => {
    sheet.onload = sheet.onerror = go;
    setTimeout(go, DRESSING);
  });
  sheet.setAttribute("href", href);
  await come;
  await Promise.allSettled(["game-text", "game-title"].map((font) => document.fonts.load(`1em ${font}`)));
  document.body.classList.add("dressed");
  fit();
}

/** The back of the first deck as the pattern of the ground. */
function layGround() {
  const [deck] = Object.entries(about.decks).find(([, { back }]) => back) ?? [];
  document.documentElement.style.setProperty("--back", deck ? `url("${host.face(page.game, page.language, deck, "back-1")}")` : "none");
}

async function start() {
  const { table, seats } = host.at();
  const dressed = dress();
  about = await host.about(page.game, page.language);
  if (!about.title) {
    byId("main").replaceChildren();
    return void shown(about);
  }
  for (const [id, name] of [["undo", "takeBack"], ["log-button", "log"], ["rules", "rules"], ["save", "save"], ["links", "players"], ["again", "newGame"], ["to-own", "toOwn"]]) byId(id).textContent = say(name);
  byId("language-label").textContent = say("language");
  byId("side").setAttribute("aria-label", say("log"));
  byId("replay").setAttribute("aria-label", say("replay"));
  byId("log").setAttribute("aria-label", say("log"));
  byId("log-close").setAttribute("aria-label", say("close"));
  byId("more-label").setAttribute("aria-label", say("more"));
  layGround();
  const language = byId("language");
  language.hidden = about.languages.length < 2;
  language.replaceChildren(...about.languages.map((code) => el("option", { value: code, selected: code === page.language }, nameOf(code))));
  byId("rules").href = host.rules(page.game, page.language);
  byId("rules").hidden = !table || !byId("rules").getAttribute("href"); // the first screen has its own
  const wishes = new URLSearchParams(location.search);
  if (!table && wishes.get("seats") && !wishes.get("form")) {
    return begin(wishedGame(about, wishes, say));
  }
  await dressed;
  byId("undo").hidden = true; // until there is something to take back
  for (const id of ["log-button", "save", "links", "again"]) byId(id).hidden = !table;
  document.body.classList.toggle("at-table", Boolean(table));
  closeMenu();
  byId("turn").textContent = "";
  byId("log").replaceChildren();
  if (!table) return setUp(wishes);
  isVeiled ||= !at && seats.length > 1;
  at ||= { table, tokens: Object.fromEntries(seats), token: seats[0]?.[1] || "" };
  byId("links").hidden = !seats.some(([seat]) => seat !== "watch");
  return seatAt(at.token);
}

/** Open the page with its host, in a language. */
export function openPage(own, language = page.language) {
  host = own;
  prepareEnlarging(say);
  page.language = language;
  host.follow(() => {
    stop();
    tour += 1;
    release();
    replay.end();
    byId("replay").hidden = true;
    at = view = base = resumed = null;
    bases = new Map();
    isVeiled = false;
    for (const box of document.querySelectorAll("dialog[open]")) box.close();
    chosen = [];
    byId("alarm").hidden = true;
    return start();
  });
  return start();
}
