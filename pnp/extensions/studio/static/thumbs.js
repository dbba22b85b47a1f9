// Small pictures of cards, which are asked for when they come into sight.

import { el } from "/static/dom.js";
import { ask, path } from "/static/net.js";
import { state } from "/static/state.js";

const AT_ONCE = 6;
const waiting = new Set();
let timer;

const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.isSeen = isIntersecting;
    if (isIntersecting) want(target);
  }
});

function want(image) {
  waiting.add(image);
  clearTimeout(timer);
  timer = setTimeout(load, 40);
}

async function load() {
  const images = [...waiting];
  waiting.clear();
  for (const deck of new Set(images.map((image) => image.deck))) {
    const here = images.filter((image) => image.deck === deck);
    for (let start = 0; start < here.length; start += AT_ONCE) {
      const some = here.slice(start, start + AT_ONCE);
      const have = some.filter((image) => image.digest).map((image) => `${image.number}:${image.digest}`);
      const query = new URLSearchParams({ cards: some.map((image) => image.number), back: 0, cut: 1, have });
      const answer = await ask(`/api/faces/${path(state.game, state.language, deck)}?${query}`);
      for (const face of answer?.faces ?? []) {
        for (const image of face.svg ? some.filter(({ number }) => number === face.number) : []) {
          image.digest = face.digest;
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(face.svg)}`;
        }
      }
    }
  }
}

/** A small picture of a card. */
export function thumb(deck, number) {
  const image = Object.assign(el("img", { class: "thumb", alt: "", draggable: "false" }), { deck, number });
  sight.observe(image);
  return image;
}

/** Ask again for the pictures in sight. */
export function refreshThumbs() {
  for (const image of document.querySelectorAll("img.thumb")) if (image.isSeen) want(image);
}
