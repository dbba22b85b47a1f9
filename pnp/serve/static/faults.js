// Faults: at the top while a file cannot be read, and all of them in a list.

import { byId, counted, el, placeButton } from "./dom.js";
import { tileOf } from "./cards.js";
import { allFaults, faultButtons, languages, madeIn, openCard, told } from "./state.js";

const MOST = 300;

/** A fault with the line it stands on, why it is one, and what mends it. */
export function faultItem(fault) {
  const chips = fault.cards.slice(0, 12).map((label) => {
    const tile = tileOf(label);
    return tile ? el("button", { class: "place", onclick: () => openCard(tile.deck.told.name, tile.card.number) }, label) : null;
  });
  const before = fault.source.slice(0, fault.caret);
  const word = fault.source.slice(fault.caret).match(/^[\p{L}\p{N}_.-]+|^./u)?.[0] ?? "";
  const told_ = [["why", fault.why], ["fix", fault.fix]].filter(([, text]) => text).flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]);
  return el("li", { class: `fault ${fault.severity}` },
    el("p", { class: "what" }, fault.message, " ", el("span", { class: "code" }, fault.code)),
    el("p", {}, placeButton(fault.path), faultButtons.map((make) => make(fault) ?? "")),
    fault.source ? el("pre", {}, before, el("mark", {}, word), fault.source.slice(fault.caret + word.length)) : "",
    told_.length ? el("dl", {}, told_) : "",
    chips.some(Boolean) ? el("p", {}, "on ", chips.flatMap((chip) => (chip ? [chip, " "] : []))) : "");
}

const rank = (fault) => (fault.severity === "error" ? 0 : 1);

export function showFaults() {
  const faults = allFaults().sort((a, b) => rank(a) - rank(b) || a.file.localeCompare(b.file) || a.line - b.line);
  const errors = faults.filter((fault) => fault.severity === "error").length;
  const count = byId("fault-count");
  count.hidden = !faults.length;
  count.textContent = faults.length;
  count.classList.toggle("mild", !errors);
  const isWhole = languages().every((language) => madeIn(language));
  const quiet = el("p", { class: "quiet" }, isWhole ? "A build would find nothing wrong. pnp check looks at more." : "Looking …");
  const words = [errors ? counted(errors, "error") : "", faults.length - errors ? counted(faults.length - errors, "warning") : ""].filter(Boolean).join(", ");
  byId("faults").replaceChildren(...(faults.length ? [el("p", { class: "quiet" }, `${words}, as a build tells them. pnp check looks at more.`), el("ol", { class: "faults" }, faults.slice(0, MOST).map(faultItem))] : [quiet]));
}

/** What keeps files from being read, over all. */
export function showAlarm(more = []) {
  const faults = [...told.faults.filter((fault) => fault.severity === "error"), ...more];
  const alarm = byId("alarm");
  alarm.hidden = !faults.length;
  if (faults.length) {
    const rest = faults.length > 3 ? [el("p", {}, `and ${counted(faults.length - 3, "more fault")}`)] : [];
    const isBroken = told.games.some((one) => one.is_broken || one.decks.some((deck) => deck.is_broken));
    alarm.replaceChildren(el("h2", {}, isBroken ? "What cannot be read is shown as it was" : "Faults of the files"), el("ol", { class: "faults" }, faults.slice(0, 3).map(faultItem)), ...rest);
  }
}
