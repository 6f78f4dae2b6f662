import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import { gainInWords, tokenInWords } from "./model";
import { hint } from "./sentences";
import type { ClaimChoice, PlaceChoice, Step, View } from "./types";

const words = new Words("en", texts as Texts);
const claim = (points: number, cost: number): ClaimChoice => ({
  decision: 33, text: "claim 12", kind: "claim", token: 12, needs: [1, 2, 3], points, cost, preview: { points: 0, best: 0, ends: false },
}); // prettier-ignore

test("a token that can be claimed shows its net points", () => {
  expect(tokenInWords(words, 15, [1, 1, 4, 4])).toBe("Token of 15 points, costs 1 1 4 4");
  expect(tokenInWords(words, 10, [1, 2, 3], claim(10, 9))).toBe("Token of 10 points, costs 1 2 3, +1: 10 for tiles worth 9");
  expect(tokenInWords(words, 10, [1, 2, 3], claim(10, 12))).toMatch("−2: 10 for tiles worth 12");
});

test("the dock shows the net points of the token about to be claimed", () => {
  const view: View = {
    game: "chain_reaction", rules: 1, edition: "", options: {}, seats: 2, seat: 0, actor: 0, over: false, scores: [0, 0], ranking: null,
    phase: "claim", first: 0, turn: 0, columns: [], stack: 0, tokens: [], paying: null, players: [], won_by: null, legal: [],
  }; // prettier-ignore
  expect(hint(view, claim(15, 12), new Map(), words)).toBe("Claim the token of 15 for tiles worth 12: +3.");
});

test("a column shows what it takes, and what tokens can add", () => {
  const put = (takes: number, points: number, best: number): PlaceChoice => ({
    decision: 1, text: "put 1 turn 1", kind: "place", tile: 17, column: 1, turn: 1, takes: Array<Step>(takes), preview: { points, best, ends: best === points },
  }); // prettier-ignore
  expect(gainInWords(words, put(0, 0, 0))).toBe("takes nothing");
  expect(gainInWords(words, put(1, 4, 4))).toBe("takes 1 tile");
  expect(gainInWords(words, put(2, 5, 9))).toBe("takes 2 tiles, with tokens up to +9");
});
