// Who plays where: links to seats, a friend in the place of a bot, a bot for who leaves.

import { byId, el } from "../dom.js";
import { portrait } from "./portraits.js";

/** Show the players with what can be done at each seat; `change` lets a person or a bot take a seat. */
export function showSeats({ say, host, at, given: { address, tokens = {} }, players, keepSeats, change }) {
  const box = byId("seats");
  const linkTo = (seat, token) => `${address || location.origin}${host.address(at.table, [[seat, token]])}`;
  const giveAway = (seat) => {
    if (!at.tokens[seat] || at.tokens[seat] === at.token) return;
    delete at.tokens[seat];
    keepSeats();
  };
  const copy = (href, words) => el("button", { "aria-label": `${say("copyLink")} – ${words}`, onclick: async ({ target }) => {
    await navigator.clipboard.writeText(href);
    target.textContent = `✓ ${say("copyLink")}`;
  } }, say("copyLink"));
  const link = (seat, token, words, href = linkTo(seat, token)) => [
    el("a", { href, target: "_blank", onclick: () => giveAway(seat) }, address ? el("img", { src: host.code(href), alt: "", width: 160, height: 160 }) : "", words),
    el("code", { dir: "ltr" }, href), navigator.clipboard ? copy(href, words) : ""];
  const row = (player, seat) => {
    const token = at.tokens[seat] || tokens[seat];
    const isOwn = token === at.token;
    const links = host.hasLinks && token && (!isOwn || address) ? link(String(seat), token, isOwn ? say("onPhone") : player.name) : "";
    const button = (who, words) => el("button", { onclick: () => change(seat, who) }, words);
    const choice = player.bot ? button("person", say("friendPlays")) : isOwn ? "" : button("", say("botPlays"));
    return el("li", {}, portrait(player, seat), el("strong", {}, player.name), links, choice);
  };
  box.replaceChildren(el("p", {}, say("players")),
    el("ul", {}, players.map(row), tokens.watch ? el("li", {}, link("watch", tokens.watch, say("watch"))) : ""),
    el("button", { onclick: () => box.close() }, say("back")));
  if (!box.open) box.showModal();
}
