// The page of a game that was exported: its host is a worker in this browser, which runs the rules in Pyodide. The form
// for a new game needs no rules, and is there while they and the pictures are loaded.

import { byId, el } from "../dom.js";
import { browserHost } from "./browser.js";
import { Faces } from "./faces.js";
import { firstLanguage } from "./languages.js";
import { openPage } from "./main.js";
import { Rules } from "./rules.js";

async function start() {
  const game = await (await fetch(new URL("../../game/start.json", import.meta.url))).json();
  const faces = new Faces(game);
  const host = browserHost(game, faces);
  const language = firstLanguage(game.languages, new URLSearchParams(location.search).get("lang") || host.lastLanguage());
  const words = game.words[language];
  const bar = el("progress", { max: game.bytes + game.pictures, value: 0, "aria-label": words.loading });
  const loading = el("div", { class: "loading", lang: language.replace("_", "-") }, el("p", { role: "status" }, words.loading), bar);
  byId("main").after(loading);
  let [ofRules, ofFaces] = [0, 0];
  const count = () => { bar.value = ofRules + ofFaces; };
  const rules = new Rules(game, (bytes) => { ofRules = bytes; count(); });
  host.connect(rules, () => game.words[host.lastLanguage() || language].hung);
  const page = openPage(host, language);
  const pictures = faces.load(language, (bytes) => { ofFaces += bytes; count(); });
  try {
    await Promise.all([rules.ready, pictures, page]);
    loading.remove();
  } catch (error) {
    loading.replaceChildren(el("p", {}, words.notLoaded), el("p", {}, String(error.message || error)));
  }
}

start();
