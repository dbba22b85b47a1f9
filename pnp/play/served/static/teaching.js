// A first game that teaches: a rule of the booklet appears when it first matters, from the section that the question knows.

import { el } from "../dom.js";

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

/** A section of the booklet without its pictures: all until the next heading of its rank, with the names of icons. */
function sectionOf(heading, address) {
  const said = el("div", { class: "said", tabindex: 0 }, heading.cloneNode(true));
  for (let next = heading.nextElementSibling; next && !(/^H[1-6]$/.test(next.tagName) && next.tagName <= heading.tagName); next = next.nextElementSibling) said.append(next.cloneNode(true));
  for (const icon of said.querySelectorAll("svg")) icon.replaceWith(icon.querySelector("title")?.textContent ?? "");
  for (const picture of said.querySelectorAll("figure, .picture, .fan")) picture.remove();
  for (const link of said.querySelectorAll("a[href^='#']")) Object.assign(link, { href: address + link.getAttribute("href"), target: "rules" });
  const named = [...said.querySelectorAll("[id]")];
  const anchors = named.map((part) => part.id);
  for (const part of named) part.removeAttribute("id");
  const title = said.firstChild.textContent.trim();
  said.firstChild.remove();
  return { title, anchors, said };
}

/** What the first section of a booklet says of the game, where it is told in sentences: what it is about, and its aim. */
const openingOf = (page) => page.querySelector("main h2[id]:first-of-type:has(+ p)");

/**
 * The next lesson at a question: how the game begins in the booklet, then what it says of the question, then of the end;
 * null if all was said, or there is nothing to say.
 *
 * @param {string} game The game.
 * @param {object[]} sections The sections that the question belongs to, the closest first, and those of the end.
 * @param {string} address Where the booklet is; empty without one.
 */
export async function lessonOf(game, sections, address) {
  if (!address || !isTeaching(game)) return null;
  const page = await read(address);
  const opening = openingOf(page);
  const headings = [opening, ...sections.map(({ anchor }) => page.getElementById(anchor))];
  const heading = headings.find((each) => each && !taught.has(each.id));
  return heading ? { ...sectionOf(heading, address), isOpening: heading === opening } : null;
}

/** A lesson as an element; gone is called when the reader has read it, with true if no more are wanted. */
export function drawLesson(lesson, say, gone) {
  const done = (isEnough) => {
    noteTaught(lesson);
    gone(isEnough);
  };
  return el("aside", { class: "lesson", "aria-label": lesson.title },
    el("h3", {}, lesson.title), lesson.said,
    el("div", { class: "answers" },
      el("button", { class: "answer", onclick: () => done(false) }, say("understood")),
      el("button", { onclick: () => done(true) }, say("enough"))));
}

/** Note that a lesson was shown, with the sections that lie in it. */
export const noteTaught = (lesson) => { for (const anchor of lesson?.anchors ?? []) taught.add(anchor); };
