import { expect, test } from "vitest";
import { DisplayGains } from "./gains.svelte";
import type { DisplayExplanation, Potential } from "./types";

const answer = (...cards: Potential[]) => (): Promise<DisplayExplanation> => Promise.resolve({ about: "display", topic: "display", cards });
const settled = (): Promise<void> => new Promise((done) => void setTimeout(done));

test("requests once for each position, and shows only its answer", async () => {
  const gains = new DisplayGains();
  let asked = 0;
  const count = () => {
    asked += 1;
    return answer({ card: 17, points: 5 })();
  };
  gains.request("one", count);
  gains.request("one", count);
  await settled();
  expect([asked, gains.best.get(17)]).toEqual([1, 5]);

  gains.request("two", answer({ card: 17, points: 8 }));
  gains.request("three", answer({ card: 17, points: 2 }));
  await settled();
  expect(gains.best.get(17)).toBe(2);

  gains.request("", answer());
  expect(gains.best.size).toBe(0);
});

test("without an answer no gains are shown", async () => {
  const gains = new DisplayGains();
  gains.request("one", () => Promise.reject(new Error("offline")));
  await settled();
  expect(gains.best.size).toBe(0);
});
