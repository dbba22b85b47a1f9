// The studio: what the preview shows can be changed by hand.

import { el } from "/static/dom.js";
import { allFaults, faultButtons, madeIn, state, told, views } from "/static/state.js";
import { closeBench, isOpen, openBench, refreshBench } from "./bench.js";
import { correct, loadSteps, stepButtons } from "./edits.js";
import { TABLES, showTable, takeTable } from "./grid.js";
import { showMake } from "./make.js";
import { takeAll } from "./pictures.js";
import { offerStart } from "./start.js";
import { aimAt, showTexts } from "./texts.js";
import { showWords } from "./words.js";

document.head.append(
  el("link", { rel: "stylesheet", href: new URL("studio.css", import.meta.url).href }),
  el("link", { rel: "stylesheet", href: new URL("vendor/tabulator.css", import.meta.url).href }));
document.body.classList.add("studio");

let shown = "";

// The large view of the preview gives way to the workbench.
addEventListener("opencard", (event) => {
  event.stopImmediatePropagation();
  openBench(event.detail.deck, event.detail.number);
}, true);

// A spot in a text of the booklet opens that text.
addEventListener("openplace", (event) => {
  const [, file, line] = event.detail.match(/^(.+\.md)(?::(\d+))?/) ?? [];
  if (!file?.startsWith(`templates/${state.game}/`)) return;
  event.preventDefault();
  if (isOpen()) closeBench();
  aimAt(file, Number(line ?? 1));
  shown = "";
  document.querySelector("[data-view=texts]").click();
});

const VIEWS = { data: ["Table", showTable], words: ["Words", showWords], texts: ["Texts", showTexts], make: ["Print & play", showMake] };
for (const [name, [title, show]] of Object.entries(VIEWS)) {
  document.getElementById("table").append(el("section", { id: name, class: "view studio-view", hidden: true }));
  document.querySelector(".views").append(el("button", { "data-view": name }, title));
  views.set(name, (section, isForced = false) => {
    const pages = name === "texts" ? madeIn(state.language)?.pages.map((page) => page.digest) ?? "" : "";
    const wanted = `${name} ${state.game} ${state.language} ${told.generation} ${pages}`;
    const focused = section.contains(document.activeElement) ? document.activeElement : null;
    // A table or a list would lose what is being written; the booklet's pages change beside its text.
    const isBusy = focused && name !== "texts" && (name === "make" || focused.matches("input, textarea, select"));
    if (shown === wanted || (isBusy && !isForced)) return;
    shown = wanted;
    Promise.resolve(show(section, !isForced && focused !== null)).then(() => { if (section.hidden) shown = ""; });  // what was laid unseen has no height
  });
}

// A fault whose fix is one change has a button that makes it; one of several of a kind, a second that corrects all.
const MOST_FIXES = 200;
faultButtons.push((fault) => (fault.corrects.length ? el("button", { class: "apply", title: `Write ${fault.corrects[1]} for ${fault.corrects[0]}`, onclick: () => correct([fault]) }, fault.corrects[1].length > 30 ? "Correct it" : `Write ${fault.corrects[1]}`) : null));
faultButtons.push((fault) => {
  const alike = fault.corrects.length ? allFaults().filter((one) => one.code === fault.code && one.corrects.length).slice(0, MOST_FIXES) : [];
  return alike.length > 1 ? el("button", { class: "apply", onclick: () => correct(alike) }, `Correct all ${alike.length} of this kind`) : null;
});

// Pictures that are dropped on all cards or on their table find their cards by their names.
for (const type of ["dragover", "drop"]) document.addEventListener(type, (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
document.getElementById("table").addEventListener("drop", ({ dataTransfer: { files } }) => {
  if (!["cards", "data"].includes(state.view) || !files.length) return;
  const table = [...files].find(({ name }) => TABLES.includes(name.split(".").at(-1).toLowerCase()));
  if (table) takeTable(table);
  else takeAll(files);
});

document.querySelector(".bar .tools").prepend(...stepButtons());

const KEYS = [
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"], ["Enter", "write into the text of the element"], ["←  →  ↑  ↓", "move by 0.5 mm; with Shift by 5 mm"],
  ["Shift+click", "choose several; or draw a frame on the ground"], ["Alt+click, Alt+drag", "choose what lies below; do not snap"],
  ["<  >", "smaller, larger type, by 1 pt"], ["Ctrl+D, Delete", "duplicate, delete"], ["[  ]", "send backward, bring forward"], ["Page up, Page down", "the card before, the next card"],
  ["+  −  0", "larger, smaller, fit"], ["Esc", "choose nothing; back to the cards"],
];
document.querySelector("#help dl").after(el("h3", {}, "On the workbench"), el("dl", {}, KEYS.flatMap(([keys, does]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, does)])));
// What lies below the workbench is drawn when it closes: a hundred faces would be in the way of the next change.
let resting, isBehind = false;
document.addEventListener("saved", (event) => {
  if (!isOpen()) return;
  event.preventDefault();
  isBehind = true;
  clearTimeout(resting);
  resting = setTimeout(refreshBench, 300);
});
document.addEventListener("uncovered", () => {
  if (isBehind) document.dispatchEvent(new CustomEvent("catchup"));
  isBehind = false;
});
document.addEventListener("stepped", () => { if (isOpen()) refreshBench(); else { shown = ""; views.get(state.view)?.(document.getElementById(state.view), true); } });
await Promise.all([loadSteps(), offerStart()]);
const one = new URLSearchParams(location.hash.slice(1)).get("card")?.match(/^(.*):(\d+)$/);
if (one && state.game) openBench(one[1], Number(one[2]));
