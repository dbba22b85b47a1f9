// Icons of the web by a word, and fonts of this machine: copied into the project with their licences when chosen.

import { el, toast } from "/static/dom.js";
import { state } from "/static/state.js";
import { bytesOf, question, run } from "./edits.js";

const SETS = { "game-icons": "Game-icons", lucide: "Lucide", tabler: "Tabler", noto: "Noto Emoji" };

/** Run pnp icons or pnp fonts, and return the lines that it prints; null where it failed, which is said in `said`. */
async function lines(command, kind, words, said) {
  const printed = [];
  said.textContent = "Asking …";
  await run({ command, kind, words, game: state.game }, (line) => printed.push(line));
  const isDone = printed.at(-1) === "exit 0";
  said.textContent = isDone ? "" : printed.filter((line) => !line.startsWith("exit ")).join("\n");
  return isDone ? printed.slice(0, -1) : null;
}

/** Show a dialogue, and return what is chosen in it; "" for nothing. */
function chosenIn(title, fill) {
  const said = el("p", { class: "quiet said", role: "status" });
  const list = el("div", { class: "library" });
  return new Promise((done) => {
    const box = el("dialog", { "aria-label": title, class: "chooser", onclose: () => { box.remove(); done(box.returnValue); } });
    box.append(el("h2", {}, title), ...fill(list, said, (name) => box.close(name)), list, said, el("button", { onclick: () => box.close("") }, "Close"));
    document.body.append(box);
    box.showModal();
  });
}

/** Let somebody find an icon, and copy it into the project; its name, or "". */
export const chooseIcon = () => chosenIn("Find an icon", (list, said, choose) => {
  const word = el("input", { type: "search", "aria-label": "A word in its name, in English", placeholder: "sword", pattern: "\\w[\\w \\-]*" });
  const set = el("select", { "aria-label": "From" }, Object.entries(SETS).map(([value, name]) => el("option", { value }, name)));
  const add = async (icon) => { if (await lines("icons", "add", [icon], said)) choose(icon.split(":")[1]); };
  const find = async () => {
    if (!word.value.trim() || !word.checkValidity()) return;
    list.replaceChildren();
    const found = await lines("icons", "find", [word.value.trim(), set.value], said);
    if (!found) return;
    const icons = found.map((line) => line.match(/^([\w-]+:([\w-]+))(?: (<svg.*))?$/)).filter(Boolean);
    said.textContent = found.filter((line) => !icons.some(([whole]) => whole === line)).join("\n");
    list.replaceChildren(...icons.map(([, icon, name, svg]) => el("button", { "data-icon": icon, class: "drawn", onclick: () => add(icon) }, svg ? el("img", { alt: "", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }) : "", name)));
  };
  return [el("form", { class: "search", onsubmit: (event) => { event.preventDefault(); find(); } }, word, set, el("button", {}, "Find"))];
});

/** Let somebody choose a font of this machine, and copy it into the project; its name in templates, or "". */
export const chooseFont = () => chosenIn("Fonts of this machine", (list, said, choose) => {
  const word = el("input", { type: "search", "aria-label": "A part of its name", oninput: () => { for (const one of list.children) one.hidden = !one.textContent.toLowerCase().includes(word.value.toLowerCase()); } });
  const add = async (family) => {
    const printed = await lines("fonts", "add", [family], said);
    const name = printed?.map((line) => line.match(/^templates name it with font: (.+)$/)?.[1]).find(Boolean);
    if (name) choose(name);
  };
  lines("fonts", "list", [], said).then((found) => {
    const families = (found ?? []).map((line) => line.match(/^(\w[\w '&-]*?) {2}\d+ files?$/)?.[1]).filter(Boolean);
    list.replaceChildren(...families.map((family) => el("button", { "data-font": family, onclick: () => add(family) }, family)));
  });
  return [word];
});

const faces = new Map();

/** Load a font of the project, so that its name can be written in its own letters: in the family "studio NAME". */
export function loadFace(name) {
  if (faces.has(name)) return;
  faces.set(name, bytesOf(`/studio/font/${encodeURIComponent(name)}`).then(async (bytes) => {
    const face = bytes && await new FontFace(`studio ${name}`, bytes).load().catch(() => null);
    if (face) document.fonts.add(face);
  }));
}

/** The edits that name an icon of the project in a template. */
export async function iconEdits(file, name) {
  const { text = "" } = await question(`/studio/text/${file}`) ?? {};
  toast(`${name}: its maker and licence are in templates/icons/CREDITS.md`);
  const path = `icons/${name}`;
  return [/^icons:/m.test(text) ? { do: "set", file, path: ["icons", name], value: path } : { do: "set", file, path: ["icons"], value: { [name]: path } }];
}
