// Changes of the project's files: sent to the server, undone and made again.

import { byId, el, toast } from "/static/dom.js";
import { faultItem } from "/static/faults.js";
import { state } from "/static/state.js";

const TOKEN = "pnp-studio";
const asked = new URLSearchParams(location.search).get("studio");
if (asked) {
  sessionStorage.setItem(TOKEN, asked);
  history.replaceState(null, "", location.pathname + location.hash);
}
const token = sessionStorage.getItem(TOKEN) ?? "";

/** The names of the steps that undo and redo would take; "" for none. */
export const steps = { undo: "", redo: "" };
let working = Promise.resolve();

/** The card on the workbench, which comes back with each change: `card` names it, `take` shows it. */
export const watched = { card: () => null, take: async () => {} };

async function answerOf(path, options = {}) {
  const answer = await fetch(path, { ...options, headers: { "x-studio": token, ...options.headers } }).catch(() => null);
  if (!answer) {
    toast("pnp studio has ended: nothing was changed. Start it again.");
    return null;
  }
  const value = await answer.json().catch(() => null);
  if (!answer.ok || !value) {
    toast(value?.bug ?? `This was not done (${answer.status}). Open the address that pnp studio prints.`);
    return null;
  }
  return value;
}

/** Ask about the project; null where there is no answer. */
export async function question(path) {
  const value = await answerOf(path);
  return value ? value.answer ?? (value.faults ? null : value) : null;
}

/** Start a command, and call `hear` with each line that it prints. */
export async function run(wish, hear) {
  const answer = await fetch("/studio/run", { method: "POST", headers: { "x-studio": token, "content-type": "application/json" }, body: JSON.stringify(wish) }).catch(() => null);
  if (!answer?.ok) return hear(answer ? await answer.text() : "pnp studio has ended.");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    lines.filter((line, index) => line || index + 1 < lines.length).forEach(hear);
    if (done) return undefined;
  }
}

/** The bytes that the server answers, or null. */
export const bytesOf = async (path) => {
  const answer = await fetch(path, { headers: { "x-studio": token } }).catch(() => null);
  return answer?.ok ? answer.arrayBuffer() : null;
};

/** Open a file of output/ in a tab of its own. */
export async function openOutput(path) {
  const tab = window.open("", "_blank");
  const answer = await fetch(`/studio/output/${path.split("/").map(encodeURIComponent).join("/")}`, { headers: { "x-studio": token } });
  if (!answer.ok) return tab?.close();
  const url = URL.createObjectURL(await answer.blob());
  if (tab) tab.location = url;
  return undefined;
}

export const postJson = (path, body) => answerOf(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

function post(path, body) {
  const send = () => postJson(path, body());
  working = working.then(send, send);
  return working;
}

/** Make a project in this folder. */
export const postNew = (wish) => post("/studio/new", () => wish);

async function take(value, again = null) {
  if (!value) return false;
  steps.undo = value.undo;
  steps.redo = value.redo;
  showSteps();
  if (value.faults.length) {
    refuse(value.faults, value.wider && again ? { values: value.wider.values, allow: () => again(value.wider.edits) } : null);
    if (value.faults[0].code === "edit-stale") document.dispatchEvent(new CustomEvent("stepped"));  // what is shown is old
    return false;
  }
  if (value.shown) await watched.take(value.shown);
  byId("refused")?.remove();
  return true;
}

/** The faults for which the last change was not made. */
export let refusedFor = [];

/** Say why a change was not made, and offer to allow its values. */
function refuse(faults, wider) {
  refusedFor = faults;
  byId("refused")?.remove();
  const box = el("div", { id: "refused", class: "refused", role: "alert" },
    el("header", {}, el("strong", {}, "Not changed"), el("button", { onclick: () => box.remove(), "aria-label": "Close" }, "×")),
    el("ol", { class: "faults" }, faults.slice(0, 3).map(faultItem)),
    wider ? el("button", { class: "apply allow", title: "The range or the choices of the field are widened in game.yaml", onclick: wider.allow }, `Allow ${wider.values.slice(0, 3).join(", ")}${wider.values.length > 3 ? " …" : ""}`) : "");
  document.body.append(box);
}

/** Make some edits together, under a name for undo; whether they were made.
 *
 * `seen` has the digests of the files that what is shown was read from, as they came with it. It gets those of the files that are written.
 */
export async function edit(name, edits, { game, seen, joins = false }) {
  if (!edits.length) return false;
  const value = await post("/studio/edit", () => ({ name, game, edits, seen, joins, shown: watched.card() }));
  Object.assign(seen, value?.seen);
  const again = async (wider) => { if (await edit(name, [...edits, ...wider], { game, seen, joins })) document.dispatchEvent(new CustomEvent("stepped")); };
  return take(value, again);
}

/** Correct faults whose fix is one change each, as one step. */
export async function correct(faults) {
  const sent = faults.map(({ code, file, line, path, message, corrects }) => ({ code, file, line, column: Number(path.match(/:(\d+):(\d+)$/)?.[2] ?? 0), message, corrects }));
  const answer = await post("/studio/fix", () => ({ game: state.game, faults: sent }));
  if (!await take(answer)) return;
  const [{ corrects }] = faults;
  toast(answer.made ? `corrected: ${faults.length > 1 ? `${faults.length} faults` : corrects[1]}` : "This takes a person: see the fix.");
  document.dispatchEvent(new CustomEvent("stepped"));
}

export async function undo() {
  const name = steps.undo;
  if (!name || !await take(await post("/studio/undo", () => ({ shown: watched.card() })))) return;
  if (!watched.card()) document.dispatchEvent(new CustomEvent("stepped"));
  toast(`undone: ${name}`);
}

export async function redo() {
  const name = steps.redo;
  if (!name || !await take(await post("/studio/redo", () => ({ shown: watched.card() })))) return;
  if (!watched.card()) document.dispatchEvent(new CustomEvent("stepped"));
  toast(`again: ${name}`);
}

export async function loadSteps() {
  const value = await answerOf("/studio/steps");
  if (value) {
    steps.undo = value.undo;
    steps.redo = value.redo;
    showSteps();
  }
}

function showSteps() {
  for (const [id, name] of [["undo", steps.undo], ["redo", steps.redo]]) {
    for (const button of document.querySelectorAll(`[data-step=${id}]`)) {
      button.disabled = !name;
      button.title = name ? `${id === "undo" ? "Undo" : "Redo"} ${name}` : "";
    }
  }
}

/** Buttons for undo and redo. */
export const stepButtons = () => [
  el("button", { "data-step": "undo", disabled: !steps.undo, title: steps.undo, onclick: undo, "aria-label": "Undo" }, "↶"),
  el("button", { "data-step": "redo", disabled: !steps.redo, title: steps.redo, onclick: redo, "aria-label": "Redo" }, "↷"),
];

addEventListener("keydown", (event) => {
  const target = event.composedPath()[0];
  if (!(event.ctrlKey || event.metaKey) || target.isContentEditable) return;
  if (target.matches?.("input, textarea") && target.value !== target.dataset.was) return;  // the field undoes its own letters
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) redo();
  else return;
  event.preventDefault();
});
