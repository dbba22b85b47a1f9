// Boxes in mm, and the edits that give an element another one.

const round = (number) => Math.round(number * 100) / 100;

/** A written length in mm; null for one that is computed or a share of something. */
export function millimetres(written) {
  if (typeof written === "number") return written;
  const match = typeof written === "string" ? written.trim().match(/^(-?\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?$/) : null;
  return match ? Number(match[1]) * { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 }[match[2] ?? "mm"] : null;
}

/** A length as it was written before: a number, or a text with its unit. */
function likeBefore(value, before) {
  return typeof before === "string" && before.trim().endsWith("mm") ? `${round(value)}mm` : round(value);
}

const anchorOf = (at) => {
  const words = typeof at === "string" ? at : "top-left";
  return [words.includes("right") ? 1 : words.includes("left") ? 0 : /^\s*(centre|top|bottom)/.test(words) ? 0.5 : 0, words.includes("bottom") ? 1 : words.includes("top") ? 0 : /^\s*(centre|left|right)/.test(words) ? 0.5 : 0];
};

/** The key under which an element has its box as four lengths, if it has. */
export function listOf(element) {
  const own = ["rect", "ellipse"].includes(element.kind) && Array.isArray(element.values[element.kind]) ? element.kind : "";
  return own || (Array.isArray(element.values.in) && element.values.in.length === 4 ? "in" : "");
}

/** Where a key of an element is written, or would be. */
export function placeOfKey(element, key, template) {
  const source = element.sources[key];
  if (source && source.kind === "yaml") return { file: source.file, path: source.path };
  return { file: element.written_in || element.file, path: [...element.path, key], template };
}

/** The length of a side in the list of an element's box, by the key that names it alone: where it is written, and its value; null if it is not from a list. */
export function sideOf(element, key) {
  const [list, index] = [listOf(element), ["x", "y", "width", "height"].indexOf(key)];
  if (!list || index < 0 || element.values[key] !== undefined) return null;
  const { file, path } = placeOfKey(element, list);
  return { file, path: [...path, index], value: element.values[list][index] };
}

/** The edits that give an element's box other sides; `why` says what stands in the way. */
export function boxEdits(element, before, after) {
  const [dx, dy, dw, dh] = after.map((value, index) => value - before[index]);
  const edits = [];
  const put = (place, value) => edits.push({ do: "set", file: place.file, path: place.path, value });
  const list = listOf(element);
  const fromList = list ? element.values[list].map(millimetres) : [];
  const changed = [dx, dy, dw, dh].map((change) => Math.abs(change) > 0.004);
  if (list && changed.every((is, index) => !is || fromList[index] !== null)) {
    const place = placeOfKey(element, list);
    if (element.written_in) put(place, fromList.map((length, index) => (changed[index] ? likeBefore(length + [dx, dy, dw, dh][index], element.values[list][index]) : element.values[list][index])));
    else [dx, dy, dw, dh].forEach((change, index) => {
      if (changed[index]) put({ file: place.file, path: [...place.path, index] }, likeBefore(fromList[index] + change, element.values[list][index]));
    });
    return { edits, why: "" };
  }
  const [ax, ay] = anchorOf(element.values.at);
  for (const [key, size, change, grown, anchor] of [["x", "width", dx, dw, ax], ["y", "height", dy, dh, ay]]) {
    const moved = change + anchor * grown;
    if (Math.abs(moved) > 0.004) {
      const written = element.values[key] ?? 0;
      const from = millimetres(written);
      if (from === null) return { edits: [], why: `${key} of ${element.name} is ${written}: change it in the panel` };
      put(placeOfKey(element, key), likeBefore(from + moved, element.values[key]));
    }
    if (Math.abs(grown) > 0.004) {
      const written = element.values[size];
      const now = after[size === "width" ? 2 : 3];
      if (written !== undefined && millimetres(written) === null) return { edits: [], why: `${size} of ${element.name} is ${written}: change it in the panel` };
      put(placeOfKey(element, size), likeBefore(Math.max(now, 0.1), written));
    }
  }
  return { edits, why: "" };
}

/** Lines to which edges and centres snap: of the card, its safe area, other elements, and a grid. */
export function snapLines(deck, boxes, own) {
  const [width, height] = deck.size;
  const { safe } = deck;
  const across = [0, safe, width / 2, width - safe, width];
  const down = [0, safe, height / 2, height - safe, height];
  for (const { box } of boxes.filter((one) => !own.includes(one))) {
    across.push(box[0], box[0] + box[2] / 2, box[0] + box[2]);
    down.push(box[1], box[1] + box[3] / 2, box[1] + box[3]);
  }
  return { across, down };
}

/** The nearest line to any of some positions within a distance: how far to move, and the line. */
export function snap(positions, lines, distance) {
  let best = null;
  for (const position of positions) {
    for (const line of lines) {
      const by = line - position;
      if (Math.abs(by) <= distance && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line };
    }
  }
  return best;
}

/** Boxes moved so that they are aligned, or lie at equal distances. */
export function arranged(boxes, way) {
  const left = Math.min(...boxes.map((box) => box[0])), right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const top = Math.min(...boxes.map((box) => box[1])), bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  const spread = (index, from, to) => {
    const order = [...boxes.keys()].sort((a, b) => boxes[a][index] - boxes[b][index]);
    const gap = (to - from - boxes.reduce((sum, box) => sum + box[index + 2], 0)) / Math.max(boxes.length - 1, 1);
    const result = boxes.map((box) => [...box]);
    let at = from;
    for (const number of order) {
      result[number][index] = at;
      at += boxes[number][index + 2] + gap;
    }
    return result;
  };
  const ways = {
    left: (box) => [left, box[1]], right: (box) => [right - box[2], box[1]], centre: (box) => [(left + right - box[2]) / 2, box[1]],
    top: (box) => [box[0], top], bottom: (box) => [box[0], bottom - box[3]], middle: (box) => [box[0], (top + bottom - box[3]) / 2],
  };
  if (way === "across") return spread(0, left, right);
  if (way === "down") return spread(1, top, bottom);
  return boxes.map((box) => [...ways[way](box), box[2], box[3]]);
}
