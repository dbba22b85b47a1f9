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

/** A few signs of Markdown, and expressions, in colour. */
const MARKDOWN = {
  token(stream) {
    if (stream.sol() && stream.match(/^(#{1,6} .*|:::.*)$/)) return "heading";
    if (stream.match(/^\{\{.*?\}\}|^\{%.*?%\}/)) return "keyword";
    if (stream.match(/^\*\*[^*]+\*\*/)) return "strong";
    if (stream.match(/^:[\w-]+:/)) return "atom";
    stream.next();
    return null;
  },
};

export async function showTexts(section) {
  const files = await question(`/studio/booklet/${path(state.game)}`) ?? [];
  if (!files.includes(file)) file = files.find((one) => one.endsWith("rulebook.md")) ?? files[0] ?? "";
  if (!file) return section.replaceChildren(el("p", { class: "quiet" }, "This game has no booklet yet: write templates/GAME/rulebook.md."));
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
      el("button", { onclick: save }, "Save"), el("small", { class: "quiet" }, "Ctrl+S saves; a click on a page shows it large")),
    el("div", { class: "beside" }, holder, el("div", { class: "pages", role: "region", tabindex: "0", "aria-label": "Pages" })));
  // A shadow root takes its styles as style sheets, which the policy of the page allows.
  const root = holder.attachShadow({ mode: "open" });
  view = new EditorView({
    doc: text, root, parent: root,
    extensions: [minimalSetup, lineNumbers(), highlightActiveLine(), EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": file, tabindex: "0" }), search({ top: true }), StreamLanguage.define(MARKDOWN),
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
  const images = (made?.pages ?? []).map((picture, index) => el("img", { src: `/picture/${picture.digest}.svg`, alt: `page ${index + 1}`, loading: "lazy" }));
  section.querySelector(".pages")?.replaceChildren(...(images.length ? images : [el("p", { class: "quiet" }, "Laying out …")]));
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
