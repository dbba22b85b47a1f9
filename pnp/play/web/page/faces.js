// The pictures of all faces and backs, loaded before the first game, so that a game goes on when the network is gone.

/** Pictures by their files; one that is not loaded yet is read from its address. */
export class Faces {
  constructor(game) {
    this.files = game.faces;
    this.loaded = new Map();
  }

  address(language, deck, side) {
    const file = this.files[language][deck]?.[side];
    return this.loaded.get(file) || new URL(`../../faces/${file}`, import.meta.url).href;
  }

  /** Load the pictures of a language, then those of the others; one that fails is tried again when it is shown. */
  async load(language, counted = () => {}) {
    const all = [language, ...Object.keys(this.files)].flatMap((code) => Object.values(this.files[code]).flatMap((sides) => Object.values(sides)));
    await Promise.all([...new Set(all)].map(async (file) => {
      try {
        const answer = await fetch(new URL(`../../faces/${file}`, import.meta.url));
        if (!answer.ok) return;
        const picture = await answer.blob();
        this.loaded.set(file, URL.createObjectURL(picture));
        counted(picture.size);
      } catch {} // the network is gone: the address stays
    }));
  }
}
