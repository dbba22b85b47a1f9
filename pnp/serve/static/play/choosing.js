// Options are chosen part by part: a card, then what is said of it.

const key = (part) => (part.at ? `at ${part.at.join(" ")}` : part.card ? `card ${part.card.deck} ${part.card.card}` : `text ${part.text}`);

/** What may be chosen next among a question's options, given the parts chosen so far. */
export function choices(options, chosen) {
  const left = options
    .map((option, number) => ({ option, number }))
    .filter(({ option }) => chosen.every((part, index) => option.parts[index] && key(option.parts[index]) === part));
  const depth = chosen.length;
  const ready = left.find(({ option }) => option.parts.length === depth);
  const next = new Map();
  for (const { option, number } of left) {
    const part = option.parts[depth];
    if (!part) continue;
    const id = key(part);
    if (!next.has(id)) next.set(id, { id, part, field: option.fields[depth] || "", options: [] });
    next.get(id).options.push(number);
  }
  return { left, ready: ready && left.length === 1 ? ready.number : null, next: [...next.values()] };
}

/** The parts after one is chosen: those that leave no choice are chosen, too. A number once an option is certain. */
export function choose(options, chosen, id) {
  let parts = [...chosen, id];
  for (;;) {
    const { left, next } = choices(options, parts);
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
