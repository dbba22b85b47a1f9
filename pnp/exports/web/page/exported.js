// The page of a game that was exported: its host is a worker in this browser, which runs the rules in Pyodide.

import { byId, el } from "../dom.js";
import { browserHost } from "./browser.js";
import { firstLanguage } from "./languages.js";
import { openPage } from "./main.js";
import { Rules } from "./rules.js";

async function start() {
  const game = await (await fetch(new URL("../../game/start.json", import.meta.url))).json();
  const host = browserHost(game);
  const language = firstLanguage(game.languages, new URLSearchParams(location.search).get("lang") || host.lastLanguage());
  const words = game.words[language];
  document.documentElement.lang = language.replace("_", "-");
  document.title = byId("title").textContent = game.titles[language];
  const bar = el("progress", { max: game.bytes, value: 0, "aria-label": words.loading });
  byId("main").replaceChildren(el("div", { class: "loading" }, el("p", { role: "status" }, words.loading), bar));
  const rules = new Rules(game, (bytes) => { bar.value = bytes; });
  host.connect(rules, () => game.words[host.lastLanguage() || language].hung);
  try {
    await rules.ready;
  } catch (error) {
    byId("main").replaceChildren(el("div", { class: "loading" }, el("p", {}, words.notLoaded), el("p", {}, String(error.message || error))));
    return;
  }
  await openPage(host, language);
}

start();
