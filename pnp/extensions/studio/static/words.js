// Translations as a table: what is missing or may be out of date comes first.

import { el } from "/static/dom.js";
import { path } from "/static/net.js";
import { game, openCard, state } from "/static/state.js";
import { edit, loadSteps, question, run } from "./edits.js";
import { thumb } from "./thumbs.js";

export const OFFERED = ["ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hr", "hu", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "pt_BR", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi", "zh_Hans", "zh_Hant"];
const names = new Intl.DisplayNames(["en"], { type: "language" });
export const nameOf = (code) => { try { return names.of(code.replaceAll("_", "-")); } catch { return code; } };
let chosen = "";
let isCollecting = false;
let saving = Promise.resolve();

const rank = (entry) => (entry.strings.some((text) => !text) ? 0 : entry.is_fuzzy ? 1 : 2);
const countOf = ({ entries, file }) => `${entries.filter((entry) => rank(entry) === 2).length} of ${entries.length} translated · ${file}`;
let only = "all";
let last = null;
let order = [];  // of the entries that are listed
const keyOf = (entry) => `${entry.context}\0${entry.text}`;

export async function showWords(section, isQuiet = false) {
  const codes = (game()?.languages ?? []).slice(1);
  if (!codes.includes(chosen)) chosen = codes.includes(state.language) ? state.language : codes[0] ?? "";
  const language = chosen;
  const told = language && await question(`/studio/words/${path(state.game, language)}`);
  const isSame = told && told.added === last?.added && JSON.stringify(told.seen) === JSON.stringify(last?.seen);
  const focused = section.querySelector(".words :focus");
  if (focused ? isQuiet || isSame || (focused.value ?? "") !== (focused.defaultValue ?? "") : isQuiet && isSame) return undefined;  // what is being written stays
  last = told;
  const said = el("p", { class: "quiet said", role: "status" });
  const tools = [
    codes.length ? el("select", { "aria-label": "Language", onchange: (event) => { chosen = event.target.value; showWords(section); } }, codes.map((code) => el("option", { value: code, selected: code === language }, nameOf(code)))) : "",
    el("select", { "aria-label": "Add a language", onchange: (event) => event.target.value && addLanguage(event.target.value, section, said) },
      el("option", { value: "" }, "+ Language"), OFFERED.filter((code) => !game()?.languages.includes(code)).map((code) => el("option", { value: code }, nameOf(code)))),
    language ? el("button", { title: "Texts that are new on the cards and in the rules are added to the list", class: told?.added ? "go" : "", onclick: () => collect(language, section, said) }, told?.added ? `${told.added === 1 ? "1 new text" : `${told.added} new texts`}: collect` : "Collect new texts") : "",
  ];
  tools.push(el("label", {}, el("small", {}, "the cards are in "), el("select", { "aria-label": "Language of the cards", onchange: (event) => setSource(event.target.value, section) },
    [...new Set([game().languages[0], ...OFFERED])].map((code) => el("option", { value: code, selected: code === game().languages[0] }, nameOf(code))))));
  if (!told) return section.replaceChildren(el("div", { class: "filters" }, tools), said, el("p", { class: "quiet" }, isCollecting ? "Collecting the texts …" : language ? `The texts for ${nameOf(language)} are not collected yet.` : "This game has one language. Add another one, and its texts are listed here."));
  const list = told.entries.filter((entry) => only === "all" || rank(entry) < 2).sort((a, b) => (focused ? order.indexOf(keyOf(a)) - order.indexOf(keyOf(b)) : rank(a) - rank(b)) || a.line - b.line);
  order = list.map(keyOf);
  section.replaceChildren(
    el("div", { class: "filters" },
      tools,
      el("select", { "aria-label": "Which", onchange: (event) => { only = event.target.value; showWords(section); } }, [["all", "all texts"], ["left", "to do"]].map(([value, name]) => el("option", { value, selected: value === only }, name))),
      el("small", { class: "quiet progress" }, countOf(told))),
    said,
    el("ol", { class: "words", "data-typing": true }, list.map((entry) => item(entry, told))));
  if (focused) [...section.querySelectorAll(".words textarea")].find((area) => area.ariaLabel === focused.ariaLabel)?.focus();
}

/** Collect the texts of a language: those that are new get a place to be translated. */
async function collect(lang, section, said) {
  const printed = [];
  said.textContent = "Collecting the texts …";
  isCollecting = true;
  await run({ command: "i18n", game: state.game, lang }, (line) => printed.push(line));
  isCollecting = false;
  await loadSteps();
  if (printed.at(-1) === "exit 0") return showWords(section);
  said.textContent = printed.filter((line) => !line.startsWith("exit ")).join("\n");
  return undefined;
}

/** Give the game another language, with all its texts to be translated. */
async function addLanguage(code, section, said) {
  const one = { do: "set", file: `data/${state.game}/game.yaml`, path: ["languages"], value: [...game().languages, code] };
  const read = await question(`/studio/text/${one.file}`);
  if (!read || !await edit(`add ${nameOf(code)}`, [one], { game: state.game, seen: read.seen })) return showWords(section);
  game().languages = one.value;
  chosen = code;
  return collect(code, section, said);
}

/** Correct the language in which the cards are written; the words of the game's glossary are taken along. */
async function setSource(code, section) {
  const [old, ...others] = game().languages;
  const [file, glossary] = ["game", "glossary"].map((name) => `data/${state.game}/${name}.yaml`);
  const read = await question(`/studio/text/${file}`);
  const words = await question(`/studio/text/${glossary}`);
  const edits = [{ do: "set", file, path: ["languages"], value: [code, ...others.filter((one) => one !== code)] }];
  const keys = words?.text.match(/^words:[^]*?(?=^\S|$(?![^]))/m)?.[0] ?? "";
  if (keys.includes(`\n  ${old}:`) && !keys.includes(`\n  ${code}:`)) edits.push({ do: "rename", file: glossary, path: ["words", old], name: code });
  if (read && await edit(`the cards are in ${nameOf(code)}`, edits, { game: state.game, seen: { ...read.seen, ...words?.seen } })) game().languages = edits[0].value;
  return showWords(section);
}

/** The card on which a text stands, as a small picture: a click shows it large. */
const cardButton = ({ deck, number }) => (deck ? el("button", { class: "of-card", tabindex: "-1", "aria-label": `Card ${number} of ${deck}`, onclick: () => openCard(deck, number) }, thumb(deck, number)) : "");

function item(entry, told) {
  const terms = Object.entries(told.glossary).filter(([word, forms]) => forms.length && entry.text.toLowerCase().includes(word.toLowerCase()));
  const areas = entry.strings.map((text, index) => {
    const area = el("textarea", { rows: Math.max(1, Math.ceil(Math.max(text.length, entry.text.length) / 60), text.split("\n").length), spellcheck: "true", "aria-label": `${entry.text}${entry.strings.length > 1 ? `, form ${index}` : ""}`, onchange: () => save() });
    area.defaultValue = text;
    return area;
  });
  const write = async () => {
    const strings = areas.map((area) => area.value);
    const one = entry.column
      ? { do: "field", deck: entry.deck, number: entry.number, field: entry.column, text: strings[0] }
      : { do: "translate", file: told.file, line: entry.line, entry: [entry.context, entry.text], strings };
    if (!await edit(`translation of ${entry.text.slice(0, 30)}`, [one], { game: state.game, seen: told.seen })) return;
    Object.assign(entry, { strings, is_fuzzy: false });
    const count = row.closest("section")?.querySelector(".progress");
    if (count) count.textContent = countOf(told);
    if (row.querySelector("textarea:focus")) return;
    const next = row.contains(document.activeElement) ? row.nextElementSibling?.querySelector("textarea") : null;
    row.replaceWith(item(entry, told));
    next?.focus();
  };
  // One after another; only its own row changes, so that one can write on in the next.
  const save = () => { saving = saving.then(write, write); };
  const state_ = ["missing", "look again", ""][rank(entry)];
  const row = el("li", { class: state_ ? "todo" : "" },
    el("div", {}, cardButton(entry), el("p", {}, entry.text), entry.plural ? el("p", {}, entry.plural) : "", entry.previous && entry.is_fuzzy ? el("p", { class: "quiet" }, "before: ", el("del", {}, entry.previous)) : "",
      el("small", { class: "quiet" }, [entry.column ? `${entry.column} of card ${entry.number}` : entry.context, entry.room, ...terms.map(([word, forms]) => `${word}: ${forms.join(", ")}`)].filter(Boolean).join(" · "))),
    el("div", {}, areas, state_ ? el("small", { class: "state" }, state_, entry.is_fuzzy && !entry.column && entry.strings.every(Boolean) ? el("button", { onclick: save }, "It is right") : "") : ""));
  return row;
}
