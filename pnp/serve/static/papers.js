// Sheets, pages and the web page of the rules, in one language or two side by side.

import { byId, counted, el } from "./dom.js";
import { languages, madeIn, press, state } from "./state.js";

const shownAs = new Map();

function paper(picture, caption) {
  const src = `/picture/${picture.digest}.svg${press() ? `?press=${encodeURIComponent(press())}` : ""}`;
  const [width, height] = picture.size;
  return el("figure", { class: "paper", "--w": width, "--h": height },
    el("button", { onclick: () => enlarge(src, caption), "aria-label": `${caption}, large` }, el("img", { src, alt: caption, loading: "lazy" })),
    el("figcaption", {}, caption));
}

function enlarge(src, caption) {
  const dialog = el("dialog", { class: "paper-view", "aria-label": caption, onclick: () => dialog.close(), onclose: () => dialog.remove() }, el("img", { src, alt: caption, width: "100%" }));
  document.body.append(dialog);
  dialog.showModal();
}

function columns(view, content) {
  const all = languages().map((language) => el("div", {}, languages().length > 1 ? el("h2", {}, language) : "", content(language, madeIn(language))));
  byId(view).replaceChildren(el("div", { class: "columns", "--columns": all.length }, all));
}

const waiting = (made, nothing) => el("p", { class: "quiet" }, made ? nothing : "Laying out …");

/** Show a view anew where what it shows has changed. */
function once(view, draw) {
  const now = JSON.stringify([state.game, press(), languages().map((language) => { const made = madeIn(language); return made && [made.sheets, made.pages, made.rules]; })]);
  if (shownAs.get(view) !== now) {
    shownAs.set(view, now);
    draw();
  }
}

export function showSheets() {
  once("sheets", () => columns("sheets", (_, made) => {
    if (!made?.sheets.length) return [waiting(made, "This game has nothing to cut out.")];
    const products = [...new Set(made.sheets.map((sheet) => sheet.product))];
    return products.map((product) => {
      const sides = made.sheets.filter((sheet) => sheet.product === product);
      return el("section", {}, el("h2", {}, `${product.replaceAll("_", " ")}.pdf`, " ", el("small", { class: "quiet" }, counted(sides.length, "side"))), el("div", { class: "papers" }, sides.map((sheet) => paper(sheet, sheet.name))));
    });
  }));
}

export function showBooklet() {
  once("booklet", () => columns("booklet", (_, made) => {
    if (!made?.pages.length) return [waiting(made, "This game has no printed rules.")];
    const isFlat = made.pages[0].product === "sheet";
    const spreads = isFlat ? made.pages.map((page) => [page]) : [made.pages.slice(0, 1)];
    for (let start = isFlat ? made.pages.length : 1; start < made.pages.length; start += 2) spreads.push(made.pages.slice(start, start + 2));
    return [el("div", { class: "papers" }, spreads.map((pages) => el("div", { class: "spread", dir: made.starts_right ? "rtl" : "ltr" }, pages.map((page) => paper(page, `page ${made.pages.indexOf(page) + 1}`)))))];
  }));
}

export function showRules() {
  once("rules", () => columns("rules", (language, made) => (made?.rules
    ? [el("iframe", { src: `/rules/${encodeURIComponent(state.game)}/${encodeURIComponent(language)}?${made.rules}`, title: `Rules, ${language}` })]
    : [waiting(made, "This game has no rules as a web page.")])));
}

export const forget = () => shownAs.clear();
