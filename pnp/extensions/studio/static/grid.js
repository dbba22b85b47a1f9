// The cards of a deck as a table: type, paste, fill down, sort, filter, add and duplicate rows.

import { byId, el, toast } from "/static/dom.js";
import { path } from "/static/net.js";
import { allFaults, game, openCard, state } from "/static/state.js";
import { edit, question, refusedFor } from "./edits.js";
import { LARGEST, base64Of } from "./pictures.js";

const NEW = "new";  // the row that is not in the file yet
let deck = "";
let grid = null;
let told = null;
let waiting;
let sending = Promise.resolve();
let isAdding = false;
let returning = null;  // the cell that is chosen once the table is laid anew
let moving = null;  // goes to the next cell

/** The number of the chosen card, and the chosen column. */
function chosenCell() {
  if (returning) return returning;
  const [range] = grid?.getRanges() ?? [];
  const id = range?.getRows()[0]?.getData().id;
  return id ? { number: id === NEW ? Infinity : id, field: range.getColumns()[0].getField() } : null;
}

/** Choose a cell again; that of the last row where there is no such card. */
function chooseAgain({ number, field }) {
  returning = null;
  const row = grid.getRow(Math.min(number, told.rows.length));
  const cell = row && (row.getCell(field) || row.getCell("c0"));
  if (!cell) return;
  grid.getRanges()[0]?.setBounds(cell, cell);
  grid.scrollToRow(row, "nearest", false).catch(() => {});
}

/** Show the table of a deck; `isQuiet` leaves one that is shown as it is, unless its files were changed elsewhere; `added` finds the card that is chosen then. */
export async function showTable(section, isQuiet = false, added = () => 0) {
  const decks = game()?.decks ?? [];
  if (!decks.some((one) => one.name === deck)) deck = decks[0]?.name ?? "";
  if (!deck) return section.replaceChildren(el("p", { class: "quiet" }, "This game has no cards."));
  if (isQuiet) await sending;
  const read = await question(`/studio/table/${path(state.game, deck)}`);
  if (isQuiet && section.querySelector(".tabulator-editing")) return undefined;
  const isHeld = isQuiet || section.querySelector(".grid-holder :focus");  // it may have been clicked meanwhile
  if (isHeld && read && JSON.stringify(read.seen) === JSON.stringify(told?.seen)) return undefined;
  const cell = told && read && told.file === read.file ? chosenCell() : null;
  const isFocused = section.contains(document.activeElement) || cell && document.activeElement === document.body;
  told = read;
  const number = told && added(told) || cell?.number;
  returning = number ? { number, field: cell?.field ?? "c0" } : null;
  const { Tabulator, ...modules } = await import("./vendor/tabulator.js");
  if (!showTable.isReady) Tabulator.registerModule(Object.values(modules));
  showTable.isReady = true;
  const isFixed = !told?.kind;
  const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter rows" });
  const holder = el("div", { class: "grid-holder", "data-typing": true });
  holder.addEventListener("keydown", (event) => { if (!isFixed) typed(event); }, true);
  section.replaceChildren(
    el("div", { class: "filters" },
      el("select", { "aria-label": "Deck", onchange: (event) => { deck = event.target.value; showTable(section); } }, decks.map((one) => el("option", { value: one.name, selected: one.name === deck }, one.title))),
      filter,
      ...(isFixed ? [] : [
        el("button", { onclick: () => add(filter) }, "+ Row"),
        el("button", { onclick: () => duplicate(section) }, "Duplicate"),
        el("button", { onclick: () => fill(section) }, "Fill down"),
        el("button", { onclick: () => removeRows(section) }, "Delete rows"),
        el("button", { onclick: () => addColumn(section) }, "+ Column"),
      ]),
      el("small", { class: "quiet" }, told ? `${told.file}${isFixed ? ": these cards are combined by each:, and are changed in the file" : ""}` : "The deck cannot be read.")),
    holder);
  if (!told) return;
  grid = new Tabulator(holder, {
    data: told.rows.map((row) => ({ id: row.number, ...Object.fromEntries(row.cells.map((text, index) => [`c${index}`, text])) })),
    columns: [
      { title: "№", field: "id", width: 56, headerSort: false, frozen: true, cssClass: "row-number", cellClick: (_, cell) => { if (cell.getData().id !== NEW) openCard(deck, cell.getData().id); }, tooltip: "Open the card" },
      ...told.columns.map((name, index) => ({ title: name, field: `c${index}`, editor: isFixed ? false : "input", editorParams: { selectContents: true }, headerSort: true, resizable: true, minWidth: 70 })),
    ],
    rowFormatter: markRow, layout: "fitDataFill", height: "calc(100vh - 11.5rem)",
    selectableRange: 1, selectableRangeColumns: true, selectableRangeRows: true, selectableRangeClearCells: !isFixed,
    editTriggerEvent: "dblclick", headerSortClickElement: "icon", clipboard: true, clipboardCopyStyled: false, clipboardCopyRowRange: "range",
    clipboardCopyConfig: { rowHeaders: false, columnHeaders: false }, clipboardPasteParser: "range", clipboardPasteAction: "range",
  });
  grid.on("tableBuilt", () => {  // the part that scrolls takes the keys: it is the group of the rows
    holder.removeAttribute("aria-owns");
    const [group, table] = [holder.querySelector(".tabulator-tableholder"), holder.querySelector(".tabulator-table")];
    group.setAttribute("role", "rowgroup");
    group.setAttribute("aria-label", "Cards");
    table.setAttribute("role", "presentation");
    if (returning && isFocused) group.focus({ preventScroll: true });
    if (returning) chooseAgain(returning);
    group.addEventListener("keydown", (event) => { if (event.target.matches("input")) event.stopPropagation(); });  // what is typed scrolls nothing
  });
  for (const name of ["cellEdited", "clipboardPasted", "dataChanged"]) grid.on(name, changed);
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase();
    grid.setFilter((data) => Object.values(data).some((text) => String(text).toLowerCase().includes(words)));
  });
}

/** Type as in a spreadsheet: a letter begins the text of the chosen cell anew, F2 opens it, Enter goes down, Tab to the right. */
function typed(event) {
  const { selectRange: ranges, edit: editor } = grid.modules;
  moveOn();
  const go = () => ranges.navigate(false, false, event.key === "Tab" ? (event.shiftKey ? "left" : "right") : event.shiftKey ? "up" : "down");
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.matches("input")) {
    if (!["Enter", "Tab"].includes(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
    event.target.blur();
    moving = go;  // once the cell has taken the text, and before the next key
    setTimeout(moveOn);
    return;
  }
  const cell = ranges.getActiveCell();
  if (event.key === "Enter") {
    event.stopPropagation();
    event.preventDefault();
    go();
  } else if (cell?.column.definition.editor && (event.key.length === 1 || ["F2", "Process"].includes(event.key))) editor.editCell(cell);  // its text is chosen: the letter replaces it
}

/** Go from the cell that was typed into, if that is due. */
function moveOn() {
  const go = moving;
  moving = null;
  go?.();
}

const rowOf = (number) => told.rows.find((row) => row.number === number);

/** The edit of a cell. */
const cellEdit = (row, index, text) => ({ do: "field", deck, number: row.number, field: told.columns[index], text });

/** What edits are made with: the game, and the files as they were when the table was read. */
const seen = () => ({ game: state.game, seen: told.seen });

/** Write the cells that differ from the file; those that change at once, as when a range is pasted, are one step. */
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(send, 30);
}

async function send() {
  const now = grid.getData().flatMap((data) => {
    const row = rowOf(data.id);
    return row ? row.cells.map((text, index) => [row, index, String(data[`c${index}`] ?? "")]).filter(([, index, text]) => text !== row.cells[index]) : [];
  });
  const edits = now.map(([row, index, text]) => cellEdit(row, index, text));
  const begun = grid.getData().find(({ id }) => id === NEW);
  if (!edits.length) return begun && sendNew(begun);
  const name = now.length === 1 ? `${told.columns[now[0][1]]} of card ${now[0][0].number}` : `${now.length} cells`;
  sending = edit(name, edits, seen());
  if (await sending) for (const [row, index, text] of now) row.cells[index] = text;
  const isRefused = now.some(([row, index, text]) => row.cells[index] !== text);
  for (const [row, index] of now) markCell(grid.getRow(row.number), index, isRefused ? refusedFor : []);
}

/** Colour a cell that has faults, with their messages. */
function markCell(row, index, faults) {
  const cell = row.getCell(`c${index}`).getElement();
  cell.classList.toggle("wrong", faults.length > 0);
  cell.title = faults.map((fault) => fault.message).join("; ");
}

/** The faults of a field of the new row: its value is wrong, or it lacks one. */
const faultsOf = (name) => refusedFor.filter(({ message }) => message.startsWith(`${name} is `) || message.match(/^the card has no (.+)$/)?.[1].split(/, | and /).includes(name));

/** Colour the number of a row in which the game has faults, with their messages. */
function markRow(row) {
  const { file, line } = rowOf(row.getData().id) ?? {};
  const wrong = allFaults().filter((fault) => fault.file === file && fault.line === line);
  const first = row.getElement().querySelector(".row-number");
  first?.classList.toggle("wrong", wrong.length > 0);
  if (first && wrong.length) first.title = wrong.map((fault) => fault.message).join("; ");
}

const chosenRows = () => (returning ? [rowOf(returning.number)] : [...new Set((grid?.getRanges() ?? []).flatMap((range) => range.getRows()))].map((row) => rowOf(row.getData().id))).filter(Boolean);

/** The edit that adds a card with these texts: after another one, or after the last if that is 0. */
const rowEdit = (cells, after) => ({ do: "add-card", deck, after, texts: Object.fromEntries(cells.map((text, index) => [told.columns[index], text])) });

const newRow = () => grid.getRows().find((row) => row.getData().id === NEW);

/** Begin an empty row, with the cursor in it; it is written as soon as the game can be read with it. */
async function add(filter) {
  filter.value = "";
  grid.clearFilter();
  const row = newRow() ?? await grid.addRow({ id: NEW }, false);
  await grid.scrollToRow(row, "bottom", false).catch(() => {});
  row.getCell("c0").edit();
}

/** Write the new row. */
async function sendNew(data) {
  const texts = Object.fromEntries(told.columns.map((name, index) => [name, String(data[`c${index}`] ?? "")]).filter(([, text]) => text));
  if (isAdding || !Object.keys(texts).length) return;
  isAdding = true;
  sending = edit("add a card", [{ do: "add-card", deck, after: 0, texts }], seen());
  const isMade = await sending;
  const read = isMade && await question(`/studio/table/${path(state.game, deck)}`);
  isAdding = false;
  if (read && newRow()) {
    told = read;
    told.columns.forEach((_, index) => markCell(newRow(), index, []));
    await newRow().update({ id: told.rows.at(-1).number });
    toast(`card ${told.rows.at(-1).number} is written`);
    changed();  // other cells may have been filled meanwhile
  } else if (!isMade) {
    if (!byId("refused")?.querySelector(".allow")) byId("refused")?.remove();
    const isSent = (name, index) => (texts[name] ?? "") === String(newRow().getData()[`c${index}`] ?? "");
    if (newRow()) told.columns.forEach((name, index) => markCell(newRow(), index, isSent(name, index) ? faultsOf(name) : []));
    toast(`The new row is written once its cells are right: ${refusedFor[0]?.message ?? ""}`);
    if (told.columns.some((name, index) => (texts[name] ?? "") !== (newRow()?.getData()[`c${index}`] ?? ""))) changed();
  }
}

async function duplicate(section) {
  const rows = chosenRows();
  if (!rows.length) return toast("Choose cells of the rows first.");
  const edits = rows.sort((a, b) => b.number - a.number).map((row) => rowEdit(row.cells, row.number));
  const lines = new Set(told.rows.map((row) => row.line));
  const copy = (table) => (table.kind === "workbook" ? table.rows.find((row) => !lines.has(row.line))?.number : rows.at(-1).number + 1);  // rows of a workbook stay where they are
  if (await edit(`duplicate ${rows.length === 1 ? "a card" : `${rows.length} cards`}`, edits, seen())) await showTable(section, false, copy);
}

async function removeRows(section) {
  const rows = chosenRows();
  if (!rows.length) return toast("Choose cells of the rows first.");
  const edits = rows.sort((a, b) => b.number - a.number).map((row) => ({ do: "remove-card", deck, number: row.number }));
  if (await edit(`delete ${rows.length === 1 ? "a card" : `${rows.length} cards`}`, edits, seen())) await showTable(section);
}

/** Give all chosen cells of a column the text of the first one. */
async function fill(section) {
  const edits = [];
  for (const range of grid?.getRanges() ?? []) {
    for (const column of range.getColumns()) {
      const index = Number(column.getField().slice(1));
      if (Number.isNaN(index)) continue;
      const rows = range.getRows().map((row) => rowOf(row.getData().id)).filter(Boolean);
      edits.push(...rows.slice(1).map((row) => cellEdit(row, index, rows[0].cells[index])));
    }
  }
  if (!edits.length) return toast("Choose the first cell and those below it.");
  if (await edit("fill down", edits, seen())) await showTable(section);
}

export const TABLES = ["xlsx", "xlsm", "xls", "ods", "csv", "tsv"];
const endingOf = (name) => name.split(".").at(-1).toLowerCase();

/** Replace the table of a deck by a newer file: that of the deck that is shown, else the only one with such a file. */
export async function takeTable(file) {
  if (file.size > LARGEST) return toast(`${file.name} has more than ${LARGEST / 1e6} MB.`);
  const names = state.view === "data" && deck ? [deck] : game().decks.map((one) => one.name);
  const tables = await Promise.all(names.map((name) => question(`/studio/table/${path(state.game, name)}`)));
  const targets = [...new Set(tables.flatMap((table) => Object.keys(table?.seen ?? {}).filter((one) => table.file === one || table.file.startsWith(`${one}#`))))].filter((one) => endingOf(one) === endingOf(file.name));
  if (targets.length !== 1) return toast(targets.length ? `Several decks have such a file: open the table of one, and drop ${file.name} there.` : `No table here is a .${endingOf(file.name)}: save ${file.name} as the kind of file that the deck has, and drop that.`);
  const [target] = targets;
  if (!confirm(`Replace ${target} by ${file.name}? Undo brings the old table back.`)) return undefined;
  const { seen } = tables.find((table) => table?.seen[target] !== undefined);
  if (!await edit(`replace ${target.split("/").at(-1)}`, [{ do: "put", file: target, content: await base64Of(file) }], { game: state.game, seen })) return undefined;
  toast(`${target} is replaced by ${file.name}`);
  document.dispatchEvent(new CustomEvent("stepped"));
  return undefined;
}

async function addColumn(section) {
  const name = prompt("Name of the new field");
  if (!name) return;
  const edits = told.fields.length ? [{ do: "set", file: `data/${state.game}/game.yaml`, path: [...told.fields, `${name}?`], value: "text" }] : [];
  if (told.kind !== "yaml") edits.push({ do: "cells", file: told.file, line: told.header, cells: { [Math.max(0, ...told.numbers) + 1]: name } });
  else if (!edits.length) edits.push(...told.rows.map((row) => ({ do: "set", file: told.file, path: [...row.path, name], value: "" })));
  if (await edit(`add ${name}`, edits, seen())) await showTable(section);
}
