// Faces of players: a person has the first letter of the name, a bot a small face; each seat has its colour.

import { el } from "../dom.js";

const HUES = [205, 25, 140, 320, 50, 265, 175, 0, 95, 235];
const MOUTHS = ["M13 25q7 5 14 0", "M14 26h12", "M14 25q6 6 12 0z", "M15 26q5 -3 10 0", "M14 25q4 4 12 1"];

/** The portrait of a player; readers of the screen hear the name beside it. */
export function portrait({ name, bot }, seat) {
  const style = { class: "portrait", "--hue": HUES[seat % HUES.length], "aria-hidden": "true" };
  if (!bot) return el("span", style, name.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase() ?? "");
  const eyes = seat % 3 === 1 ? "M13 17h3M24 17h3" : "M14.5 16v2M25.5 16v2";
  return el("span", style, el("svg", { viewBox: "0 0 40 40" },
    el("path", { class: "line", d: eyes }), el("path", { class: "line", d: MOUTHS[seat % MOUTHS.length] })));
}

/** The words of a page that are a list of names. */
const listed = (words) => words.split(/[,،、]\s*/).filter(Boolean);

/** The names of bots, by seat; none that somebody has already. */
export function botNames(words, seats, taken) {
  const used = new Set(Object.values(taken).map((name) => name.trim()));
  const left = listed(words).filter((name) => !used.has(name));
  return Object.fromEntries(seats.flatMap((who, seat) => (who !== "person" && !taken[seat] && left.length ? [[seat, left.shift()]] : [])));
}
