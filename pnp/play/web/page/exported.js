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
  const tag = language.replace("_", "-");
  const loading = el("div", { class: "loading", lang: tag }, el("p", { role: "status" }, words.loading), bar);
  byId("main").after(loading);
  let [ofRules, ofFaces] = [0, 0];
  const count = () => {
    bar.value = ofRules + ofFaces;
    const waiting = document.querySelector(".deal:disabled"); // a game that begins once the rules are there
    if (waiting) waiting.textContent = `${words.loading} ${bar.position.toLocaleString(tag, { style: "percent" })}`;
  };
  const hasCover = game.about[language].cover && !host.at().table;
  const cover = hasCover ? Object.assign(new Image(), { src: host.cover(game.game, language) }).decode().catch(() => {}) : null;
  const rules = new Rules(game, (bytes) => { ofRules = bytes; count(); }, cover);
  host.connect(rules, () => game.words[host.lastLanguage() || language].hung);
  const page = openPage(host, language);
  try {
    await cover;
    await Promise.all([rules.ready, faces.load(language, (bytes) => { ofFaces += bytes; count(); }), page]);
    loading.remove();
  } catch (error) {
    loading.replaceChildren(el("p", {}, words.notLoaded), el("p", {}, String(error.message || error)));
  }
}

start();
