// The workbench: one card as large as the window, with its elements, its data, and handles.

import { findTile, tilesOf } from "/static/cards.js";
import { byId, el, toast } from "/static/dom.js";
import { faultItem } from "/static/faults.js";
import { game, state } from "/static/state.js";
import { verdictsOf } from "/static/verdicts.js";
import { edit, postJson, question, stepButtons, watched } from "./edits.js";
import { arranged, boxEdits, placeOfKey, sideOf, snap, snapLines } from "./geometry.js";
import { chooseFont, chooseIcon, iconEdits } from "./library.js";
import { asText, elementPanel, fieldEdit, fieldsIn, fieldsPanel, isExpression, lists } from "./panel.js";
import { cellText, columnOf, ENDINGS, nameFor, picturesOf, putEdit, saidOf, takeAll } from "./pictures.js";
import { scrollStrip, stripOf } from "./strip.js";
import { refreshThumbs } from "./thumbs.js";

const GRID = 0.5;
const NEAR = 6;
const REST = 1500;
const KINDS = { text: "Text", rect: "Rectangle", ellipse: "Ellipse", line: "Line", image: "Picture", icon: "Icon", svg: "Drawing", qr: "QR code", barcode: "Bar code" };
const STEPS = { left: "align left", centre: "align centres", right: "align right", top: "align top", middle: "align middles", bottom: "align bottom", across: "distribute across", down: "distribute down" };

const isCoarse = matchMedia("(pointer: coarse)");

let kinds = null;
let bench = null;
let chosen = [];
let shown = null;
let zoomed = 0;
let drag = null;
let lastClick = 0;
let resting;
const page = el("section", { id: "bench", class: "bench", hidden: true, "aria-label": "Workbench" });
document.body.append(page);

export const isOpen = () => !page.hidden;
const deckOf = () => game()?.decks.find((one) => one.name === shown.deck);
const elementOf = (box) => bench?.elements.find((one) => one.file === box.place.file && one.line === box.place.line && one.column === box.place.column);
const boxesOf = (element) => shown.boxes.filter((box) => box.place.file === element.file && box.place.line === element.line && box.place.column === element.column);
const keyOf = (element) => `${element.file} ${element.path.join(" ")}`;
const isChosen = (element) => chosen.includes(keyOf(element));
const chosenElements = () => bench.elements.filter(isChosen);

/** Open a card. */
export async function openBench(deck, number, side = "face") {
  kinds ??= await question("/studio/kinds");
  const isOther = !shown || shown.deck !== deck || shown.side !== side || shown.game !== state.game;
  shown = { game: state.game, deck, number, side, boxes: [], faults: [], digest: "", told: "", url: shown?.url };
  if (isOther) chosen = [];
  cover(true);
  frame();
  await refreshBench();
}

/** Show the workbench over all else, which neither keys nor screen readers reach then. */
function cover(isOpen_) {
  page.hidden = !isOpen_;
  document.body.classList.toggle("at-bench", isOpen_);
  for (const other of document.querySelectorAll("body > :is(.bar, .look, .alarm, main, .status, .skip)")) other.inert = isOpen_;
}

export function closeBench() {
  cover(false);
  document.dispatchEvent(new CustomEvent("uncovered"));
  findTile(shown.deck, shown.number)?.figure.focus();
}

/** Read the card again, and draw it. */
export async function refreshBench() {
  if (!isOpen()) return;
  const wanted = shown;
  const answer = await postJson("/studio/card", { shown: watched.card() });
  if (answer?.shown && shown === wanted) await watched.take(answer.shown);
}

watched.card = () => (isOpen() ? { game: shown.game, language: state.language, deck: shown.deck, number: shown.number, is_back: shown.side === "back", digest: shown.digest } : null);

/** Draw the card as the server tells it. */
watched.take = async (answer) => {
  const { face } = answer;
  const card = answer.bench;
  if (!isOpen()) return;
  const now = JSON.stringify([card, face?.digest, face?.boxes, face?.faults]);
  if (drag?.isDone) drag = null;
  if (now === shown.told) return overlay();
  shown.told = now;
  const here = shown;
  if (face && face.svg !== null) {
    const before = shown.url;
    shown.url = URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" }));
    shown.digest = face.digest;
    await show(shown.url);
    if (before) URL.revokeObjectURL(before);
    if (shown !== here) return;
  }
  if (face) {  // together with the elements: each box is that of an element
    shown.boxes = face.boxes;
    shown.faults = face.faults;
  }
  if (card) {
    bench = { ...card, isHere: bench?.isHere ?? false };
    chosen = chosen.filter((key) => bench.elements.some((one) => keyOf(one) === key));
    tell();
  }
  overlay();
  clearTimeout(resting);
  resting = setTimeout(refreshThumbs, REST);  // other cards are drawn when the hands rest
  page.dataset.shown = String(Number(page.dataset.shown ?? 0) + 1);
};

async function show(url) {
  const image = page.querySelector(".sheet img");
  image.src = url;
  await image.decode().catch(() => {});
}

// --- the frame around the card

function frame() {
  const tile = findTile(shown.deck, shown.number);
  const { has_back: hasBack } = deckOf();
  const decks = game().decks.filter((one) => !one.is_broken);
  const button = (text, title, onclick, more = {}) => el("button", { title, "aria-label": title, onclick, ...more }, text);
  const { languages } = game();
  const isInStrip = Boolean(document.activeElement?.closest(".strip"));
  page.replaceChildren(
    el("header", { class: "bar" },
      button("← Cards", "All cards (Esc)", closeBench),
      el("h1", { class: "spoken" }, tile?.card.label ?? shown.deck),
      decks.length > 1 ? el("select", { class: "deck-of", "aria-label": "Deck", onchange: (event) => openBench(event.target.value, 1) }, decks.map((one) => el("option", { value: one.name, selected: one.name === shown.deck }, one.title))) : "",
      el("select", { class: "card-of", "aria-label": "Card", onchange: (event) => openBench(shown.deck, Number(event.target.value), shown.side) },
        tilesOf(shown.deck).map(({ card }) => el("option", { value: card.number, selected: card.number === shown.number }, `${card.number} · ${card.name}`))),
      button("‹", "The card before (Page up)", () => step(-1)), button("›", "The next card (Page down)", () => step(1)),
      hasBack ? button(shown.side === "back" ? "Face" : "Back", "Turn over", () => openBench(shown.deck, shown.number, shown.side === "back" ? "face" : "back"), { "aria-label": null }) : "",
      el("select", { class: "add", "aria-label": "Add an element", onchange: (event) => { add(event.target.value); event.target.value = ""; } },
        el("option", { value: "" }, "+ Add"), Object.entries(KINDS).map(([kind, name]) => el("option", { value: kind }, name))),
      el("span", { class: "tools" },
        languages.length > 1 ? el("select", { class: "language", "aria-label": "Language", onchange: (event) => speak(event.target.value) }, languages.map((code) => el("option", { value: code, selected: code === state.language }, code))) : "",
        ...stepButtons(),
        button("Elements", "List the elements", () => page.classList.toggle("listing"), { class: "list", "aria-label": null }),
        button("−", "Smaller (−)", () => zoom(1 / 1.2)), button("+", "Larger (+)", () => zoom(1.2)), button("⤢", "Fit (0)", () => zoom(0)), button("?", "Keys (?)", () => byId("help").showModal()))),
    el("nav", { class: "tree", "aria-label": "Elements" }),
    el("div", { class: "canvas", tabindex: "0", "aria-label": "Card" },
      el("div", { class: "sheet" }, el("img", { alt: "", draggable: "false" }))),
    stripOf(shown, (number) => openBench(shown.deck, number, shown.side)),
    el("aside", { class: "panel", "aria-label": "Properties" }),
    el("footer", { class: "foot" }, el("span", { class: "at" }), el("span", { class: "hint" })));
  const sheet = page.querySelector(".sheet");
  sheet.addEventListener("pointerdown", pointerDown);
  page.querySelector(".canvas").addEventListener("pointerdown", (event) => { if (event.target === event.currentTarget && !event.button) frameFrom(event); });
  page.querySelector(".canvas").addEventListener("dragover", (event) => event.preventDefault());
  page.querySelector(".canvas").addEventListener("drop", drop);
  fit();
  scrollStrip(isInStrip);
}

/** Show the card in another language; the page below follows. */
function speak(code) {
  const below = byId("language");
  below.value = code;
  below.dispatchEvent(new Event("change"));
  refreshBench();
}

function fit() {
  const { size, bleed } = deckOf();
  const canvas = page.querySelector(".canvas");
  const [width, height] = [size[0] + 2 * bleed, size[1] + 2 * bleed];
  const scale = zoomed || Math.max(1, Math.min((canvas.clientWidth - 48) / width, (canvas.clientHeight - 48) / height));
  const sheet = page.querySelector(".sheet");
  sheet.style.width = `${width * scale}px`;
  sheet.style.height = `${height * scale}px`;
  shown.scale = scale;
}

function zoom(by) {
  zoomed = by ? shown.scale * by : 0;
  fit();
  overlay();
}

function step(by) {
  const number = shown.number + by;
  if (findTile(shown.deck, number)) openBench(shown.deck, number, shown.side);
}

// --- what is told beside it

function tell() {
  const tree = page.querySelector(".tree");
  const focused = [...tree.querySelectorAll("button")].indexOf(document.activeElement);
  tree.replaceChildren(
    el("h2", {}, "Elements"),
    el("ul", {}, bench.elements.map((element) => el("li", { "--depth": element.depth },
      el("button", {
        "aria-pressed": String(isChosen(element)), class: boxesOf(element).length ? "" : "unseen", title: boxesOf(element).length ? "" : "Not on this card",
        onclick: (event) => choose(event.shiftKey || event.ctrlKey || event.metaKey ? toggled(keyOf(element)) : [keyOf(element)]),
      }, el("span", {}, element.name), el("small", {}, element.kind))))),
    el("p", { class: "quiet" }, `${bench.template.replace("templates/", "")}, on ${bench.sharing === 1 ? "one card" : `${bench.sharing} cards`}`));
  tree.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  panel();
}

function panel() {
  const aside = page.querySelector(".panel");
  const action = aside.contains(document.activeElement) ? document.activeElement.closest(".actions button")?.textContent : "";
  const open = document.activeElement?.closest?.(".property");
  const focus = open && [open.dataset.key, open.dataset.field];
  const elements = chosenElements();
  const parts = [];
  if (elements.length === 1) parts.push(...elementPanel(elements[0], bench, kinds, { set: typeProperty, act, find }));
  else if (elements.length > 1) {
    parts.push(el("h2", {}, `${elements.length} elements`), el("div", { class: "actions" }, Object.entries(STEPS).map(([way, name]) => el("button", { onclick: () => arrange(way) }, name))), el("div", { class: "actions" }, el("button", { onclick: () => act("delete") }, "Delete")));
  }
  parts.push(el("h2", {}, "This card"), ...fieldsPanel(bench, setField));
  const [one] = elements.length === 1 ? elements : [];
  const keysAt = (fault) => Object.keys(one?.sources ?? {}).filter((key) => one.sources[key].file === fault.file && one.sources[key].line === fault.line);
  const others = shown.faults.filter((fault) => !keysAt(fault).length);
  if (others.length) parts.push(el("h2", {}, "Faults"), el("ol", { class: "faults" }, others.map(faultItem)));
  const card = findTile(shown.deck, shown.number)?.card;
  aside.replaceChildren(...parts, ...(card ? verdictsOf(card) : []), ...lists(bench));
  for (const fault of shown.faults.filter((each) => !others.includes(each))) {  // at the field of the chosen element
    const keys = keysAt(fault);
    const wrong = keys.find((key) => fault.corrects.length && asText(one.values[key]).includes(fault.corrects[0]));
    const key = wrong ?? (keys.includes(one.kind) ? one.kind : keys[0]);
    (aside.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? aside.querySelector(".actions"))?.after(el("ol", { class: "faults" }, faultItem(fault)));
  }
  if (action) [...aside.querySelectorAll(".actions button")].find((button) => button.textContent === action)?.focus();
  if (focus) aside.querySelector(`[data-${focus[0] ? "key" : "field"}="${CSS.escape(focus[0] ?? focus[1])}"] :is(input, textarea, select)`)?.focus();
}

const toggled = (key) => (chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);

function choose(keys) {
  chosen = keys;
  tell();
  overlay();
}

function hint(text = "") {
  page.querySelector(".hint").textContent = text;
}

// --- lines and handles over the card

function overlay(guides = [], frame_ = null) {
  const { size, bleed, safe_outline: safe, outline } = deckOf();
  const sheet = page.querySelector(".sheet");
  sheet.querySelector(".over")?.remove();
  const over = el("svg", { class: "over", viewBox: `${-bleed} ${-bleed} ${size[0] + 2 * bleed} ${size[1] + 2 * bleed}` });
  over.append(el("path", { class: "trim", d: outline }), el("path", { class: "safe", d: safe }));
  for (const box of shown.boxes) {
    const element = elementOf(box);
    if (!element) continue;
    const [x, y, width, height] = movedBox(element, box.box);
    const line = el("rect", { class: `box${isChosen(element) ? " chosen" : ""}`, x, y, width: Math.max(width, 0), height: Math.max(height, 0) }, el("title", {}, element.name));
    line.element = element;
    line.mm = [x, y, width, height];
    over.append(line);
  }
  if (frame_) over.append(el("rect", { class: "frame", x: frame_[0], y: frame_[1], width: frame_[2], height: frame_[3] }));
  for (const guide of guides) over.append(el("rect", { class: "guide", ...guide }));
  const elements = bench ? chosenElements() : [];
  if (elements.length === 1 && boxesOf(elements[0]).length) {
    const [x, y, width, height] = movedBox(elements[0], boxesOf(elements[0])[0].box);
    const half = (isCoarse.matches ? 10 : 4.5) / shown.scale;
    for (const [name, cx, cy] of handles(x, y, width, height)) {
      const handle = el("rect", { class: `handle ${name}`, x: cx - half, y: cy - half, width: 2 * half, height: 2 * half });
      handle.handle = name;
      over.append(handle);
    }
  }
  sheet.append(over);
}

const handles = (x, y, width, height) => [
  ["nw", x, y], ["n", x + width / 2, y], ["ne", x + width, y], ["e", x + width, y + height / 2],
  ["se", x + width, y + height], ["s", x + width / 2, y + height], ["sw", x, y + height], ["w", x, y + height / 2],
  ["turn", x + width / 2, y - 14 / shown.scale],
];

function movedBox(element, box) {
  if (!drag?.to || !isChosen(element)) return box;
  return [box[0] + drag.to[0], box[1] + drag.to[1], Math.max(box[2] + drag.to[2], 0.2), Math.max(box[3] + drag.to[3], 0.2)];
}

const at = ({ clientX, clientY }) => {
  const seen = page.querySelector(".sheet").getBoundingClientRect();
  const { bleed } = deckOf();
  return [(clientX - seen.left) / shown.scale - bleed, (clientY - seen.top) / shown.scale - bleed];
};

const isHollow = ({ kind, values }) => ["rect", "ellipse", "polygon", "path"].includes(kind) && values.fill === undefined;

/** The boxes under the pointer, the topmost first; what one sees through, and what covers the card, comes after the others. */
function inside(event) {
  const [x, y] = at(event);
  const boxes = [...page.querySelectorAll(".over .box")].filter(({ mm }) => x >= mm[0] && x <= mm[0] + mm[2] && y >= mm[1] && y <= mm[1] + mm[3]).reverse();
  const depth = ({ element, mm }) => (isGround(mm) ? 2 : isHollow(element) ? 1 : 0);
  return boxes.sort((a, b) => depth(a) - depth(b));
}

/** The topmost element under the pointer; one that is chosen, and not the ground, comes first, as it may be dragged. */
const under = (event) => (inside(event).find(({ element, mm }) => isChosen(element) && !isGround(mm)) ?? inside(event)[0])?.element;

function pointerDown(event) {
  if (event.button || !bench) return;
  page.querySelector(".canvas").focus({ preventScroll: true });
  const handle = event.target.handle;
  if (!handle) {
    const below = inside(event);
    const element = event.altKey ? below[(below.findIndex((line) => isChosen(line.element)) + 1) % below.length]?.element : under(event);
    if (!element) return frameFrom(event);
    if (event.shiftKey) return choose(toggled(keyOf(element)));
    if (!isChosen(element) && boxesOf(element).some(({ box }) => isGround(box))) return frameFrom(event, element);
    if (!isChosen(element)) choose([keyOf(element)]);
  }
  const elements = chosenElements().filter((element) => boxesOf(element).length);
  drag = { from: at(event), handle, to: null, elements, first: elements[0] && boxesOf(elements[0])[0].box };
  if (!drag.first) {
    drag = null;
    return;
  }
  drag.lines = snapLines(deckOf(), shown.boxes, elements.flatMap(boxesOf));
  page.setPointerCapture(event.pointerId);
  page.addEventListener("pointermove", pointerMove);
  page.addEventListener("pointerup", pointerUp, { once: true });
  page.addEventListener("pointercancel", cancel, { once: true });
  event.preventDefault();
}

const isGround = (box) => box[0] <= 0 && box[1] <= 0 && box[0] + box[2] >= deckOf().size[0] && box[1] + box[3] >= deckOf().size[1];

/** Draw a frame on the ground, and choose the elements that lie within it; a click chooses the ground itself. */
function frameFrom(event, ground = null) {
  const from = at(event);
  const canvas = page.querySelector(".canvas");
  let box = null;
  canvas.focus({ preventScroll: true });
  canvas.setPointerCapture(event.pointerId);
  event.preventDefault();
  const move = (moved) => {
    const to = at(moved);
    if (!box && Math.hypot(to[0] - from[0], to[1] - from[1]) * shown.scale < 3) return;
    box = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    overlay([], box);
  };
  const end = () => {
    canvas.removeEventListener("pointermove", move);
    const kept = event.shiftKey ? chosen : [];
    const within = box ? bench.elements.filter((element) => boxesOf(element).some(({ box: [x, y, width, height] }) => x >= box[0] && y >= box[1] && x + width <= box[0] + box[2] && y + height <= box[1] + box[3])).map(keyOf) : [];
    choose(box ? [...new Set([...kept, ...within])] : ground ? [keyOf(ground)] : []);
  };
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", end, { once: true });
}

function pointerMove(event) {
  if (!drag) return;
  const [x, y] = at(event);
  let [dx, dy] = [x - drag.from[0], y - drag.from[1]];
  if (!drag.to && Math.hypot(dx, dy) * shown.scale < 3) return;
  if (drag.handle === "turn") {
    const [bx, by, width, height] = drag.first;
    const angle = Math.atan2(y - by - height / 2, x - bx - width / 2) * 180 / Math.PI + 90;
    drag.angle = event.shiftKey ? Math.round(angle / 15) * 15 : Math.round(angle);
    drag.to = [0, 0, 0, 0];
    hint(`${drag.angle}°`);
    return overlay();
  }
  const [bx, by, width, height] = drag.first;
  const near = event.altKey ? 0 : NEAR / shown.scale;
  const sides = drag.handle ?? "";
  const guides = [];
  const [cardWidth, cardHeight] = deckOf().size;
  const fix = (by_, positions, lines, isAcross) => {
    const found = near ? snap(positions.map((position) => position + by_), lines, near) : null;
    if (found) guides.push(isAcross ? { x: found.line, y: -20, width: 0, height: cardHeight + 40 } : { x: -20, y: found.line, width: cardWidth + 40, height: 0 });
    if (found) return by_ + found.by;
    return event.altKey ? by_ : Math.round((positions[0] + by_) / GRID) * GRID - positions[0];
  };
  if (!sides) {
    if (event.shiftKey) Math.abs(dx) > Math.abs(dy) ? dy = 0 : dx = 0;
    if (dx) dx = fix(dx, [bx, bx + width / 2, bx + width], drag.lines.across, true);
    if (dy) dy = fix(dy, [by, by + height / 2, by + height], drag.lines.down, false);
    drag.to = [dx, dy, 0, 0];
  } else {
    const to = [0, 0, 0, 0];
    if (sides.includes("e")) to[2] = fix(dx, [bx + width], drag.lines.across, true);
    if (sides.includes("s")) to[3] = fix(dy, [by + height], drag.lines.down, false);
    if (sides.includes("w")) { to[0] = fix(dx, [bx], drag.lines.across, true); to[2] = -to[0]; }
    if (sides.includes("n")) { to[1] = fix(dy, [by], drag.lines.down, false); to[3] = -to[1]; }
    if (event.shiftKey && sides.length === 2) {
      to[3] = to[2] * height / width;
      if (sides.includes("n")) to[1] = -to[3];
    }
    drag.to = to;
  }
  const [mx, my, mw, mh] = movedBox(drag.elements[0], drag.first).map((length) => Math.round(length * 10) / 10);
  hint(`${mx}, ${my} · ${mw} × ${mh} mm`);
  overlay(guides);
}

function cancel() {
  drag = null;
  page.removeEventListener("pointermove", pointerMove);
  hint();
  overlay();
}

async function pointerUp(event) {
  page.removeEventListener("pointermove", pointerMove);
  const done = drag;
  if (done) done.isDone = true;
  if (!done?.to) {
    cancel();
    const isSecond = event.timeStamp - lastClick < 400;
    lastClick = isSecond ? 0 : event.timeStamp;
    const top = inside(event)[0]?.element;
    if (done && !done.handle && top && (chosen.length > 1 || !isChosen(top)) && !isSecond && !event.shiftKey && !event.altKey) choose([keyOf(top)]);
    return isSecond ? editText(event) : undefined;
  }
  if (done.handle === "turn") {
    await setProperty(done.elements[0], "rotate", done.angle === 0 ? undefined : done.angle);
  } else {
    const keys = done.elements.map(keyOf);
    await saving;  // elements and boxes are those of the last change then
    const moves = movesOf(keys, done.to);
    await place(moves, `${done.handle ? "resize" : "move"} ${moves.map(([{ name }]) => name).join(", ")}`);
  }
  if (drag === done || !drag) cancel();
}

/** The elements with these keys that are still on the card, each with its box now, and the box after a change. */
const movesOf = (keys, by) => bench.elements.filter((element) => keys.includes(keyOf(element)) && boxesOf(element).length).map((element) => {
  const [{ box }] = boxesOf(element);
  return [element, box, box.map((length, index) => (index < 2 ? length + by[index] : Math.max(length + by[index], 0.2)))];
});

/** Give elements other boxes. */
async function place(moves, name, joins = false) {
  const edits = [];
  for (const [element, before, after] of moves) {
    const found = boxEdits(element, before, after);
    if (found.why) return toast(found.why);
    edits.push(...found.edits.flatMap((one) => here(element, one)));
  }
  await make(name, edits, joins);
}

/** An edit of an inherited element as one of this template only, where that is wished. */
function here(element, one) {
  const isOfDesign = Boolean(element.written_in);
  if (!isOfDesign && (!element.is_inherited || !bench.isHere)) return [one];
  const key = one.path[element.path.length] ?? one.path.at(-1);
  const isList = one.path.length > element.path.length + 1;
  let { value } = one;
  if (isList) {
    value = [...element.values[key]];
    value[one.path.at(-1)] = one.value;
  }
  if (isOfDesign) return [isList ? { ...one, path: one.path.slice(0, -1), value } : one];
  const above = bench.template;
  const isThere = Object.values(element.sources).some((source) => source.file === above);
  const own = { file: above, path: ["elements", element.name] };
  if (one.do === "property") return [...(isThere ? [] : [{ do: "set", ...own, value: {} }]), { ...one, file: above, path: [...own.path, key] }];
  if (isThere) return [{ do: "set", file: above, path: ["elements", element.name, key], value }];
  return [{ do: "set", file: above, path: ["elements", element.name], value: { [key]: value } }];
}

let saving = Promise.resolve();

async function make(name, edits, joins = false) {
  saving = edit(name, edits, { game: state.game, seen: bench.seen, joins });
  if (await saving) return true;
  if (drag?.isDone) drag = null;
  overlay();
  return false;
}

// --- what changes

/** Find an icon on the web or a font on this machine, and give it to an element. */
async function find(element, key) {
  const name = await (key === "font" ? chooseFont() : chooseIcon());
  if (!name) return;
  const place = placeOfKey(element, key);
  const naming = key === "icon" ? await iconEdits(place.file, name) : [];
  await make(`${key} of ${element.name}`, [...naming, ...here(element, { do: "set", file: place.file, path: place.path, value: name })]);
}

async function setProperty(element, key, value, joins = false) {
  const place_ = placeOfKey(element, key);
  if (value === undefined) {
    if (element.written_in) return toast(`${key} of ${element.name} is that of the drawing ${element.file}`);
    if (element.sources[key]) await make(`remove ${key} of ${element.name}`, [{ do: "remove", file: place_.file, path: place_.path }]);
    return;
  }
  await make(`${key} of ${element.name}`, here(element, { do: "set", file: place_.file, path: place_.path, value }), joins);
}

/** Give a property what was typed: the server finds the value of its kind. */
async function typeProperty(element, key, text) {
  const side = sideOf(element, key);
  if (side && text === "") return overlay();
  if (side) return make(`${key} of ${element.name}`, here(element, { do: "set", file: side.file, path: side.path, value: /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text }));
  if (text === "") return setProperty(element, key, undefined);
  const { file, path } = placeOfKey(element, key);
  return make(`${key} of ${element.name}`, here(element, { do: "property", file, path, kind: element.kind, key, text }));
}

let grown = null;

/** Make the type of a text larger or smaller, pt; each press counts, also before the last is written. */
async function grow(by) {
  const [element] = chosenElements();
  if (element?.kind !== "text") return;
  const size = String(element.values.size ?? "").match(/^(\d+(?:\.\d+)?)\s*(?:pt)?$/);
  if (!size) return toast(`${element.name}: its size is computed, or that of all texts. Write one beside size.`);
  const key = keyOf(element);
  const to = Math.max((grown?.key === key ? grown.to : Number(size[1])) + by, 1);
  grown = { key, to };
  await setProperty(element, "size", `${to}pt`, true);
  if (grown?.to === to) grown = null;
}

async function setField(field, text) {
  const one = fieldEdit(field, text, shown.deck, bench.number);
  if (one) await make(`${field.name} of ${findTile(shown.deck, shown.number)?.card.label ?? shown.deck}`, [one]);
}

async function arrange(way) {
  const elements = chosenElements().filter((element) => boxesOf(element).length);
  const before = elements.map((element) => boxesOf(element)[0].box);
  const after = arranged(before, way);
  await place(elements.map((element, index) => [element, before[index], after[index]]), STEPS[way]);
}

const siblings = (element) => bench.elements.filter((one) => one.file === element.file && one.path.length === element.path.length && one.path.slice(0, -1).join("\0") === element.path.slice(0, -1).join("\0"));

function freeName(kind) {
  const taken = new Set(bench.elements.map((one) => one.name));
  let number = 1;
  while (taken.has(number === 1 ? kind : `${kind}-${number}`)) number += 1;
  return number === 1 ? kind : `${kind}-${number}`;
}

async function act(action) {
  const elements = chosenElements();
  const [element] = elements;
  if (!element) return;
  const names = elements.map((one) => one.name).join(", ");
  if (action === "delete") {
    const edits = elements.map((one) => (one.written_in ? { do: "set", file: one.written_in, path: one.path, value: null } : one.is_inherited ? { do: "set", file: bench.template, path: ["elements", one.name], value: false } : { do: "remove", file: one.file, path: one.path }));
    chosen = [];
    await make(`delete ${names}`, edits.reverse());
  } else if (element.written_in) {
    toast(`${element.name} is a part of the drawing ${element.file}: copy and order it there`);
  } else if (action === "duplicate") {
    const name = freeName(`${element.name.replace(/-\d+$/, "")}`);
    const value = { ...element.values };
    for (const key of ["x", "y"]) if (typeof (value[key] ?? 0) === "number") value[key] = (value[key] ?? 0) + 3;
    chosen = [`${bench.template} elements ${name}`];
    await make(`duplicate ${element.name}`, [{ do: "set", file: bench.template, path: ["elements", name], value }]);
  } else {
    const all = siblings(element);
    const index = all.indexOf(element);
    if (action === "forward" && index + 1 < all.length) await make(`bring ${names} forward`, [{ do: "move", file: element.file, path: element.path, before: all[index + 2]?.path.at(-1) ?? null }]);
    if (action === "backward" && index > 0) await make(`send ${names} backward`, [{ do: "move", file: element.file, path: element.path, before: all[index - 1].path.at(-1) }]);
  }
}

async function add(kind, more = {}) {
  const { size } = deckOf();
  const [width, height] = [Math.round(size[0] / 2), Math.round(size[1] / 4)];
  const box = [Math.round((size[0] - width) / 2), Math.round((size[1] - height) / 2), width, height];
  const first = {
    text: { text: "Text", in: box, size: "12pt", align: "centre", valign: "middle" },
    rect: { rect: box, fill: "#d9d4c7", radius: 2 }, ellipse: { ellipse: box, fill: "#d9d4c7" },
    line: { line: [[0, 0], [width, 0]], in: box, stroke: "#1a1a1a 0.5mm" }, qr: { qr: "https://example.org", in: box }, barcode: { barcode: "978020137962", in: box },
  }[kind] ?? { [kind]: more[kind] ?? (kind === "icon" ? bench.icons[0] : ""), in: box };
  const icon = kind === "icon" && !first.icon ? await chooseIcon() : "";
  if (icon) first.icon = icon;
  if (!first[kind] && kind !== "icon") {
    const input = el("input", { type: "file", multiple: true, accept: ENDINGS.map((ending) => `.${ending}`).join(), onchange: () => takePictures([...input.files], size.map((length) => length / 2)) });
    return input.click();
  }
  if (!first[kind]) return undefined;
  const name = freeName(kind);
  chosen = [`${bench.template} elements ${name}`];
  await make(`add ${name}`, [...(icon ? await iconEdits(bench.template, icon) : []), { do: "set", file: bench.template, path: ["elements", name], value: { ...first, ...more } }]);
}

/** Pictures that are dropped: several find their cards by their names; one goes into the element under it, or becomes a new one. */
async function drop(event) {
  event.preventDefault();
  await takePictures([...event.dataTransfer.files], at(event), inside(event).map((line) => line.element).find((element) => ["image", "svg"].includes(element.kind)));
}

async function takePictures(files, [x, y], element = null) {
  if (files.length > 1 && bench.elements.some(columnOf)) return takeAll(files);
  const pictures = picturesOf(files);
  if (!pictures.length) return undefined;
  const [picture] = pictures;
  const puts = await Promise.all(pictures.map(putEdit));
  const said = saidOf(files, pictures, pictures.slice(1), "no element of this card names its picture by a field");
  const put = async (name, edits) => { if (await make(name, [...puts, ...edits]) && said) toast(said); };
  if (!element) {
    const width = Math.round(deckOf().size[0] / 2);
    const added = freeName(picture.kind);
    chosen = [`${bench.template} elements ${added}`];
    return put(`add ${added}`, [{ do: "set", file: bench.template, path: ["elements", added], value: { [picture.kind]: nameFor(picture), in: [Math.round(x - width / 2), Math.round(y - width / 2), width, width] } }]);
  }
  const { kind } = element;
  if (isExpression(element.values[kind])) {
    const column = columnOf(element);
    const field = bench.fields.find((one) => one.name === column?.field);
    const text = field && field.source.kind !== "computed" ? cellText(column, picture, field.text) : null;
    if (text === null) return toast(`${picture.stored} does not fit ${element.name}, which shows ${element.values[kind]}`);
    return put(`${field.name} of ${findTile(shown.deck, shown.number)?.card.label ?? shown.deck}`, text === field.text ? [] : [{ do: "field", deck: shown.deck, number: bench.number, field: field.name, text }]);
  }
  const { file, path } = placeOfKey(element, kind);
  const edits = here(element, { do: "set", file, path: [...path.slice(0, -1), picture.kind], value: nameFor(picture) });
  if (kind !== picture.kind && edits[0].file === file) edits.unshift({ do: "rename", file, path, name: picture.kind });
  return put(`picture of ${element.name}`, edits);
}

/** Edit a text where it stands: the card's own, or the template's. */
function editText(event) {
  const element = under(event);
  if (!element || element.kind !== "text") return undefined;
  const [box] = boxesOf(element);
  if (!box) return undefined;
  const written = element.values.text;
  const named = bench.fields.filter((one) => fieldsIn(written).includes(one.name));
  const field = named.find((one) => one.text) ?? named[0];
  const translation = field ? null : element.translation;
  const source = field ? field.source : translation ?? element.sources.text;
  if (translation && (translation.kind !== "translation" || translation.forms > 1)) return toast(translation.note || `${element.name} has several plural forms: change them in Words.`);
  if (field && !fieldEdit(field, "", shown.deck, bench.number)) return toast(`${field.name}: ${field.source.note || "change it in the file"}`);
  const before = field ? field.source.text : translation ? translation.text : String(written ?? "");
  const { bleed } = deckOf();
  const area = el("textarea", { class: "in-place", spellcheck: "true", "aria-label": element.name });
  const [x, y, width, height] = box.box;
  Object.assign(area.style, { left: `${(x + bleed) * shown.scale}px`, top: `${(y + bleed) * shown.scale}px`, width: `${Math.max(width * shown.scale, 120)}px`, height: `${Math.max(height * shown.scale, 60)}px` });
  area.value = before;
  const others = named.filter((one) => one !== field).map((one) => one.name);
  hint(`${field ? `${field.name} of this card${others.length ? ` (${others.join(", ")}: at the right)` : ""}` : `${translation ? `the ${state.language} translation of “${written}”` : "the text"} on ${bench.sharing === 1 ? "one card" : `${bench.sharing} cards`}`} · ${source?.file ?? ""}${source?.line ? `:${source.line}` : ""} · ${before.includes("\n") ? "Ctrl+Enter" : "Enter"} keeps it, Esc does not`);
  let isDone = false;
  const finish = async (isKept) => {
    if (isDone) return;
    isDone = true;
    area.remove();
    hint();
    if (!isKept || area.value === before) return;
    if (field) await setField(field, area.value);
    else if (translation) await make(`translation of ${String(written).slice(0, 30)}`, [{ do: "translate", file: translation.file, line: translation.line, entry: translation.entry, strings: [area.value] }]);
    else await typeProperty(element, "text", area.value);
  };
  area.addEventListener("blur", () => finish(true));
  area.addEventListener("keydown", (key) => {
    key.stopPropagation();
    if (key.key === "Escape") finish(false);
    if (key.key === "Enter" && (key.ctrlKey || key.metaKey || !before.includes("\n"))) { key.preventDefault(); finish(true); }
  });
  page.querySelector(".sheet").append(area);
  area.focus();
  area.select();
}

// --- keys

let nudged = null;

addEventListener("keydown", (event) => {
  if (!isOpen() || document.querySelector("dialog[open]")) return;
  const isWriting = event.target.matches?.("input, textarea, select");
  if (isWriting) return;
  const by = event.shiftKey ? 5 : 0.5;
  const arrows = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
  let isDone = true;
  if (event.target.closest?.(".strip") && ["ArrowLeft", "ArrowRight"].includes(event.key)) step(event.key === "ArrowLeft" ? -1 : 1);
  else if (arrows[event.key] && chosen.length) nudge(arrows[event.key]);
  else if (event.key === "Escape") chosen.length ? choose([]) : closeBench();
  else if (event.key === "Delete" || event.key === "Backspace") act("delete");
  else if (event.key === "?") byId("help").showModal();
  else if (event.key === "PageUp") step(-1);
  else if (event.key === "PageDown") step(1);
  else if (event.key === "d" && (event.ctrlKey || event.metaKey)) act("duplicate");
  else if (event.key === "]") act("forward");
  else if (event.key === "[") act("backward");
  else if (event.key === ">" || event.key === "<") grow(event.key === ">" ? 1 : -1);
  else if (event.key === "Enter" && chosenElements().length === 1) {
    const box = boxesOf(chosenElements()[0])[0]?.box;
    const seen = page.querySelector(".sheet").getBoundingClientRect();
    if (box) editText({ clientX: seen.left + (box[0] + box[2] / 2 + deckOf().bleed) * shown.scale, clientY: seen.top + (box[1] + box[3] / 2 + deckOf().bleed) * shown.scale });
  } else if ((event.key === "+" || event.key === "=") && !event.ctrlKey) zoom(1.2);
  else if (event.key === "-" && !event.ctrlKey) zoom(1 / 1.2);
  else if (event.key === "0" && !event.ctrlKey) zoom(0);
  else isDone = false;
  if (isDone) event.preventDefault();
  if (isDone || !(event.ctrlKey || event.metaKey)) event.stopImmediatePropagation();
}, true);

/** Move what is chosen by arrow keys: shown at once, written when the keys rest. */
function nudge([dx, dy]) {
  const elements = chosenElements().filter((element) => boxesOf(element).length);
  if (!elements.length) return;
  nudged ??= { to: [0, 0], elements };
  nudged.to = [nudged.to[0] + dx, nudged.to[1] + dy];
  drag = { to: [...nudged.to, 0, 0], isDone: false };
  overlay();
  clearTimeout(nudged.waiting);
  nudged.waiting = setTimeout(async () => {
    const { to } = nudged;
    const keys = nudged.elements.map(keyOf);
    nudged = null;
    await saving;
    if (drag) drag.isDone = true;
    const moves = movesOf(keys, [...to, 0, 0]);
    await place(moves, `move ${moves.map(([{ name }]) => name).join(", ")}`, true);
  }, 180);
}

addEventListener("resize", () => { if (isOpen()) { fit(); overlay(); } });
page.addEventListener("pointermove", (event) => {
  if (!bench || !event.target.closest(".sheet")) return;
  page.querySelector(".at").textContent = `${at(event).map((length) => length.toFixed(1)).join(", ")} mm`;
});
