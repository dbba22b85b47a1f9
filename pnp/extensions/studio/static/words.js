// Translations as a table: what is missing or may be out of date comes first.

import { el } from "/static/dom.js";
import { path } from "/static/net.js";
import { game, openCard, state } from "/static/state.js";
import { tilesOf } from "/static/cards.js";
import { edit, question } from "./edits.js";

const rank = (entry) => (entry.strings.some((text) => !text) ? 0 : entry.is_fuzzy ? 1 : 2);
let only = "all";
let last = "";

export async function showWords(section, isQuiet = false) {
  const codes = (game()?.languages ?? []).slice(1);
  const language = codes.includes(state.language) ? state.language : codes[0];
  const told = language && await question(`/studio/words/${path(state.game, language)}`);
  const field = section.contains(document.activeElement) ? document.activeElement : null;
  if (field?.value && field.matches("textarea") && field.value !== field.defaultValue) return undefined;  // what is being written stays
  if (isQuiet && told && JSON.stringify(told.seen) === last) return undefined;
  last = JSON.stringify(told?.seen);
  if (!told) return section.replaceChildren(el("p", { class: "quiet" }, language ? `There is no catalogue for ${language} yet: pnp i18n update writes it.` : "This game has one language. Others are named in languages: of game.yaml."));
  const left = told.entries.filter((entry) => rank(entry) < 2).length;
  const list = told.entries.filter((entry) => only === "all" || rank(entry) < 2).sort((a, b) => rank(a) - rank(b) || a.line - b.line);
  section.replaceChildren(
    el("div", { class: "filters" },
      el("strong", {}, language),
      el("select", { "aria-label": "Which", onchange: (event) => { only = event.target.value; showWords(section); } }, [["all", "all texts"], ["left", "to do"]].map(([value, name]) => el("option", { value, selected: value === only }, name))),
      el("small", { class: "quiet" }, `${told.entries.length - left} of ${told.entries.length} translated · ${told.file}`)),
    el("ol", { class: "words" }, list.map((entry) => item(entry, told, section))));
}

/** A button with the card on which a text of a field stands: it shows the card large. */
function cardButton(entry) {
  const [deck, field] = entry.context.split(".");
  const tile = tilesOf(deck).find(({ card }) => card.values.some((value) => value.name === field && (value.text === entry.text || entry.strings.includes(value.text))));
  return tile ? el("button", { class: "of-card", onclick: () => openCard(deck, tile.card.number) }, `${tile.card.label} ›`) : "";
}

function item(entry, told, section) {
  const terms = Object.entries(told.glossary).filter(([word, forms]) => forms.length && entry.text.toLowerCase().includes(word.toLowerCase()));
  const areas = entry.strings.map((text, index) => {
    const area = el("textarea", { rows: Math.max(1, Math.ceil(Math.max(text.length, entry.text.length) / 60), text.split("\n").length), spellcheck: "true", "aria-label": `${entry.text}${entry.strings.length > 1 ? `, form ${index}` : ""}`, onchange: () => save(false) });
    area.defaultValue = text;
    return area;
  });
  const save = async (isFuzzy) => {
    const strings = areas.map((area) => area.value);
    if (await edit(`translation of ${entry.text.slice(0, 30)}`, [{ do: "translate", file: told.file, line: entry.line, entry: [entry.context, entry.text], strings, is_fuzzy: isFuzzy }], { game: state.game, seen: told.seen })) showWords(section);
  };
  const state_ = ["missing", "look again", ""][rank(entry)];
  return el("li", { class: state_ ? "todo" : "" },
    el("div", {}, el("p", {}, entry.text), entry.plural ? el("p", {}, entry.plural) : "", entry.previous && entry.is_fuzzy ? el("p", { class: "quiet" }, "before: ", el("del", {}, entry.previous)) : "",
      cardButton(entry),
      el("small", { class: "quiet" }, [entry.context, ...terms.map(([word, forms]) => `${word}: ${forms.join(", ")}`)].filter(Boolean).join(" · "))),
    el("div", {}, areas, state_ ? el("small", { class: "state" }, state_, entry.is_fuzzy && entry.strings.every(Boolean) ? el("button", { onclick: () => save(false) }, "It is right") : "") : ""));
}
