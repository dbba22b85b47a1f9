// Pyodide with the rules of the game: it gets wishes as JSON and answers them as JSON.

import { loadPyodide } from "../../pyodide/pyodide.mjs";

const at = (path) => new URL(`../../${path}`, import.meta.url).href;

/** Count the bytes that are fetched, and tell the page. */
function countBytes() {
  const usual = self.fetch.bind(self);
  let bytes = 0;
  self.fetch = async (...request) => {
    const response = await usual(...request);
    if (!response.ok) throw new Error(`${response.status} ${response.url}`);
    if (!response.body) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.length;
        postMessage({ bytes });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
  };
}

async function load() {
  countBytes();
  const text = async (path) => (await fetch(at(path))).text();
  const [python, code, game, rules, bots] = await Promise.all([
    loadPyodide({ indexURL: at("pyodide/"), stdout: () => {}, stderr: () => {} }),
    fetch(at("game/pnp.zip")).then((response) => response.arrayBuffer()),
    text("game/game.json"),
    text("game/rules.py"),
    text("game/bots.py"),
  ]);
  python.unpackArchive(code, "zip", { extractDir: "/pnp" });
  const open = python.runPython("import sys\nsys.path.insert(0, '/pnp')\nfrom pnp.play.exported import open_packed\nopen_packed");
  return open(game, rules, bots);
}

const loaded = load();
loaded.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error?.message || error) }));

addEventListener("message", async ({ data }) => {
  const answer = await loaded;
  try {
    postMessage({ answer: answer(data) });
  } catch (error) {
    postMessage({ crash: String(error?.message || error) });
  }
});
