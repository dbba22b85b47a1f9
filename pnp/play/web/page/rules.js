// The worker that runs the rules, as a queue of wishes; one that hangs is ended, and another takes its place.

const PATIENCE = 30_000; // ms that an answer may take
const SEARCHING = 10; // times as long where a bot searches

/** A worker at the page's own policy: started from a blob, it may ask no other site, as its page may not. */
function newWorker() {
  const script = `import(${JSON.stringify(new URL("./worker.js", import.meta.url).href)}).catch((error) => postMessage({ failed: String(error) }));`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

export class Rules {
  /** Begin to load the rules of a game, once what comes before is there; `loaded` is called with the bytes that have come. */
  constructor(game, loaded = () => {}, before = null) {
    this.game = game;
    this.loaded = loaded;
    this.queue = Promise.resolve();
    this.start(before);
  }

  start(before = null) {
    this.ready = Promise.resolve(before).then(() => new Promise((resolve, reject) => {
      this.worker = newWorker();
      this.worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker cannot be started")));
      this.worker.addEventListener("message", ({ data }) => {
        if (data.ready) resolve();
        if (data.failed) reject(new Error(data.failed));
        if (data.bytes) this.loaded(data.bytes);
      });
    }));
    this.ready.catch(() => {});
  }

  /** The answer to a wish; `{ hung: true }` after a wish that has taken too long, `{ crash }` if Python itself fails. */
  ask(wish, isSearching = false) {
    const answer = this.queue.then(() => this.answer(wish, isSearching));
    this.queue = answer.catch(() => {});
    return answer;
  }

  async answer(wish, isSearching) {
    try {
      await this.ready;
    } catch (error) {
      return { crash: error.message };
    }
    const { worker } = this;
    return new Promise((resolve) => {
      const late = setTimeout(() => end({ hung: true }), PATIENCE * (isSearching ? SEARCHING : 1));
      const heard = ({ data }) => {
        if (data.answer || data.crash) end(data.crash ? { crash: data.crash } : JSON.parse(data.answer));
      };
      const end = (answer) => {
        clearTimeout(late);
        worker.removeEventListener("message", heard);
        if (answer.hung || answer.crash) {
          worker.terminate();
          this.start();
        }
        resolve(answer);
      };
      worker.addEventListener("message", heard);
      worker.postMessage(JSON.stringify(wish));
    });
  }
}
