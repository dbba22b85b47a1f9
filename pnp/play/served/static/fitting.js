// Cards are as large as the window has room for: one's own hand and the question are always on the first screen.

import { byId } from "../dom.js";
import { alignLanes } from "./placing.js";

const [LEAST, SMALL, MOST] = [0.55, 0.9, 3];
const CLOSE = 0.97; // a table that fills so much of the window fills it
const TRIES = 6;
let last = { true: 1, false: 1 }; // the scale that was found last, with and without boxes in one row

/** Make the table as large as fits into the window; where even small cards do not fit, boxes of players lie in one row that scrolls. */
export function fit() {
  const main = byId("main");
  const { classList } = document.body;
  if (!classList.contains("at-table")) return void document.documentElement.style.removeProperty("--fit");
  classList.add("measuring");
  alignLanes();
  let scale = largest(main, classList.contains("tight"));
  if (classList.contains("tight") ? scale > SMALL * 1.3 : scale < SMALL) {
    classList.toggle("tight");
    scale = largest(main, classList.contains("tight"));
    if (scale < SMALL && !classList.contains("tight")) {
      classList.add("tight");
      scale = largest(main, true);
    }
  }
  document.documentElement.style.setProperty("--fit", scale.toFixed(3));
  classList.remove("measuring");
  document.documentElement.style.setProperty("--own", `${byId("own")?.offsetHeight ?? 0}px`); // what is focused is not under it
}

/** A scale at which the table fits into the window and nearly fills it, from the one before; each try lays the page out once. */
function largest(main, isTight) {
  let [low, high] = [LEAST, MOST];
  let scale = last[isTight];
  for (let number = 0; number < TRIES && high - low > 0.02; number += 1) {
    const filled = share(main, scale);
    if (filled <= 1) {
      low = scale;
      if (filled >= CLOSE || scale >= MOST) break;
    } else high = scale;
    const wanted = scale / (filled > 1 ? filled : Math.max(filled, 0.5)); // what is larger fills more, nearly in proportion
    scale = wanted > low && wanted < high ? wanted : (low + high) / 2;
  }
  last[isTight] = low;
  return low;
}

/** How much of the window a table fills at a scale: more than 1 where it does not fit. */
function share(main, scale) {
  document.documentElement.style.setProperty("--fit", scale);
  const room = innerHeight - main.offsetTop - byId("replay").offsetHeight;
  return Math.max(main.scrollHeight / room, main.scrollWidth > main.clientWidth ? 1.1 : 0);
}

addEventListener("resize", fit);
