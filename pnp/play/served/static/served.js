// The page of a table whose host is the server of pnp play.

import { firstLanguage } from "./languages.js";
import { openPage } from "./main.js";
import { server } from "./server.js";

const { game, language } = document.body.dataset;

/** The language of the address or of the table; else one that the reader's browser asks for. */
async function start() {
  const { languages } = language ? {} : await server.about(game, "en");
  await openPage(server, language || firstLanguage(languages || ["en"], ""));
}

start();
