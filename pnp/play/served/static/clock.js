// A clock for each player, if it is asked for: the time that is left. The host counts; between views the page goes on.

let clock = null; // minutes for each player, the seconds that each has spent, who is to pick, and when this was heard
let ticking;

/** Take over the clocks of the latest view, if it has any. */
export function setClocks(view) {
  clock = view.clock && { ...view.clock, waiting: view.waiting, since: performance.now() };
  if (clock) ticking ||= setInterval(showClocks, 1000);
}

/** The time that a seat has left, as m:ss; null without clocks. */
export function clockOf(seat) {
  if (!clock) return null;
  const now = clock.waiting.includes(seat) ? (performance.now() - clock.since) / 1000 : 0;
  const left = Math.round(clock.minutes * 60 - clock.spent[seat] - now);
  return `${left < 0 ? "\u2212" : ""}${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
}

function showClocks() {
  for (const box of document.querySelectorAll("[data-clock]")) {
    const text = clockOf(Number(box.dataset.clock));
    box.textContent = text ?? "";
    box.classList.toggle("over", Boolean(text?.startsWith("\u2212")));
  }
}
