// The texts of the booklet beside its pages.

import { el, toast } from "/static/dom.js";
import { path } from "/static/net.js";
import { madeIn, state } from "/static/state.js";
import { edit, question } from "./edits.js";

let file = "";
let view = null;
let before = "";
let seen = {};
let holder = null;
let aim = null;

const FIRST = `## What you need

The cards.

## Play

1. Shuffle the cards.
2. Write here what players do in their turn.

## The end

Write here when the game ends, and who wins.
`;

/** A few signs of Markdown are bold, expressions and icons slanted: the colours of the library are too faint when it is dark. */
const MARKDOWN = {
  token(stream) {
    if (stream.sol() && stream.match(/^(#{1,6} .*|:::.*)$/)) return "heading";
    if (stream.match(/^\{\{.*?\}\}|^\{%.*?%\}/)) return "emphasis";
    if (stream.match(/^\*\*[^*]+\*\*/)) return "strong";
    if (stream.match(/^:[\w-]+:/)) return "emphasis";
    stream.next();
    return null;
  },
};

/** Let the next show of the texts begin at a line of a file. */
export function aimAt(wanted, line) {
  aim = { file: wanted, line };
}

export async function showTexts(section) {
  await layTexts(section);
  if (aim && aim.file === file && view) goToLine(aim.line);
  aim = null;
}

async function layTexts(section) {
  const files = await question(`/studio/booklet/${path(state.game)}`) ?? [];
  if (aim && aim.file !== file && files.includes(aim.file)) {
    if (view && holder?.isConnected && view.state.doc.toString() !== before) toast(`Save ${file} first.`);
    else [file, view] = [aim.file, null];
  }
  if (!files.includes(file)) file = files.find((one) => one.endsWith("rulebook.md")) ?? files[0] ?? "";
  if (!file) return section.replaceChildren(el("p", { class: "quiet" }, "This game has no booklet yet."), el("p", {}, el("button", { class: "go", onclick: () => begin(section) }, "Begin the rules")));
  const read = await question(`/studio/text/${file}`);
  if (!read) return;
  const { text } = read;
  if (view && holder?.isConnected && view.state.doc.toString() !== before) {  // what was typed is not saved yet
    if (text !== before) sayChanged(section, read);
    return pages(section);
  }
  if (view && holder?.isConnected && view.state.doc.toString() === text) return pages(section);
  before = text;
  seen = read.seen;
  const { EditorView, minimalSetup, lineNumbers, highlightActiveLine, keymap, search, searchKeymap, StreamLanguage } = await import("./vendor/codemirror.js");
  holder = el("div", { class: "editor" });
  section.replaceChildren(
    el("div", { class: "filters" },
      el("select", { "aria-label": "File", onchange: (event) => { file = event.target.value; view = null; showTexts(section); } }, files.map((one) => el("option", { value: one, selected: one === file }, one))),
      el("button", { onclick: save }, "Save"), el("small", { class: "quiet" }, "Ctrl+S saves; a click on a page goes to its line")),
    el("div", { class: "beside" }, holder, el("div", { class: "pages", role: "region", tabindex: "0", "aria-label": "Pages" })));
  // A shadow root takes its styles as style sheets, which the policy of the page allows.
  const root = holder.attachShadow({ mode: "open" });
  view = new EditorView({
    doc: text, root, parent: root,
    extensions: [minimalSetup, lineNumbers(), highlightActiveLine(), EditorView.lineWrapping, EditorView.updateListener.of((update) => { if (update.selectionSet) markBlock(section); }), EditorView.contentAttributes.of({ "aria-label": file, tabindex: "0" }), search({ top: true }), StreamLanguage.define(MARKDOWN),
      keymap.of([{ key: "Mod-s", run: () => { save(); return true; } }, ...searchKeymap]),
      EditorView.theme({ "&": { height: "100%", fontSize: "15px", color: "inherit" }, ".cm-scroller": { fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace", lineHeight: "1.5" }, ".cm-gutters": { background: "transparent", color: "inherit", opacity: ".8", border: "0" }, ".cm-activeLine": { background: "rgb(127 127 127 / .1)" }, ".cm-cursor": { borderLeftColor: "currentColor" } })],
  });
  pages(section);
}

/** Say that the file was changed elsewhere while something was typed, and ask which one counts. */
function sayChanged(section, read) {
  section.querySelector(".changed")?.remove();
  const note = el("p", { class: "changed", role: "alert" }, `${file} was changed elsewhere. `,
    el("button", { onclick: () => { view = null; showTexts(section); } }, "Read it again"),
    el("button", { onclick: () => { before = read.text; ({ seen } = read); note.remove(); } }, "Keep mine"));
  section.querySelector(".filters").after(note);
}

function pages(section) {
  const made = madeIn(state.language);
  const shown = (made?.pages ?? []).map((picture, index) => {
    const page = el("figure", { class: "page", "--w": picture.size[0], "--h": picture.size[1], onclick: (event) => goTo(picture, event) }, el("img", { src: `/picture/${picture.digest}.svg`, alt: `page ${index + 1}`, loading: "lazy" }));
    page.picture = picture;
    return page;
  });
  section.querySelector(".pages")?.replaceChildren(...(shown.length ? shown : [el("p", { class: "quiet" }, "Laying out …")]));
  markBlock(section);
}

/** Go to the line of what is at a point of a page. */
function goTo(picture, event) {
  const seen = event.currentTarget.getBoundingClientRect();
  const [x, y] = [(event.clientX - seen.left) / seen.width * picture.size[0], (event.clientY - seen.top) / seen.height * picture.size[1]];
  const away = ({ box: [left, top, width, height] }) => Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
  const here = picture.boxes.filter(({ place }) => place.file === file).sort((a, b) => away(a) - away(b))[0];
  if (!here) return;
  goToLine(here.place.line);
}

function goToLine(number) {
  const line = view.state.doc.line(Math.min(number, view.state.doc.lines));
  view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
  view.focus();
}

/** Mark the block on the pages in whose lines the cursor is. */
function markBlock(section) {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  const pages_ = [...section.querySelectorAll(".page")];
  const all = pages_.flatMap((page) => page.picture.boxes.filter(({ place }) => place.file === file).map((one) => ({ page, ...one })));
  const start = Math.max(0, ...all.map(({ place }) => place.line).filter((first) => first <= line));
  for (const mark of section.querySelectorAll(".page .mark")) mark.remove();
  for (const { page, box: [x, y, width, height] } of all.filter(({ place }) => place.line === start)) {
    const mark = el("div", { class: "mark", "--x": x, "--y": y, "--across": width, "--down": height });
    page.append(mark);
    if (view.hasFocus) mark.scrollIntoView({ block: "nearest" });
  }
}

/** Write a first booklet. */
async function begin(section) {
  const put = { do: "put", file: `templates/${state.game}/rulebook.md`, content: btoa(FIRST) };
  if (await edit("begin the rules", [put], { game: state.game, seen: {} })) await showTexts(section);
}

/** Write the lines that have changed. */
async function save() {
  const now = view.state.doc.toString();
  if (now === before) return toast("Nothing has changed.");
  const [old, next] = [before.split("\n"), now.split("\n")];
  let start = 0;
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const one = { do: "lines", file, line: start + 1, old: old.slice(start, old.length - end), new: next.slice(start, next.length - end) };
  if (await edit(`text of ${file.split("/").at(-1)}`, [one], { game: state.game, seen })) {
    before = now;
    toast("saved");
  }
  return true;
}
