// The panel of an element's properties, made from the schema of its kind; and the panel of a card's data.

import { el } from "/static/dom.js";
import { listOf, placeOfKey, sideOf } from "./geometry.js";
import { loadFace } from "./library.js";

const FIRST = {
  text: ["text", "size", "font", "colour", "align", "valign", "bold", "italic", "smallest", "leading"],
  rect: ["fill", "stroke", "radius"], ellipse: ["fill", "stroke"], line: ["line", "stroke"], polygon: ["polygon", "fill", "stroke"],
  path: ["path", "fill", "stroke"], icon: ["icon", "colour"], icons: ["icons", "count", "layout", "size", "gap"], svg: ["svg", "fit"],
  image: ["image", "fit", "focus"], qr: ["qr", "level", "fill"], barcode: ["barcode", "type", "fill"], face: ["face", "card"], group: [],
};
const PLACE = ["in", "at", "x", "y", "width", "height", "rotate"];
const COLOURS = ["colour", "fill", "stroke", "ground", "icon_colour", "icon_ground", "outline"];

export const isExpression = (value) => typeof value === "string" && /\{[{%#]/.test(value);

const EXPRESSION = /\{\{((?:(?!\}\}).)*)\}\}/gs;

/** The fields that a text shows which has no words of its own: {{ [card.text, card.note]|select|join }}. */
export function fieldsIn(text) {
  const written = String(text ?? "");
  const inner = [...written.matchAll(EXPRESSION)].map((match) => match[1]).join(" ");
  if (/[\p{L}\p{N}]/u.test(written.replace(EXPRESSION, ""))) return [];
  return [...new Set([...inner.matchAll(/(?<![\p{L}\p{N}_.])card(?:\.([\p{L}_][\p{L}\p{M}\p{N}_]*)|\[\s*(["'])((?:\\.|(?!\2).)*)\2\s*\])/gu)].map((match) => match[1] ?? match[3].replace(/\\(.)/g, "$1")))];
}

/** A written value as text for a field. */
export const asText = (value) => (value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));

function choices(schema) {
  for (const one of [schema, ...(schema.anyOf ?? [])]) if (Array.isArray(one.enum)) return one.enum;
  return null;
}

const pen = document.createElement("canvas").getContext("2d");

/** A colour, also one with a name or three digits, as #rrggbb; grey for what is none. */
function hexOf(colour) {
  pen.fillStyle = "#888888";
  pen.fillStyle = colour;
  return pen.fillStyle.startsWith("#") ? pen.fillStyle : "#888888";
}

/** A field for a property, which calls `change` with the text that was typed; "" removes it. */
function control(key, value, seen, schema, bench, change) {
  const list = choices(schema);
  const label = { "aria-label": key, title: schema.description ?? "" };
  if (list && !isExpression(value)) {
    const isFlag = list.includes(true);
    const options = isFlag ? ["true", "false"] : list;
    return el("select", { ...label, onchange: (event) => change(event.target.value) },
      el("option", { value: "" }, "—"),
      options.map((option) => el("option", { value: option, selected: asText(value) === String(option) }, option)));
  }
  if (key === "text" || String(value ?? "").length > 40) {
    const area = el("textarea", { ...label, rows: Math.min(6, String(value ?? "").split("\n").length + 1), spellcheck: "false", onchange: (event) => change(event.target.value) });
    area.value = area.dataset.was = asText(value);
    return area;
  }
  const listId = COLOURS.includes(key) ? "studio-palette" : key === "font" ? "studio-fonts" : key === "icon" || key === "icons" ? "studio-icons" : null;
  const field = el("input", { ...label, list: listId, spellcheck: "false", autocomplete: "off", onchange: (event) => change(event.target.value) });
  field.value = field.dataset.was = asText(value);
  if (key === "font" && bench.fonts.length > 1) {
    return el("span", { class: "faces" }, field, bench.fonts.map((name) => {
      loadFace(name);
      return el("button", { class: "face", "--face": JSON.stringify(`studio ${name}`), title: name, "aria-pressed": String(value === name), onclick: () => change(name) }, name);
    }));
  }
  if (!COLOURS.includes(key)) return field;
  const first = String(seen ?? value ?? "").split(/\s/)[0];
  const hex = hexOf(bench.palette[first] ?? first);
  const chips = Object.entries(bench.palette).filter(([, colour]) => /^#[0-9a-f]{6}$/i.test(colour)).map(([name, colour]) =>
    el("button", { class: "chip", "--chip": colour, title: name, "aria-label": `${key}: ${name}`, "aria-pressed": String(value === name), onclick: () => change(key === "stroke" && /\s/.test(String(value ?? "")) ? String(value).replace(/^\S+/, name) : name) }));
  return el("span", { class: "colour" }, el("input", { type: "color", value: hex, "aria-label": `${key}, chosen by eye`, onchange: (event) => change(event.target.value) }), field, chips.length ? el("span", { class: "palette" }, chips) : "");
}

/** The panel of one element. */
export function elementPanel(element, bench, kinds, { set, act, find }) {
  const schema = kinds.$defs[element.kind]?.properties ?? {};
  const wanted = new Set([element.kind, ...(FIRST[element.kind] ?? []), ...PLACE, ...Object.keys(element.values)]);
  wanted.delete("group");
  const row = (key) => {
    const side = sideOf(element, key);
    const value = side ? side.value : element.values[key];
    const place = placeOfKey(element, key);
    const source = element.sources[side ? listOf(element) : key];
    const isElsewhere = source && source.file !== bench.template;
    return el("div", { class: "property", "data-key": key },
      el("label", {}, key),
      control(key, value, element.shown[key], schema[key] ?? {}, bench, (text) => set(element, key, text)),
      key === "icon" || key === "font" ? el("button", { class: "find", onclick: () => find(element, key) }, key === "icon" ? "Find one by a word …" : "Fonts of this machine …") : "",
      element.shown[key] !== undefined ? el("output", { title: "On this card" }, `= ${element.shown[key]}`) : "",
      isElsewhere ? el("small", { class: "where", title: `${place.file}:${source.line}` }, `from ${source.file.replace("templates/", "").replace(".yaml", "")}`) : "");
  };
  const keys = [...wanted].filter((key) => schema[key] || element.values[key] !== undefined);
  const more = Object.keys(schema).filter((key) => !wanted.has(key) && key !== "group" && !["before", "after"].includes(key));
  const add = el("select", { "aria-label": "Another property", onchange: (event) => { event.target.parentElement.insertBefore(row(event.target.value), event.target); event.target.selectedOptions[0].remove(); event.target.value = ""; } },
    el("option", { value: "" }, "another property …"), more.map((key) => el("option", { value: key, title: schema[key].description ?? "" }, key)));
  return [
    el("header", {},
      el("h2", {}, element.name, " ", el("small", {}, element.kind)),
      el("code", { class: "place" }, `${element.file}:${element.line}`)),
    element.is_inherited ? el("label", { class: "here" }, el("input", { type: "checkbox", checked: bench.isHere, onchange: (event) => { bench.isHere = event.target.checked; } }), " change it in this template only, not where it is inherited from") : "",
    el("div", { class: "actions" },
      ...[["forward", "↑", "Bring forward"], ["backward", "↓", "Send backward"], ["duplicate", "⧉", "Duplicate"], ["delete", "🗑", "Delete"]].map(([name, sign, title]) => el("button", { title, "aria-label": title, onclick: () => act(name) }, sign))),
    ["image", "svg"].includes(element.kind) && element.values.in !== undefined && element.values.in !== "bleed" ? el("div", { class: "actions" }, el("button", { title: "To the edge of the card, and over it", onclick: () => set(element, "in", "bleed") }, "Fill the card")) : "",
    el("div", { class: "properties" }, keys.filter((key) => !PLACE.includes(key)).map(row), el("h3", {}, "Place"), PLACE.map(row), add),
  ];
}

/** Lists of colours, fonts and icons, for the fields. */
export const lists = (bench) => [
  el("datalist", { id: "studio-palette" }, Object.keys(bench.palette).map((name) => el("option", { value: name }))),
  el("datalist", { id: "studio-fonts" }, bench.fonts.map((name) => el("option", { value: name }))),
  el("datalist", { id: "studio-icons" }, bench.icons.map((name) => el("option", { value: name }))),
];

/** The edit that gives a field of a card another text; null where it cannot be changed alone. */
export function fieldEdit(field, text, deck, number) {
  const { source } = field;
  if (source.kind === "translation") return source.forms === 1 ? { do: "translate", file: source.file, line: source.line, entry: source.entry, strings: [text] } : null;
  return source.kind === "computed" ? null : { do: "field", deck, number, field: field.edited, text };
}

/** The panel of a card's data. */
export function fieldsPanel(bench, change) {
  const row = (field) => {
    const { source } = field;
    const where = source.kind === "cell" ? `${source.file}, line ${source.line}` : `${source.file}:${source.line}`;
    const written = source.kind === "computed" ? field.text : source.kind === "translation" ? source.text || field.text : source.text;
    const isFixed = source.kind === "computed" || (source.kind === "translation" && source.forms > 1);
    const options = field.kind.startsWith("[") ? field.kind.match(/'([^']*)'/g)?.map((text) => text.slice(1, -1)) : null;
    const label = { "aria-label": field.name, title: source.note || where, disabled: isFixed, onchange: (event) => change(field, event.target.value) };
    const input = options
      ? el("select", label, [...new Set([written, ...options])].map((text) => el("option", { value: text, selected: text === written }, text)))
      : el(written.length > 34 || written.includes("\n") ? "textarea" : "input", { ...label, rows: 3, spellcheck: "true", autocomplete: "off" });
    if (!options) input.value = input.dataset.was = written;
    return el("div", { class: "property", "data-field": field.name }, el("label", {}, field.name), input, el("small", { class: "where", title: where }, source.note || where.replace(/^(data|templates)\//, "")));
  };
  return bench.fields.length ? bench.fields.map(row) : [el("p", { class: "quiet" }, "This card has no data.")];
}
