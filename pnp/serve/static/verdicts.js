// What simulated games say of a card, for each number of players: the verdicts that pnp simulate --keep has kept.

import { el } from "./dom.js";

/** Why simulated games say that a card is worth a look, for each number of players. */
export const flagged = (card) => card.verdicts.filter(({ mark }) => mark).map((one) => `${one.mark} ${one.title}: ${one.reason}${one.is_old ? " (before the last change)" : ""}`);

/** What simulated games say of a card, for each number of players. */
export const verdictsOf = (card) => card.verdicts.flatMap((one) => [
  el("h3", {}, "Simulated: ", one.title),
  ...(one.is_old ? [el("p", { class: "quiet" }, "The game has changed since: run pnp simulate --keep again.")] : []),
  ...(one.mark ? [el("p", { class: "flag" }, `${one.mark} ${one.reason}`)] : []),
  el("table", { class: "verdict-facts" }, el("tbody", {}, one.facts.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value))))),
]);
