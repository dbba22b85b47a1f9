// Print, play, publish: what the commands do, by buttons; what they print is shown.

import { layDecks } from "/static/cards.js";
import { el } from "/static/dom.js";
import { game, state } from "/static/state.js";
import { openOutput, question, run } from "./edits.js";
import { nameOf } from "./words.js";

const BACKS = { duplex: "on the other side (duplex)", separate: "in a file of their own", fold: "beside their faces, to fold", none: "none" };
const USUAL = { png: "Pictures", web: "Web page", tts: "Tabletop Simulator" };
const wish = { lang: "", paper: "a4", backs: "duplex", kind: "" };
let choices;
// It stays while the view is laid anew after a save.
const log = el("div", { class: "log", role: "log", tabindex: "0", "aria-label": "What it prints" });
let isRunning = false;

export async function showMake(section) {
  choices ??= await question("/studio/choices");
  const exports = choices?.exports ?? [];
  const others = exports.filter(([kind]) => !USUAL[kind]);
  wish.kind ||= others[0]?.[0] ?? "";
  const choose = (key, name, options) => el("label", {}, name, " ", el("select", { onchange: (event) => { wish[key] = event.target.value; } }, options.map(([value, text]) => el("option", { value, selected: wish[key] === value }, text))));
  const button = (text, more, title = "") => el("button", { title, onclick: () => start(more, text) }, text);
  section.replaceChildren(
    el("div", { class: "make" },
      el("section", {}, el("h2", {}, "Print"),
        choose("lang", "Language", [["", "all"], ...(game()?.languages ?? []).map((code) => [code, code])]),
        choose("paper", "Paper", choices?.papers ?? [["a4", "A4"]]),
        choose("backs", "Backs", Object.entries(BACKS)),
        button("Make the PDFs", { command: "build" })),
      el("section", {}, el("h2", {}, "Play"),
        button("Open a table", { command: "play" }, "It runs the project's rules.py"),
        button("Simulate games", { command: "simulate" }, "It runs the project's rules.py; each card then has its verdict"),
        button("Check everything", { command: "check" }, "It runs the project's rules.py in processes of their own"),
        el("small", { class: "quiet" }, "These three run the project's rules.py and bots.py: only for projects that you trust.")),
      el("section", {}, el("h2", {}, "Publish"),
        button("Release", { command: "release" }), ...exports.filter(([kind]) => USUAL[kind]).map(([kind, makes]) => button(USUAL[kind], { command: "export", kind }, makes)),
        choose("kind", "Others", others.map(([kind, makes]) => [kind, `${kind}: ${makes}`])),
        el("button", { onclick: () => start({ command: "export", kind: wish.kind }, wish.kind) }, "Export"))),
    log);
}

/** Write rules to begin with, and do again what needed them. */
async function beginRules(more, name) {
  let isMade = false;
  await run({ game: state.game, command: "add" }, (line) => { isMade ||= line === "exit 0"; log.append(el("p", {}, line)); });
  if (isMade) await start(more, name);
}

/** Show a line that a command prints; a file and an address can be opened. */
function show(line) {
  const file = line.match(/(?:^|\/)output\/(\S+\.\w+)/)?.[1];
  const link = line.match(/^http:\/\/\S+/)?.[0];
  if (link) log.append(el("p", {}, el("a", { href: link, target: "_blank", rel: "noopener" }, link)));
  else if (file) log.append(el("p", {}, el("button", { class: "place", onclick: () => openOutput(file) }, file), line.slice(line.indexOf(file) + file.length)));
  else log.append(el("p", {}, line));
  log.scrollTop = log.scrollHeight;
}

/** Run a command with what is chosen, call `hear` with each line, and return its exit status; "" for a table, which stays open. */
async function exitOf(more, hear) {
  let exit = "";
  await run({ game: state.game, ...wish, ...more }, (line) => { if (line.startsWith("exit ")) exit = line.slice(5); else hear(line); });
  return exit;
}

/** Print each language by itself, as faults of one do not concern the others; those that are left out can be printed as drafts. The exit status. */
async function printEach() {
  const left = [];
  for (const lang of wish.lang ? [] : game().languages) {
    const printed = [];
    if (await exitOf({ command: "build", lang }, (line) => printed.push(line)) === "0") printed.filter((line) => line.includes("output/")).forEach(show);
    else left.push(lang);
  }
  for (const lang of wish.lang ? [wish.lang] : left) {
    const draft = () => start({ command: "build", lang, draft: true }, `${nameOf(lang)}, as a draft`);
    log.append(el("p", {}, `${nameOf(lang)} is left out, see above: Words lists what is not translated. `, el("button", { class: "place", onclick: draft }, `${nameOf(lang)} as a draft`)));
  }
  return left.length < game().languages.length && !wish.lang ? "0" : "1";
}

async function start(more, name) {
  if (isRunning) return;
  isRunning = true;
  log.replaceChildren(el("p", { class: "quiet" }, `${name} …`));
  const isPrinting = more.command === "build" && !more.draft;
  let hasRules = true;
  let exit = await exitOf(more, (line) => {
    hasRules &&= !line.includes("[rules-missing]");
    if (!isPrinting || !line.includes("; nothing was written")) show(line);
  });
  if (exit === "1" && isPrinting) exit = await printEach();
  if (more.command === "simulate") await layDecks();  // with the verdicts at the cards
  if (exit) log.append(el("p", { class: exit === "0" ? "good" : "bad" }, exit === "0" ? "done" : "not done: see above"));
  log.scrollTop = log.scrollHeight;
  isRunning = false;
  if (!hasRules) log.append(el("p", {}, "A table needs rules in Python. pnp can write a draft to begin with, in which all keep a card and pass the rest on: "), el("button", { class: "place", onclick: () => beginRules(more, name) }, "Begin with rules for a draft"));
}
