import { expect, test } from "vitest";
import type { Choice } from "$lib/protocol";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import { gainInWords, tokenInWords, type ChainView } from "./model";
import { hint } from "./sentences";

const words = new Words("en", texts as Texts);
const claim = (points: number, cost: number): Choice => ({
  decision: 33, text: "claim 12", kind: "claim", token: 12, needs: [1, 2, 3], points, cost, preview: { points: 0, best: 0, ends: false },
}); // prettier-ignore

test("a token that can be claimed tells what is left of its points", () => {
  expect(tokenInWords(words, 15, [1, 1, 4, 4])).toBe("Token of 15 points, costs 1 1 4 4");
  expect(tokenInWords(words, 10, [1, 2, 3], claim(10, 9))).toBe("Token of 10 points, costs 1 2 3, +1: 10 for tiles worth 9");
  expect(tokenInWords(words, 10, [1, 2, 3], claim(10, 12))).toMatch("−2: 10 for tiles worth 12");
});

test("the dock tells it of the token about to be claimed", () => {
  const view = { phase: "claim", legal: [], paying: null } as unknown as ChainView;
  expect(hint(view, claim(15, 12), new Map(), words)).toBe("Claim the token of 15 for tiles worth 12: +3.");
});

test("a column tells what it takes, and what tokens can add", () => {
  const put = (takes: number, points: number, best: number): Choice => ({
    decision: 1, text: "put 1 turn 1", kind: "place", takes: Array(takes), preview: { points, best, ends: best === points },
  }); // prettier-ignore
  expect(gainInWords(words, put(0, 0, 0))).toBe("takes nothing");
  expect(gainInWords(words, put(1, 4, 4))).toBe("takes 1 tile");
  expect(gainInWords(words, put(2, 5, 9))).toBe("takes 2 tiles, with tokens up to +9");
});
