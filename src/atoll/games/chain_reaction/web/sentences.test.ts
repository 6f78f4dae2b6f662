import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import { named } from "./sentences";
import type { GameEvent } from "./types";

const words = new Words("en", texts as Texts);
const items = new Map([[117, { id: 117, token: 17, needs: [1, 2, 2], points: 5 }]]);
const sentence = (event: GameEvent): string =>
  words.sentence(`event.${event.event}`, event, ["You", "Bo"], { you: 0, named: (field, value) => named(words, items, field, value) });

test("a token is called by what is drawn on it", () => {
  expect(sentence({ event: "claim", seat: 1, token: 17 })).toBe("Bo claims the token that costs 1 + 2 + 2.");
  expect(sentence({ event: "token", seat: 0, token: 17, points: 5 })).toBe("You take the token worth 5 points.");
});
