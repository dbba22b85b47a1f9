// The game is played in this browser: its rules run in a worker, and its tables are kept in the browser's storage.
// It takes the messages that a server takes. All seats are on this device, so a seat's token is its number.

const MOST_TABLES = 20;
const WATCHING = "watch";

/** The browser's storage, by names of this page alone; values last as long as the page where nothing may be stored. */
function storage(name) {
  const prefix = `pnp ${name} ${location.pathname.replace(/[^/]*$/, "")} `;
  const memory = new Map();
  const own = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const tried = (action, otherwise) => {
    try {
      return action();
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) => tried(() => JSON.parse(localStorage.getItem(prefix + key)) ?? memory.get(key), () => memory.get(key)),
    set(key, value) {
      memory.set(key, value);
      tried(() => localStorage.setItem(prefix + key, JSON.stringify(value)), () => {});
    },
    drop(key) {
      memory.delete(key);
      tried(() => localStorage.removeItem(prefix + key), () => {});
    },
    names: () => [...new Set([...memory.keys(), ...tried(own, () => [])])],
  };
}

const randomName = () => [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function browserHost(game, faces) {
  const kept = storage(game.game);
  let rules = null;
  let hungWords = () => "";
  let moved = () => {};
  let here = location.search;

  const tables = () => kept.names().filter((name) => /^[0-9a-f]{8}$/.test(name)).map((name) => kept.get(name)).filter(Boolean);

  async function ask(tape, ...wish) {
    const answer = await rules.ask(wish, Boolean(tape?.seats.some((who) => who.startsWith("search:"))));
    if (answer.hung) return { failed: { what: hungWords(), file: "", line: 0, why: "", fix: "" } };
    if (answer.crash) return { failed: { what: answer.crash, file: "", line: 0, why: "", fix: "" } };
    return answer;
  }

  const turned = {}; // by table, who is asked, and since when; only while the page is open

  /** Count the seconds of those who were asked until now. */
  function turnClocks(table, waiting) {
    if (!table.minutes) return;
    const { asked = [], since } = turned[table.name] || {};
    for (const seat of asked) table.spent[seat] += (Date.now() - since) / 1000;
    turned[table.name] = { asked: waiting, since: Date.now() };
  }

  /** Take over the new state of a table. */
  function keep(table, answer) {
    const now = Date.now();
    turnClocks(table, answer.waiting);
    if (answer.decision !== table.decision) table.started = now;
    Object.assign(table, { tape: answer.tape, decision: answer.decision, isOver: answer.is_over, used: now });
    kept.set(table.name, table);
    for (const old of tables().sort((one, other) => other.used - one.used).slice(MOST_TABLES)) kept.drop(old.name);
  }

  /** The answer to a wish at a table, which is laid again from its tape if the worker does not have it. */
  async function wish(name, verb, ...rest) {
    const table = kept.get(name);
    if (!table) return { refused: "there is no such table" };
    let answer = await ask(table.tape, verb, name, ...rest);
    if (answer.unknown || answer.failed) {
      const laid = await ask(table.tape, "lay", name, game.game, table.tape);
      if (!laid.tape) return laid;
      keep(table, laid);
      if (answer.unknown) answer = await ask(table.tape, verb, name, ...rest);
    }
    if (answer.tape) keep(table, answer);
    return answer;
  }

  async function begin(_, language, { tape, seats = [], seed, values = {}, names = {}, clock = 0 }) {
    const name = randomName();
    const begun = tape || { players: seats.length, seed: String(seed || randomName()), seats, values, names, picks: [] };
    const answer = await ask(begun, "lay", name, game.game, begun);
    if (!answer.tape) return answer;
    keep({ name, thought: [], takenBack: 0, minutes: clock, spent: answer.tape.seats.map(() => 0) }, answer);
    const people = answer.tape.seats.map((who, seat) => [who, String(seat)]).filter(([who]) => who === "person");
    return { table: name, address: "", tokens: { ...Object.fromEntries(people.map(([, seat]) => [seat, seat])), watch: WATCHING } };
  }

  async function pick(name, token, option, decision) {
    const { started } = kept.get(name) || {};
    const answer = await wish(name, "pick", Number(token), option, decision);
    if (answer.tape) {
      const table = kept.get(name);
      table.thought.push([decision, Number(token), Math.round((Date.now() - started) / 100) / 10]);
      kept.set(name, table);
    }
    return answer;
  }

  async function undo(name, token) {
    const answer = await wish(name, "undo", Number(token));
    if (answer.tape) {
      const table = kept.get(name);
      table.takenBack += 1;
      kept.set(name, table);
    }
    return answer;
  }

  /** A line in the playtest diary, which is kept here and saved as a file for the designer. */
  function diary(name, token, answers) {
    const table = kept.get(name);
    const seat = token === WATCHING ? null : Number(token);
    const { tape } = table;
    const entry = {
      date: new Date().toISOString().slice(0, 10), game: game.game, table: name, seats: tape.seats, names: tape.names || {}, seed: tape.seed, values: tape.values,
      decisions: tape.picks.length, is_over: table.isOver, seconds: table.thought.filter(([, at]) => at === seat).map(([, , seconds]) => seconds),
      taken_back: table.takenBack, seat, answers,
    };
    const lines = [...(kept.get("diary") || []), entry];
    kept.set("diary", lines);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines.map((line) => `${JSON.stringify(line)}\n`), { type: "text/plain" }));
    link.download = `${game.game}-diary.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
    return { thanks: true };
  }

  const address = (table, seats) => `?${new URLSearchParams({ table, seats: seats.map(([seat]) => seat).join(",") })}`;
  const file = (path) => new URL(`../../${path}`, import.meta.url).href;

  addEventListener("popstate", () => {
    if (location.search === here) return; // only the hash has changed
    here = location.search;
    moved();
  });

  return {
    connect(worker, words) {
      rules = worker;
      hungWords = words;
    },
    about(_, language) {
      kept.set("language", language);
      return game.about[language];
    },
    begin,
    async view(name, token, language, since, { at = null, moment = 0, open } = {}) {
      const { tape, isOver } = kept.get(name) || {};
      const isOpen = Boolean(open) && (isOver || tape.seats.filter((who) => who === "person").length < 2);
      const answer = await wish(name, "view", token === WATCHING ? null : Number(token), language, since, at, moment, isOpen);
      const table = kept.get(name);
      if (!answer.players || !table.minutes) return answer;
      turnClocks(table, at === null ? answer.waiting : turned[name]?.asked || []);
      kept.set(name, table);
      return { ...answer, clock: { minutes: table.minutes, spent: table.spent } };
    },
    pick,
    undo,
    name: (name, token, text) => wish(name, "name", Number(token), text),
    hint: (name, token) => wish(name, "hint", Number(token)),
    async seat(name, token, seat, who) {
      const answer = await wish(name, "seat", seat, who);
      return answer.tape ? { seat, token: who === "person" ? String(seat) : "" } : answer;
    },
    diary,
    tape: (name) => kept.get(name)?.tape,
    example: (name) => wish(name, "example", "played_game"),
    face: (_, language, deck, side) => faces.address(language, deck, side),
    dress: (_, language) => file(`game/dress-${language}.css`),
    cover: (_, language) => file(`game/cover-${language}.svg`),
    rules: (_, language) => (game.rules.includes(language) ? file(`rules/${language}.html`) : ""),
    home: (_, { lang, ...wishes } = {}) => `${location.pathname}?${new URLSearchParams(wishes)}`,
    follows() {}, // about() keeps the language
    address,
    go(target) {
      history.pushState(null, "", target);
      here = location.search;
      moved();
    },
    at() {
      const query = new URLSearchParams(location.search);
      const seats = (query.get("seats") || "").split(",").filter(Boolean).map((seat) => [seat, seat]);
      const table = query.get("table") || "";
      return kept.get(table) ? { table, seats } : { table: "", seats: [] };
    },
    follow(callback) {
      moved = callback;
    },
    hasLinks: false,
    lastLanguage: () => kept.get("language") || "",
    unfinished() {
      const [table] = tables().filter(({ isOver, tape }) => !isOver && tape.picks.length).sort((one, other) => other.used - one.used);
      if (!table) return "";
      const people = table.tape.seats.map((who, seat) => [String(seat), who]).filter(([, who]) => who === "person");
      return address(table.name, people.length ? people : [[WATCHING]]);
    },
    remember() {}, // all tables are kept
    listen: () => () => {},
  };
}
