// Two views of a seat → what has changed between them, in words: "points: Anna +2, Ben −1".

import { el } from "../dom.js";
import { portrait } from "./portraits.js";

/** A number with a true minus sign. */
export const numeral = (number) => String(number).replace("-", "\u2212");

const signed = (number) => (number > 0 ? `+${number}` : `\u2212${-number}`);

/** The end of a game in sentences: why, who has won, and what that means for a player who is alone at this device; who has won alone reads that first. */
export function ending(view, say, isAlone = false) {
  const { why, winners } = view.end;
  const names = winners.map((seat) => view.players[seat].name).join(", ");
  const won = names ? [say("winner", { names })] : [];
  if (!isAlone || view.seat === null) return [why, ...won];
  if (!winners.includes(view.seat)) return [why, ...won, say("youLost")];
  return [why, ...(winners.length > 1 ? [say("youShare"), ...won] : [say("youWon")])];
}

/**
 * What has changed for each player: the numbers of values by seat, and how many cards lie in piles that nobody sees.
 *
 * @param {object | null} before An earlier view; none without one.
 * @param {object} now The view.
 * @param {string} colon The colon of the language, with its space.
 */
export function results(before, now, colon) {
  if (!before || before.decision > now.decision) return [];
  const line = (word, changes) => {
    const each = changes.flatMap((change, seat) => (change ? [`${now.players[seat].name} ${signed(change)}`] : []));
    return each.length ? [`${word ? `${word}${colon} ` : ""}${each.join(", ")}`] : [];
  };
  const values = now.values.filter((value) => value.numbers).flatMap((value) => {
    const old = before.values.find(({ name }) => name === value.name)?.numbers;
    return line(value.word, value.numbers.map((number, seat) => number - (old?.[seat] ?? 0)));
  });
  const covered = now.piles.filter((pile) => pile.owner !== null && !pile.is_hand && !pile.cards.length);
  const piles = [...new Set(covered.map(({ name }) => name))].flatMap((name) => {
    const count = (view, seat) => view.piles.find((pile) => pile.name === name && pile.owner === seat)?.count ?? 0;
    const more = now.players.map((_, seat) => Math.max(0, count(now, seat) - count(before, seat)));
    return line(covered.find((pile) => pile.name === name).word, more);
  });
  return [...values, ...piles];
}

/** The scores of a game that is over: the most points first, each with its parts. */
export function scoreTable(view, say) {
  const { scores: points, parts, winners } = view.end;
  if (!points.length) return "";
  const number = (value) => el("td", {}, numeral(value));
  const order = points.map((_, seat) => seat).sort((one, other) => winners.includes(other) - winners.includes(one) || points[other] - points[one]);
  return el("table", { class: "scores" },
    parts.length ? el("thead", {}, el("tr", {}, el("td"), parts.map(({ word }) => el("th", { scope: "col" }, word)), el("th", { scope: "col" }, say("total")))) : "",
    el("tbody", {}, order.map((seat) => el("tr", { class: winners.includes(seat) ? "won" : "" },
      el("th", { scope: "row" }, portrait(view.players[seat], seat), el("span", {}, view.players[seat].name)),
      parts.map(({ numbers }) => number(numbers[seat])), el("td", { class: "total" }, el("b", {}, numeral(points[seat])))))));
}
