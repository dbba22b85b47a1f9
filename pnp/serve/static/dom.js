// Elements, and small things that every view has.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, styles (--name), listeners (onclick) and children. */
export function el(tag, attributes = {}, ...children) {
  const svg = ["svg", "path", "rect", "title", "g"].includes(tag);
  const made = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("--")) made.style.setProperty(name, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export const byId = (id) => document.getElementById(id);

let hiding;
/** Say something for a moment. */
export function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, Math.max(2200, 70 * text.length));
}

/** Copy a spot in a file, as an editor takes it. */
export async function copyPlace(path) {
  try {
    await navigator.clipboard.writeText(path);
    toast(`copied  ${path}`);
  } catch {
    toast(path);
  }
}

/** A button with a spot in a file; a click copies it, or a script opens it by the event "openplace". */
export function placeButton(place, label = "") {
  const path = typeof place === "string" ? place : place.line ? `${place.file}:${place.line}` : place.file;
  const open = () => { if (dispatchEvent(new CustomEvent("openplace", { detail: path, cancelable: true }))) copyPlace(path); };
  return el("button", { class: "place", title: "Copy", onclick: (event) => { event.stopPropagation(); open(); } }, label || path);
}

export const counted = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
