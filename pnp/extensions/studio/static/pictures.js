// Pictures that are dropped: copied into the project, and named by the cells that ask for them.

import { toast } from "/static/dom.js";
import { path } from "/static/net.js";
import { game, state } from "/static/state.js";
import { edit, postJson, question } from "./edits.js";

export const ENDINGS = ["svg", "png", "jpg", "jpeg", "webp"];
export const LARGEST = 28_000_000;

/** A name without what people write in one way or another: case, spaces, hyphens, underscores, accents, ending. */
const plain = (name) => name.split("/").at(-1).replace(/\.(svg|png|jpe?g|webp)$/i, "").normalize("NFKD").replace(/[\s_-]+|\p{Mn}/gu, "").toLowerCase();

/** The pictures among some files, as they will be stored; a word is said about the other files. */
export function picturesOf(files) {
  const pictures = [...files].map((file) => {
    const ending = file.name.split(".").at(-1).toLowerCase();
    const name = file.name.replace(/\.[^.]*$/, "").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase() || "picture";
    return { file, ending, kind: ending === "svg" ? "svg" : "image", path: `${state.game}/art/${name}`, stored: `${name}.${ending}` };
  });
  const found = pictures.filter(({ ending }) => ENDINGS.includes(ending));
  if (found.length < pictures.length) toast(`${pictures.find((one) => !found.includes(one)).file.name} is no picture: drop an SVG, PNG, JPEG or WebP.`);
  if (found.reduce((sum, { file }) => sum + file.size, 0) <= LARGEST) return found;
  toast(`Together they have more than ${LARGEST / 1e6} MB: drop fewer at a time.`);
  return [];
}

/** The edit that copies a picture into the project. */
export const putEdit = async ({ file, path: target, ending }) => ({ do: "put", file: `templates/${target}.${ending}`, content: await base64Of(file) });

/** The bytes of a file as text for a request. */
export async function base64Of(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += 32768) text += String.fromCharCode(...bytes.subarray(start, start + 32768));
  return btoa(text);
}

/** What an element names that shows a picture. */
export const nameFor = (picture) => (picture.kind === "svg" ? picture.path : `${picture.path}.${picture.ending}`);

/** The field from which an element has its picture, with what its template writes before and after it; null without one. */
export function columnOf(element) {
  const match = ["image", "svg"].includes(element.kind) && String(element.values[element.kind]).match(/^([^{]*)\{\{\s*card(?:\.([\p{L}\p{N}_]+)|\[["']([^"']+)["']\])\s*\}\}([^{]*)$/u);
  return match ? { kind: element.kind, before: match[1], field: match[2] ?? match[3], after: match[4] } : null;
}

/** The text of a cell with which its card shows a picture; null where the template asks for another kind or folder. */
export function cellText(column, picture, old = "") {
  if (column.kind !== picture.kind) return null;
  const full = `${picture.path}.${picture.ending}`;
  const names = picture.kind === "svg" && !/\.svg$/i.test(old) ? [picture.path, full] : [full, nameFor(picture)];
  const name = names.find((one) => one.startsWith(column.before) && one.endsWith(column.after));
  return name === undefined ? null : name.slice(column.before.length, name.length - column.after.length);
}

const listed = (names) => names.slice(0, 3).join(", ") + (names.length > 3 ? " …" : "");

/** What to say when pictures of some files were stored: which are only copied and why, which have another name now, and which are no pictures. */
export function saidOf(files, pictures, copied, why) {
  const other = pictures.filter(({ file, stored }) => file.name !== stored);
  const strange = files.filter((file) => !pictures.some((one) => one.file === file)).map(({ name }) => name);
  return [
    copied.length ? `Only copied into templates/${state.game}/art: ${listed(copied.map(({ stored }) => stored))} (${why}).` : "",
    other.length ? `${other[0].file.name} is stored as ${other[0].stored}${other.length > 1 ? `, and ${other.length - 1} more likewise` : ""}.` : "",
    strange.length ? `${listed(strange)}: no picture.` : "",
  ].filter(Boolean).join(" ");
}

/** What shows the pictures that a column of a table names, in the place that the first design leaves for them; null if no column names one of these. */
function draftOf(bench, table, pictures) {
  const names = new Set(pictures.map(({ file }) => plain(file.name)));
  const index = table.columns.findIndex((_, at) => table.rows.some(({ cells }) => /\.(svg|png|jpe?g|webp)$/i.test(cells[at]) && names.has(plain(cells[at]))));
  if (index < 0) return null;
  const field = table.columns[index];
  const { kind } = pictures.find(({ file }) => table.rows.some(({ cells }) => plain(cells[index]) === plain(file.name)));
  const own = bench.elements.filter((one) => one.file === bench.template);
  const [place, letter] = ["place", "letter"].map((name) => own.find((one) => one.name === name));
  const value = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(field) ? `card.${field}` : `card[${JSON.stringify(field)}]`;
  const before = `${state.game}/art/`;
  const hasGaps = table.rows.some(({ cells }) => !cells[index]);  // what these cards show instead stays
  const element = { [kind]: `${before}{{ ${value} }}`, in: place?.values.rect ?? place?.values.in ?? "safe", fit: kind === "image" ? "cover" : "contain", ...(hasGaps ? { when: value } : {}) };
  let name = "picture";
  for (let number = 2; bench.elements.some((one) => one.name === name); number += 1) name = `picture_${number}`;
  return {
    column: { kind, before, field, after: "" },
    edits: [{ do: "set", file: bench.template, path: ["elements", name], value: element }, ...(letter ? [hasGaps ? { do: "set", file: bench.template, path: [...letter.path, "when"], value: `not ${value}`, before: Object.keys(letter.values)[0] } : { do: "remove", file: bench.template, path: letter.path }] : [])],
  };
}

/** Copy pictures, and give each to the cards in whose cell its name stands, as one step. */
export async function takeAll(files) {
  const pictures = picturesOf(files);
  if (!pictures.length) return;
  const edits = await Promise.all(pictures.map(putEdit));
  const seen = {};
  const given = new Set();
  const columns = [];
  for (const { name: deck } of game().decks.filter((one) => !one.is_broken)) {
    const table = await question(`/studio/table/${path(state.game, deck)}`);
    const answer = await postJson("/studio/card", { shown: { game: state.game, language: game().languages[0], deck, number: 1 } });
    const bench = answer?.shown?.bench;
    let shown = (bench?.elements ?? []).map(columnOf).filter(Boolean);
    const drafted = table && bench && !shown.length ? draftOf(bench, table, pictures) : null;
    if (drafted && confirm(`Show the pictures that the column ${drafted.column.field} names on the cards of ${deck}?`)) {
      edits.push(...drafted.edits);
      Object.assign(seen, bench.seen);
      shown = [drafted.column];
    }
    for (const column of table ? shown : []) {
      const index = table.columns.indexOf(column.field);
      columns.push(column.field);
      Object.assign(seen, table.seen);
      for (const picture of pictures) {
        for (const row of table.rows.filter(({ cells }) => plain(cells[index] ?? "") === plain(picture.file.name))) {
          const text = cellText(column, picture, row.cells[index]);
          if (text !== null) given.add(picture);
          if (text !== null && text !== row.cells[index] && table.kind) edits.push({ do: "field", deck, number: row.number, field: column.field, text });
        }
      }
    }
  }
  const left = pictures.filter((one) => !given.has(one));
  const why = columns.length ? `no cell of ${[...new Set(columns)].join(", ")} has this name` : "no deck names its pictures in a column: open a card, and drop each where it belongs";
  if (!await edit(pictures.length === 1 ? `picture ${pictures[0].stored}` : `${pictures.length} pictures`, edits, { game: state.game, seen })) return;
  toast(`${given.size ? `${given.size} of ${pictures.length} are on their cards. ` : ""}${saidOf([...files], pictures, left, why)}`);
}
