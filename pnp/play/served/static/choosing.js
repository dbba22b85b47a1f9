// Options are chosen part by part: a card, then what is said of it. Each option has one way of choices that leads to it.

import { cellId, placeId } from "./lying.js";

/** What tells a part of an option from others. */
export const key = (part) => (part.cell ? cellId(part.cell) : part.seat !== undefined ? `seat ${part.seat}` : part.at ? placeId(part.at) : part.card ? `card ${part.card.deck} ${part.card.card}` : `text ${part.text}`);

/** The options with their numbers; of some that are equal, the first. */
function different(options) {
  const seen = new Set();
  return options.map((option, number) => ({ option, number })).filter(({ option }) => {
    const text = JSON.stringify(option);
    return !seen.has(text) && seen.add(text);
  });
}

/**
 * What may be chosen next among a question's options, given the parts chosen so far.
 *
 * Options that have no more parts, while others are left, are choices of their own.
 */
export function choices(options, chosen, colon = ":") {
  const depth = chosen.length;
  const left = different(options).filter(({ option }) => chosen.every((part, index) => option.parts[index] && key(option.parts[index]) === part));
  const next = new Map();
  for (const { option, number } of left) {
    const part = option.parts[depth];
    const id = part ? key(part) : `option ${number}`;
    if (!next.has(id)) next.set(id, { id, part: part || {}, field: option.fields[depth] || "", options: [] });
    next.get(id).options.push({ option, number });
  }
  const all = [...next.values()];
  for (const choice of all) {
    const [{ option }] = choice.options;
    if (choice.id.startsWith("option ")) choice.text = wholeText(option, left);
    else if (all.length === 1 && left.length === 1) choice.text = textFrom(option, depth);
    else if (!depth && choice.options.length === 1 && option.parts.length === 1 && choice.id.startsWith("text ")) choice.text = option.text || choice.part.text;
    else choice.text = [choice.part.text, certain(choice, depth + 1)].filter(Boolean).join(`${colon} `);
  }
  return { left, next: all };
}

/** An option in words; with its kind, where another one has the same words. */
function wholeText({ text, kind }, left) {
  const alike = left.filter(({ option }) => option.text === text);
  return alike.length > 1 ? `${text} (${kind})` : text || "–";
}

/** The parts of an option from a place on, in words. */
const textFrom = (option, place) => option.parts.slice(place).map(({ text }) => text).filter(Boolean).join(" ");

/** What follows from a choice, in words: the next parts that are the same in all its options. */
function certain({ id, options }, depth) {
  if (!id.startsWith("text ")) return "";
  const [{ option }] = options;
  const following = option.parts.slice(depth);
  const end = following.findIndex((part, at) => !options.every(({ option: { parts } }) => parts[depth + at] && key(parts[depth + at]) === key(part)));
  return following.slice(0, end < 0 ? following.length : end)
    .map(({ text }, at) => [option.fields[depth + at], text].filter(Boolean).join(" ")).join(", ");
}

/**
 * The parts after one is chosen: those that leave no choice are chosen, too. A number once an option is certain.
 *
 * What is said of a card that was clicked is asked even if only one thing can be said: it has a button, and Back.
 */
export function choose(options, chosen, id) {
  if (id.startsWith("option ")) return { number: Number(id.slice(7)) };
  let parts = [...chosen, id];
  for (;;) {
    const { left, next } = choices(options, parts);
    const hasClickedCard = parts.length === chosen.length + 1 && !id.startsWith("text ");
    if (hasClickedCard && next.length === 1 && left.length === 1 && next[0].part.text && !next[0].part.card) return { parts };
    if (left.length === 1) return { number: left[0].number };
    if (next.length !== 1) return { parts };
    parts = [...parts, next[0].id];
  }
}

const textOf = (element) => (element.getAttribute("aria-label") || element.textContent).trim();

/** Give a key to each choice on the page: a digit that is its name, or else the next digit that names none. */
export function pickKeys() {
  const all = [...document.querySelectorAll("[data-choice]")];
  const named = new Set(all.map(textOf).filter((text) => /^[0-9]$/.test(text)));
  const left = [..."123456789"].filter((digit) => !named.has(digit));
  for (const element of all) {
    const text = textOf(element);
    const digit = named.has(text) ? text : named.size && /^[0-9]+$/.test(text) ? "" : left.shift();
    if (digit) element.dataset.key = digit;
    element.toggleAttribute("data-named", named.has(text));
  }
}
