// Cards are as large as the window has room for: one's own hand and the question are always on the first screen.

import { byId } from "../dom.js";

const [LEAST, SMALL, MOST] = [0.55, 0.9, 3];
const STEPS = 7;

/** Make the table as large as fits into the window; where even small cards do not fit, boxes of players lie in one row that scrolls. */
export function fit() {
  const main = byId("main");
  const { classList } = document.body;
  if (!classList.contains("at-table")) return void document.documentElement.style.removeProperty("--fit");
  classList.add("measuring");
  classList.remove("tight");
  let scale = largest(main);
  if (scale < SMALL) {
    classList.add("tight");
    scale = largest(main);
  }
  document.documentElement.style.setProperty("--fit", scale.toFixed(3));
  classList.remove("measuring");
  document.documentElement.style.setProperty("--own", `${byId("own")?.offsetHeight ?? 0}px`); // what is focused is not under it
}

/** The largest scale at which the table fits into the window, or the least. */
function largest(main) {
  let [low, high] = [LEAST, MOST];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(main, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function fits(main, scale) {
  document.documentElement.style.setProperty("--fit", scale);
  const room = innerHeight - main.offsetTop;
  return main.scrollHeight <= room && main.scrollWidth <= main.clientWidth;
}

addEventListener("resize", fit);
