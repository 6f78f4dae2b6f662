// Runs in a page before the page's scripts: `autoplay` plays a table through its interface, from inside the page, where
// a click costs no round trip to the test. It reads the legal choices from the frames that the page receives.
(() => {
  // Others' turns are shown at once.
  localStorage.setItem("atoll.settings", JSON.stringify({ pace: "off", motion: "less" }));
  /** Bots load their machine code before their first decision, which is slow on a busy machine. */
  const PATIENCE = 120_000;
  /** By ply: each legal choice by its text. */
  const offered = new Map();
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        for (const line of data.split("\n")) {
          const { type, ply, view } = JSON.parse(line);
          if (type === "frame" && view?.legal.length) offered.set(String(ply), new Map(view.legal.map((one) => [one.text, one])));
        }
      });
    }
  };

  const find = (selector) => document.querySelector(selector);
  const state = () => ({ ...find("main")?.dataset });
  const ready = (action) => find(`[data-action="${action}"]:not([disabled])`);

  /** Wait for a condition that a change of the page may make true. */
  function until(holds, what) {
    return new Promise((resolve, reject) => {
      if (holds()) return resolve();
      const watch = new MutationObserver(() => holds() && end(resolve));
      const alarm = setTimeout(() => end(reject, new Error(what)), PATIENCE);
      const end = (settle, value) => (watch.disconnect(), clearTimeout(alarm), settle(value));
      watch.observe(document, { subtree: true, childList: true, attributes: true });
    });
  }

  /** Whether a click in the middle of an element reaches it. */
  function hit(element) {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    return width > 0 && found !== null && (element.contains(found) || found.contains(element));
  }

  const press = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

  /** Numbers from 0 to 1 that depend only on the seed. */
  function chance(seed) {
    let a = seed;
    return () => {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  /** Play until the game is over. `used` counts the kinds clicked so far: rare ones are preferred. */
  window.autoplay = async ({ seed, limit, used, undo }) => {
    const random = chance(seed);
    const done = { decisions: 0, undone: 0, offered: {}, clicked: {}, trouble: "" };
    const mine = () => state().status === "playing" && state().actor !== "" && state().actor === state().seat;
    const choices = () => [...document.querySelectorAll("[data-choice]:not([disabled])")].filter((one) => one.checkVisibility());
    const count = (where, kind) => (where[kind] = (where[kind] ?? 0) + 1);
    const rarity = (kind) => 1 / (1 + (used[kind] ?? 0) + (done.clicked[kind] ?? 0));

    const sorted = (all, worth) => all.map((one) => [worth(one), one]).sort(([a], [b]) => b - a).map(([, one]) => one);

    /** One of the elements on screen: of a rare kind, and usually one that scores, so that tiles get completed. */
    function some(legal) {
      const shown = Map.groupBy(choices(), ({ dataset }) => legal.get(dataset.choice)?.kind ?? "illegal");
      if (shown.has("illegal")) throw new Error(`not legal: ${shown.get("illegal")[0].dataset.choice}`);
      for (const [kind, all] of sorted([...shown], ([kind]) => random() ** (1 / rarity(kind)))) {
        const greedy = random() < 0.7 ? 1 : 0;
        const element = sorted(all, ({ dataset }) => greedy * legal.get(dataset.choice).preview.best + random()).find(hit);
        if (element) return { kind, element };
      }
      throw new Error("no choice can be clicked");
    }

    async function decide() {
      const { ply } = state();
      const legal = offered.get(ply);
      if (!legal) throw new Error("choices without a frame");
      for (const kind of new Set([...legal.values()].map((one) => one.kind))) count(done.offered, kind);
      if (random() < 0.2) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
      await new Promise((drawn) => setTimeout(drawn));
      const { kind, element } = some(legal);
      const text = element.dataset.choice;
      press(element);
      await until(() => state().ply !== ply || ready("confirm"), `a click on ${text} did nothing`);
      if (state().ply === ply) {
        if (!hit(ready("confirm"))) throw new Error("the main button is covered");
        press(ready("confirm"));
        await until(() => state().ply !== ply, `${text} was confirmed, but not played`);
      }
      count(done.clicked, kind);
      done.decisions += 1;
      if (undo && done.undone < 2 && random() < 0.1 && mine() && ready("undo")) {
        const after = state().ply;
        press(ready("undo"));
        await until(() => state().ply !== after || ready("undo") === null, `nothing was undone at ${after}`);
        done.undone += 1;
      }
    }

    try {
      while (state().status !== "over") {
        await until(
          () => state().status === "over" || ready("hand-over") || (mine() && choices().length > 0),
          "there is nothing to do",
        );
        if (state().status === "over") break;
        if (ready("hand-over")) {
          press(ready("hand-over"));
          await until(() => !ready("hand-over"), "the device can't be handed over");
        } else {
          await decide();
          if (done.decisions > limit) throw new Error(`not over after ${limit} decisions`);
        }
      }
      await until(() => find("dialog[open], [role=dialog]"), "there is no result");
    } catch (error) {
      done.trouble = `${error.message} (${JSON.stringify(state())}, ${find("[role=status]")?.textContent})`;
    }
    return done;
  };
})();
