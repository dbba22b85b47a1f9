// Options are chosen part by part: a card, then what is said of it.

const key = (part) => (part.at ? `at ${part.at.join(" ")}` : part.card ? `card ${part.card.deck} ${part.card.card}` : `text ${part.text}`);

/** What may be chosen next among a question's options, given the parts chosen so far. */
export function choices(options, chosen) {
  const left = options
    .map((option, number) => ({ option, number }))
    .filter(({ option }) => chosen.every((part, index) => option.parts[index] && key(option.parts[index]) === part));
  const depth = chosen.length;
  const next = new Map();
  for (const { option, number } of left) {
    const part = option.parts[depth];
    if (!part) continue;
    const id = key(part);
    if (!next.has(id)) next.set(id, { id, part, field: option.fields[depth] || "", options: [] });
    next.get(id).options.push(number);
  }
  const all = [...next.values()];
  for (const choice of all) choice.text = all.length === 1 && left.length === 1 ? textFrom(left[0].option, depth) : choice.part.text;
  return { left, next: all };
}

/** The parts of an option from a place on, in words. */
const textFrom = (option, place) => option.parts.slice(place).map(({ text }) => text).filter(Boolean).join(" ");

/**
 * The parts after one is chosen: those that leave no choice are chosen, too. A number once an option is certain.
 *
 * What is said of a card that was clicked is asked even if only one thing can be said: it has a button, and Back.
 */
export function choose(options, chosen, id) {
  let parts = [...chosen, id];
  for (;;) {
    const { left, next } = choices(options, parts);
    const hasClickedCard = parts.length === chosen.length + 1 && !id.startsWith("text ");
    if (hasClickedCard && next.length === 1 && left.length === 1 && next[0].text && !next[0].part.card) return { parts };
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
