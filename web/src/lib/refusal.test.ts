import { expect, test, vi } from "vitest";
import type { Answer } from "./protocol";

vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
const { loadGame, loadShell } = await import("./language.svelte");
const { reason } = await import("./refusal");
await loadShell();
await loadGame("reef");

const answer = (refusal?: Answer["refusal"]): Answer => ({ type: "answer", command: "c", ok: false, error: "English", refusal });

test("a refusal of the table is worded by the shell", () => {
  expect(reason(answer({ key: "unknown_bot", values: { bot: "eel" } }), "reef")).toBe("There is no bot called eel.");
});

test("a refusal of the game is worded by the game", () => {
  const refusal = { key: "place_first", values: { pieces: ["red", "green"] }, game: true };
  expect(reason(answer(refusal), "reef")).toContain("red, green");
});

test("without a reason it is said in general terms", () => {
  expect(reason(answer(), "reef")).toBe("You can't do that now.");
});
