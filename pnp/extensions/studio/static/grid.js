// The cards of a deck as a table: type, paste, fill down, sort, filter, add and duplicate rows.

import { el, toast } from "/static/dom.js";
import { path } from "/static/net.js";
import { allFaults, game, openCard, state } from "/static/state.js";
import { edit, question, refusedFor } from "./edits.js";

let deck = "";
let grid = null;
let told = null;
let waiting;

/** Show the table of a deck. */
export async function showTable(section) {
  const decks = game()?.decks ?? [];
  if (!decks.some((one) => one.name === deck)) deck = decks[0]?.name ?? "";
  if (!deck) return section.replaceChildren(el("p", { class: "quiet" }, "This game has no cards."));
  told = await question(`/studio/table/${path(state.game, deck)}`);
  const { Tabulator, ...modules } = await import("./vendor/tabulator.js");
  if (!showTable.isReady) Tabulator.registerModule(Object.values(modules));
  showTable.isReady = true;
  const isFixed = !told?.kind;
  const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter rows" });
  const holder = el("div", { class: "grid-holder" });
  section.replaceChildren(
    el("div", { class: "filters" },
      el("select", { "aria-label": "Deck", onchange: (event) => { deck = event.target.value; showTable(section); } }, decks.map((one) => el("option", { value: one.name, selected: one.name === deck }, one.title))),
      filter,
      ...(isFixed ? [] : [
        el("button", { onclick: () => add(section) }, "+ Row"),
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
      { title: "№", field: "id", width: 56, headerSort: false, frozen: true, cssClass: "row-number", cellClick: (_, cell) => openCard(deck, cell.getData().id), tooltip: "Open the card" },
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
  });
  for (const name of ["cellEdited", "clipboardPasted", "dataChanged"]) grid.on(name, changed);
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase();
    grid.setFilter((data) => Object.values(data).some((text) => String(text).toLowerCase().includes(words)));
  });
}

const rowOf = (number) => told.rows.find((row) => row.number === number);

/** The edit of a cell. */
function cellEdit(row, index, text) {
  if (told.kind === "yaml") {
    const at = [...row.path, told.columns[index]];
    const before = row.cells[index];
    if (text === "") return before === "" ? null : { do: "remove", file: told.file, path: at };
    const column = told.rows.map((one) => one.cells[index]).filter(Boolean);
    const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && column.every((one) => /^-?\d+(\.\d+)?$/.test(one));
    return { do: "set", file: told.file, path: at, value: isNumber ? Number(text) : text };
  }
  return { do: "cells", file: told.file, line: row.line, cells: { [told.numbers[index]]: text } };
}

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
  const edits = now.map(([row, index, text]) => cellEdit(row, index, text)).filter(Boolean);
  if (!edits.length) return;
  const name = now.length === 1 ? `${told.columns[now[0][1]]} of card ${now[0][0].number}` : `${now.length} cells`;
  if (await edit(name, edits, { game: state.game })) for (const [row, index, text] of now) row.cells[index] = text;
  const isRefused = now.some(([row, index, text]) => row.cells[index] !== text);
  for (const [row, index] of now) {
    const cell = grid.getRow(row.number).getCell(`c${index}`);
    cell.getElement().classList.toggle("wrong", isRefused);
    cell.getElement().title = isRefused ? refusedFor.map((fault) => fault.message).join("; ") : "";
  }
}

/** Colour the number of a row in which the game has faults, with their messages. */
function markRow(row) {
  const { line } = rowOf(row.getData().id) ?? {};
  const wrong = allFaults().filter((fault) => fault.file === told.file && fault.line === line);
  const first = row.getElement().querySelector(".row-number");
  first?.classList.toggle("wrong", wrong.length > 0);
  if (first && wrong.length) first.title = wrong.map((fault) => fault.message).join("; ");
}

const chosenRows = () => [...new Set((grid?.getRanges() ?? []).flatMap((range) => range.getRows()))].map((row) => rowOf(row.getData().id)).filter(Boolean);

function rowEdit(cells, after) {
  if (told.kind === "yaml") {
    const value = Object.fromEntries(cells.map((text, index) => [told.columns[index], /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text]).filter(([, text]) => text !== ""));
    return { do: "insert", file: told.file, path: [...told.path, after ? after.path.at(-1) + 1 : told.rows.length], value };
  }
  const wide = [];
  cells.forEach((text, index) => { wide[told.numbers[index] - 1] = text; });
  if (told.kind === "csv") return { do: "row", file: told.file, line: after ? after.line + 1 : 10 ** 7, cells: Array.from(wide, (text) => text ?? "") };
  const last = Math.max(...told.rows.map((row) => row.line));
  return { do: "cells", file: told.file, line: last + 1, cells: Object.fromEntries(cells.map((text, index) => [told.numbers[index], text]).filter(([, text]) => text !== "")) };
}

async function add(section) {
  const last = told.rows.at(-1);
  const cells = last ? [...last.cells] : told.columns.map(() => "");
  if (await edit("add a card", [rowEdit(cells, null)], { game: state.game })) {
    await showTable(section);
    grid.on("tableBuilt", () => grid.scrollToRow(told.rows.at(-1).number, "bottom", false).catch(() => {}));
    toast("The new card is a copy of the last one: change it now.");
  }
}

async function duplicate(section) {
  const rows = chosenRows();
  if (!rows.length) return toast("Choose cells of the rows first.");
  const edits = rows.reverse().map((row) => rowEdit(row.cells, row));
  if (await edit(`duplicate ${rows.length === 1 ? "a card" : `${rows.length} cards`}`, edits, { game: state.game })) await showTable(section);
}

async function removeRows(section) {
  const rows = chosenRows();
  if (!rows.length) return toast("Choose cells of the rows first.");
  if (told.kind === "workbook") return toast("Rows of a workbook are deleted in your spreadsheet.");
  const edits = rows.sort((a, b) => b.number - a.number).map((row) => (told.kind === "csv" ? { do: "remove-row", file: told.file, line: row.line } : { do: "remove", file: told.file, path: row.path }));
  if (await edit(`delete ${rows.length === 1 ? "a card" : `${rows.length} cards`}`, edits, { game: state.game })) await showTable(section);
}

/** Give all chosen cells of a column the text of the first one. */
async function fill(section) {
  const edits = [];
  for (const range of grid?.getRanges() ?? []) {
    for (const column of range.getColumns()) {
      const index = Number(column.getField().slice(1));
      if (Number.isNaN(index)) continue;
      const rows = range.getRows().map((row) => rowOf(row.getData().id));
      edits.push(...rows.slice(1).map((row) => cellEdit(row, index, rows[0].cells[index])).filter(Boolean));
    }
  }
  if (!edits.length) return toast("Choose the first cell and those below it.");
  if (await edit("fill down", edits, { game: state.game })) await showTable(section);
}

async function addColumn(section) {
  const name = prompt("Name of the new field");
  if (!name) return;
  const edits = told.fields.length ? [{ do: "set", file: `data/${state.game}/game.yaml`, path: [...told.fields, `${name}?`], value: "text" }] : [];
  if (told.kind !== "yaml") edits.push({ do: "cells", file: told.file, line: told.header, cells: { [Math.max(0, ...told.numbers) + 1]: name } });
  else if (!edits.length) edits.push(...told.rows.map((row) => ({ do: "set", file: told.file, path: [...row.path, name], value: "" })));
  if (await edit(`add ${name}`, edits, { game: state.game })) await showTable(section);
}
