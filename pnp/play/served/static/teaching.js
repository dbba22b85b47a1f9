// A first game that teaches: a rule of the booklet appears when it first matters, from the section that the question knows.

import { el } from "../dom.js";

const MOST = 420; // letters of a section that are shown
const STYLES = /<style[^]*?<\/style>| style="[^"]*"/g; // which this page does not allow
const taught = new Set(); // the anchors of sections that were shown
let booklet = null;

const key = (game) => `pnp taught ${game}`;

/** Whether games teach here: until one was played to its end, or a reader has said enough. */
export function isTeaching(game) {
  try {
    return !localStorage.getItem(key(game));
  } catch {
    return true;
  }
}

/** Teach no more, or again. */
export function setTeaching(game, isOn) {
  try {
    if (isOn) localStorage.removeItem(key(game));
    else localStorage.setItem(key(game), "1");
  } catch {} // nothing may be stored: it teaches as long as the page
  if (isOn) taught.clear();
}

/** Read the booklet, once for each address. */
async function read(address) {
  if (booklet?.address !== address) {
    const text = fetch(address).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
    booklet = { address, page: text.then((html) => new DOMParser().parseFromString(html.replace(STYLES, ""), "text/html")) };
  }
  return booklet.page;
}

/** The sentences of a section: its paragraphs and entries, until the next heading, with the names of icons. */
function sentences(page, anchor) {
  const heading = page.getElementById(anchor);
  if (!heading) return [];
  for (const icon of page.querySelectorAll("svg")) icon.replaceWith(icon.querySelector("title")?.textContent ?? "");
  const texts = [];
  let length = 0;
  const level = heading.tagName;
  for (let next = heading.nextElementSibling; next && !(/^H[1-6]$/.test(next.tagName) && next.tagName <= level); next = next.nextElementSibling) {
    const parts = next.matches("p") ? [next] : next.matches("ol, ul") ? [...next.children] : [];
    for (const part of parts) {
      const text = part.textContent.replace(/\s+/g, " ").trim();
      if (!text) continue;
      if (length && length + text.length > MOST) return texts;
      texts.push(text);
      length += text.length;
    }
  }
  return texts;
}

/**
 * The lesson of a question: what the booklet says of it, the first time; null if it was said, or there is nothing to say.
 *
 * @param {string} game The game.
 * @param {object} question The question, with the sections that it belongs to, the closest first.
 * @param {string} address Where the booklet is; empty without one.
 */
export async function lessonOf(game, question, address) {
  const section = question?.sections.find(({ anchor }) => !taught.has(anchor));
  if (!section || !address || !isTeaching(game)) return null;
  const page = await read(address);
  const texts = sentences(page, section.anchor);
  return texts.length ? { section, texts } : null;
}

/** A lesson as an element; gone is called when the reader has read it, with true if no more are wanted. */
export function drawLesson({ section, texts }, say, gone) {
  const done = (isEnough) => {
    taught.add(section.anchor);
    gone(isEnough);
  };
  return el("aside", { class: "lesson", "aria-label": section.title },
    el("h3", {}, section.title), el("div", { class: "said" }, texts.map((text) => el("p", {}, text))),
    el("div", { class: "answers" },
      el("button", { class: "answer", onclick: () => done(false) }, say("understood")),
      el("button", { onclick: () => done(true) }, say("enough"))));
}

/** Note that a section was shown beside a question that is answered. */
export const noteTaught = (question) => { for (const { anchor } of question?.sections.slice(0, 1) ?? []) taught.add(anchor); };
