// A folder without a game: a spreadsheet is dropped, or a starter chosen, and the game is here.

import { byId, el } from "/static/dom.js";
import { faultItem } from "/static/faults.js";
import { postNew, question } from "./edits.js";
import { OFFERED, nameOf } from "./words.js";

const LARGEST = 40_000_000;

/** Show the page where a game begins, if there is none yet. */
export async function offerStart() {
  const starters = await question("/studio/start");
  if (!starters) return;
  const endings = (await question("/studio/choices"))?.starts ?? [];
  const name = el("input", { id: "new-name", maxlength: "60", placeholder: "Harbour Lights", autocomplete: "off" });
  const language = el("select", { id: "new-language" }, el("option", { value: "" }, "as their texts tell"), OFFERED.map((code) => el("option", { value: code }, nameOf(code))));
  const said = el("div", { class: "said", role: "status" });
  const pick = el("input", { type: "file", accept: endings.join(), class: "spoken", id: "new-file", onchange: () => pick.files[0] && take(pick.files[0]) });
  const drop = el("label", { class: "drop", for: "new-file" }, el("strong", {}, "Drop a spreadsheet of your cards here"),
    el("span", {}, "or click to choose one: Excel, LibreOffice, CSV. Names of columns in the first line, a card in each line below."));
  const page = el("main", { class: "start", "aria-label": "A new game" },
    el("h1", {}, "A new game"),
    el("label", { class: "name" }, "Its name ", name),
    el("label", { class: "name" }, "The language of the cards ", language),
    drop, pick,
    el("h2", {}, "or start from one of these"),
    el("div", { class: "starters" }, starters.map((one) => el("button", { "data-starter": one.name, onclick: () => make({ name: name.value.trim() || one.name, start: one.name }) },
      el("img", { alt: "", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(one.svg)}` }), el("strong", {}, one.name.replace("-", " ")), el("span", {}, one.summary)))),
    said);
  for (const type of ["dragover", "drop"]) page.addEventListener(type, (event) => event.preventDefault());
  page.addEventListener("dragover", () => drop.classList.add("over"));
  page.addEventListener("dragleave", () => drop.classList.remove("over"));
  page.addEventListener("drop", (event) => { drop.classList.remove("over"); if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]); });
  byId("alarm").hidden = true;
  document.body.classList.add("starting");
  document.body.append(page);

  async function take(file) {
    if (file.size > LARGEST) return said.replaceChildren(el("p", {}, `${file.name} has more than ${LARGEST / 1e6} MB.`));
    const content = await new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.split(",")[1] ?? "");
      reader.readAsDataURL(file);
    });
    pick.value = "";
    return make({ name: name.value.trim() || file.name.replace(/\.\w+$/, ""), start: "", language: language.value, file: { name: file.name, content } });
  }

  async function make(wish) {
    said.replaceChildren(el("p", { class: "quiet" }, "Making it …"));
    const answer = await postNew(wish);
    if (!answer) return said.replaceChildren();
    if (answer.faults.length) {
      said.replaceChildren(el("ol", { class: "faults" }, answer.faults.map(faultItem)));
      return said.scrollIntoView();
    }
    const go = el("button", { class: "go", onclick: () => { location.hash = ""; location.reload(); } }, "To the cards");
    if (!answer.notes.length) return go.click();
    page.replaceChildren(el("h1", {}, "Your game is here"), el("ul", { class: "notes" }, answer.notes.map((note) => el("li", {}, note))), go);
    return go.focus();
  }
}
