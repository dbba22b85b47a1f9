// The game is played by a server: questions over HTTP, and an event for each change.

async function request(path, body) {
  const options = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  try {
    const answer = await fetch(path, options);
    return answer.ok ? await answer.json() : { refused: await answer.text() };
  } catch {
    return { lost: true };
  }
}

/** The token of this page, as a part of an address: what a table shows of its game needs one. */
const own = () => {
  const token = seats()[0]?.[1];
  return token ? `?${new URLSearchParams({ token })}` : "";
};

/** The seats of this page with their tokens. */
const seats = () => location.hash.slice(1).split(",").filter(Boolean).map((pair) => pair.split(":"));

/** The name of this page among those at a table: a seat that another page has opened alone is not this one's any more. */
function page() {
  const name = sessionStorage.getItem("page") || Math.random().toString(36).slice(2);
  sessionStorage.setItem("page", name);
  return name;
}

const path = (...parts) => parts.map(encodeURIComponent).join("/");

export const server = {
  about: (game, language) => request(`/api/play/${path(game, language)}${own()}`),
  begin: (game, language, table) => request(`/api/play/${path(game, language)}`, table),
  /** What a seat sees; past: { at: an earlier decision, moment: a pause on the way to it, open: "1" for all cards }. */
  view: (table, token, language, since, past = {}) =>
    request(`/api/table/${path(table)}/view?${new URLSearchParams({ token, page: page(), lang: language, since, ...past })}`),
  pick: (table, token, option, decision) => request(`/api/table/${path(table)}/pick`, { token, option, decision }),
  undo: (table, token) => request(`/api/table/${path(table)}/undo`, { token }),
  name: (table, token, name) => request(`/api/table/${path(table)}/name`, { token, name }),
  hint: (table, token) => request(`/api/table/${path(table)}/hint`, { token }),
  /** Give a seat to a person, or back to a bot; answers with the token that opens it. */
  seat: (table, token, seat, who) => request(`/api/table/${path(table)}/seat`, { token, seat, who }),
  diary: (table, token, answers) => request(`/api/table/${path(table)}/diary`, { token, answers }),
  tape: (table, token) => request(`/api/table/${path(table)}/tape?${new URLSearchParams({ token })}`),
  example: (table, token) => request(`/api/table/${path(table)}/example?${new URLSearchParams({ token })}`),
  face: (game, language, deck, side) => `/face/${path(game, language, deck)}/${side}.svg${own()}`,
  /** Why a picture of a card is missing: the place of the first fault in the project, and what to do. */
  whyMissing: async (src) => (src.includes("/face/") ? (await request(src)).refused : ""),
  dress: (game, language) => `/dress/${path(game, language)}.css${own()}`,
  cover: (game, language) => `/cover/${path(game, language)}.svg${own()}`,
  rules: (game, language) => `/rules/${path(game, language)}${own()}`,
  /** The address of the form for a new game; wishes: lang, seats, as. */
  home: (game, wishes = {}) => `/play/${path(game)}?${new URLSearchParams(wishes)}`,
  /** Keep the language of the page in its address. */
  follows(language) {
    const url = new URL(location.href);
    url.searchParams.set("lang", language);
    history.replaceState(null, "", url);
  },
  address: (table, seats) => `/play/${path(table)}#${seats.map(([seat, token]) => `${seat}:${token}`).join(",")}`,
  go: (address) => location.assign(address),
  /** The table of this page, empty without one, and its seats with their tokens. */
  at: () => ({
    table: /^\/play\/([0-9a-f]{8})$/.exec(location.pathname)?.[1] || "",
    seats: seats(),
  }),
  /** Call back when this page has come to another table, which loads it again. */
  follow() {},
  /** Whether other seats may be opened elsewhere, by a link. */
  hasLinks: true,
  /** The address of a game that was begun on this page and not ended, empty without one. */
  unfinished: (game) => sessionStorage.getItem(`unfinished ${game}`) || "",
  /** Keep the address of this page for unfinished(), or forget that of a game that is over. */
  remember(game, table, isUnfinished) {
    const name = `unfinished ${game}`;
    if (isUnfinished) sessionStorage.setItem(name, `${location.pathname}${location.search}${location.hash}`);
    else if (sessionStorage.getItem(name)?.startsWith(`/play/${table}`)) sessionStorage.removeItem(name);
  },
  /** The picture of a link, for a phone's camera; only links for other machines have one. */
  code: (link) => `/api/code?${new URLSearchParams({ link })}`,
  /** Call back when something has changed at the table; returns a function that ends it. */
  listen(table, token, changed, lost) {
    const events = new EventSource(`/api/table/${path(table)}/events?${new URLSearchParams({ token, page: page(), ...(seats().length === 1 ? { alone: 1 } : {}) })}`);
    events.addEventListener("changed", changed);
    events.addEventListener("error", lost);
    return () => events.close();
  },
};
