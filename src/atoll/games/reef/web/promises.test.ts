import { expect, test } from "vitest";
import { Promises } from "./promises.svelte";

const answer = (cards: Record<string, number>) => () => Promise.resolve({ cards });
const settled = (): Promise<void> => new Promise((done) => void setTimeout(done));

test("asks once for each position, and shows only what belongs to it", async () => {
  const promises = new Promises();
  let asked = 0;
  const count = () => {
    asked += 1;
    return Promise.resolve({ cards: { 17: 5 } });
  };
  promises.ask("one", count);
  promises.ask("one", count);
  await settled();
  expect([asked, promises.best.get(17)]).toEqual([1, 5]);

  promises.ask("two", answer({ 17: 8 }));
  promises.ask("three", answer({ 17: 2 }));
  await settled();
  expect(promises.best.get(17)).toBe(2);

  promises.ask("", answer({}));
  expect(promises.best.size).toBe(0);
});

test("an answer that does not come leaves the cards bare", async () => {
  const promises = new Promises();
  promises.ask("one", () => Promise.reject(new Error("offline")));
  await settled();
  expect(promises.best.size).toBe(0);
});
