// A clock for each player, if it is asked for: the time that a player has taken so far, and has left.

let minutes = 0;
let used = [];
let running = { seats: [], since: 0 };
let ticking;

/** Begin the clocks of a game; 0 minutes for none. */
export function startClock(limit) {
  minutes = Number(limit) || 0;
  used = [];
  running = { seats: [], since: 0 };
  clearInterval(ticking);
  if (minutes) ticking = setInterval(showClocks, 1000);
}

/** Count the time of those who are to pick now. */
export function turnClock(seats) {
  const now = performance.now();
  for (const seat of running.seats) used[seat] = (used[seat] ?? 0) + now - running.since;
  running = { seats: [...seats], since: now };
  showClocks();
}

/** The time that a seat has left, as m:ss; null without clocks. */
export function clockOf(seat) {
  if (!minutes) return null;
  const now = running.seats.includes(seat) ? performance.now() - running.since : 0;
  const left = Math.round(minutes * 60 - ((used[seat] ?? 0) + now) / 1000);
  return `${left < 0 ? "\u2212" : ""}${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
}

function showClocks() {
  for (const box of document.querySelectorAll("[data-clock]")) {
    const text = clockOf(Number(box.dataset.clock));
    box.textContent = text ?? "";
    box.classList.toggle("over", Boolean(text?.startsWith("\u2212")));
  }
}
