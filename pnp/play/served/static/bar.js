// What stands beside the table: the menu of the bar, why a card may not be chosen, and the question before one leaves.

import { byId, el } from "../dom.js";

const WHY = 8000; // milliseconds that a reason is shown

// --- the menu: on a phone it is closed, elsewhere its buttons stand in the bar

const narrow = matchMedia("(max-width: 36rem), (max-height: 30rem)");

/** Close the menu where it is one. */
export function closeMenu() {
  byId("more").open = !(narrow.matches && document.body.classList.contains("at-table"));
}

narrow.addEventListener("change", closeMenu);
addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#more")) closeMenu();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenu();
});

/** The name of a language in the language itself. */
export function nameOf(code) {
  const tag = code.replace("_", "-");
  try {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return code;
  }
}

// --- why a card may not be chosen

let hiding;

/** Show below a card why it may not be chosen, or above it where there is no room: other cards of a hand stay in sight. */
export function explain(card, why, section) {
  const box = byId("why");
  box.replaceChildren(why, " ", section);
  box.hidden = false;
  const at = card.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left + at.width / 2 - box.offsetWidth / 2, document.documentElement.clientWidth - box.offsetWidth - 8));
  const below = at.bottom + 8;
  box.style.left = `${left}px`;
  box.style.top = `${below + box.offsetHeight < innerHeight - 8 ? below : Math.max(8, at.top - box.offsetHeight - 8)}px`;
  clearTimeout(hiding);
  hiding = setTimeout(hideWhy, WHY);
}

export function hideWhy() {
  byId("why").hidden = true;
}

addEventListener("scroll", hideWhy, { passive: true });
addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#why")) hideWhy();
});

/** Ask before a game that is not over is left. */
export function confirmLeaving(say, leave) {
  const box = byId("leave");
  const go = () => {
    box.close();
    leave();
  };
  box.replaceChildren(el("p", {}, say("leave")), el("div", { class: "answers" },
    el("button", { onclick: () => box.close() }, say("back")), el("button", { class: "answer", onclick: go }, say("newGame"))));
  box.setAttribute("aria-label", say("newGame"));
  box.showModal();
}
