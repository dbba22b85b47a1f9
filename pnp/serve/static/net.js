// Questions to the server.

import { byId } from "./dom.js";

/** What the server answers, or null where it cannot; its own bugs are shown. */
export async function ask(path) {
  let answer;
  try {
    answer = await fetch(path);
  } catch {
    return null;
  }
  const value = await answer.json().catch(() => null);
  if (value?.bug) {
    byId("alarm").replaceChildren(value.bug, " — please report it.");
    byId("alarm").hidden = false;
    return null;
  }
  return answer.ok ? value : null;
}

/** Hear of saved files. */
export function listen({ hello, saved, lost }) {
  const events = new EventSource("/events");
  events.addEventListener("hello", (event) => hello(JSON.parse(event.data)));
  events.addEventListener("saved", (event) => saved(JSON.parse(event.data)));
  events.addEventListener("error", lost);
  addEventListener("pagehide", () => events.close());
}

export const path = (...parts) => parts.map(encodeURIComponent).join("/");
