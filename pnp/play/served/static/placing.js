// Where cards and pieces lie: grids, lanes, tracks, boards and dice.

import { el } from "../dom.js";
import { portrait } from "./portraits.js";

/**
 * The cells of a pile in a grid.
 *
 * @param {Array} cards What is drawn of its cards, in their order.
 * @param {Array | null} at The place of each card; null where they lie in their order.
 * @param {number} columns The columns, for cards in their order.
 * @param {Array} free The free places that can be chosen, as [place, element].
 */
export function grid(cards, at, columns, free) {
  if (!at) return el("div", { class: "cards in-grid", "--columns": Math.min(columns, Math.max(1, cards.length)) }, cards);
  const places = [...at, ...free.map(([place]) => place)];
  const [least, most] = [0, 1].map((axis) => places.map((place) => place[axis])).reduce(([low, high], numbers) => [[...low, Math.min(...numbers)], [...high, Math.max(...numbers)]], [[], []]);
  const placed = (element, [x, y]) => {
    element.style.gridArea = `${y - least[1] + 1} / ${x - least[0] + 1}`;
    return element;
  };
  const size = places.length ? most[0] - least[0] + 1 : 1;
  return el("div", { class: "cards in-grid", "--columns": size }, cards.map((card, index) => placed(card, at[index] ?? [least[0], least[1]])), free.map(([place, element]) => placed(element, place)));
}

/** The names of lanes in their order. */
export const laneNames = (at) => [...new Set(at)].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));

/** The cards of a pile in lanes, of which some may be empty. */
export function lanes(cards, at, names = laneNames(at)) {
  return el("div", { class: "cards lanes" }, names.map((name) => el("div", { class: "lane", role: "group", "aria-label": name, "data-place": name },
    el("span", { class: "lane-name" }, name), cards.filter((_, index) => at[index] === name))));
}

/** Put lanes above and below the places of their board, where these stand side by side: the style sheet has said where. */
export function alignLanes() {
  for (const figure of document.querySelectorAll(".facing:has(.board)")) {
    const lefts = [...figure.querySelectorAll(".place")].map((place) => place.offsetLeft);
    figure.classList.toggle("aligned", new Set(lefts).size === lefts.length);
  }
}

/** A track with so many spaces, and who stands on each. */
export function track(spaces, numbers, players) {
  const most = Math.max(spaces, ...numbers);
  return el("ol", { class: "track", "--columns": Math.min(most + 1, Math.ceil(Math.sqrt((most + 1) * 4))) }, Array.from({ length: most + 1 }, (_, space) => {
    const tokens = numbers.flatMap((number, seat) => (number === space ? [token(players[seat], seat)] : []));
    return el("li", { class: space === spaces ? "finish" : "", "--side": Math.ceil(Math.sqrt(tokens.length)) || 1 }, el("small", {}, space), tokens);
  }));
}

const token = (player, seat) => el("span", { class: "token", role: "img", "aria-label": player.name }, portrait(player, seat));

/**
 * A board: its picture, and at each place who stands there, and a button where the place can be chosen.
 *
 * @param {object} shown The seats by place.
 * @param {Array} players The players of the view.
 * @param {Function} choiceAt The choice of a place, with its id, its text and what takes it; none if it cannot be chosen.
 */
export function board(shown, players, choiceAt) {
  return el("div", { class: "board" }, Object.entries(shown).map(([place, seats]) => {
    const pieces = seats.map((seat) => token(players[seat], seat));
    const choice = choiceAt(place);
    return choice
      ? el("button", { class: "place choice", "data-place": place, "data-choice": choice.id, "aria-label": choice.text, onclick: choice.take }, pieces)
      : el("span", { class: "place", "data-place": place, role: "group", "aria-label": place }, pieces);
  }));
}

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** What dice show; numbers above six as figures. */
export function dice(numbers) {
  return el("div", { class: "dice" }, numbers.map((number) => el("span", { class: "die", role: "img", "aria-label": number },
    PIPS[number] ? Array.from({ length: 9 }, (_, spot) => el("i", { class: PIPS[number].includes(spot + 1) ? "pip" : "" })) : String(number ?? "–"))));
}
