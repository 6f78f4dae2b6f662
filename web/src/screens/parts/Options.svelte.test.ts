import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Advice, Chosen, GameAbout, OptionAbout } from "$lib/api";
import { loadShell } from "$lib/language.svelte";
import { click, draw, fill, one, texts } from "$lib/page.fake";
import { Words } from "$lib/words";
import Options from "./Options.svelte";

const words = new Words("en", {
  "option.tide": "Tide",
  "option.tide.high": "high tide",
  "option.first_player": "Who begins",
  "option.scenario": "Scenario",
  "option.solo": "Alone",
  "advice.long": "This takes {minutes} minutes",
});
const tide: OptionAbout = { name: "tide", values: ["low", "high"], rule: "" };
const solo: OptionAbout = { name: "solo", values: [false, true], rule: "" };
const first: OptionAbout = { name: "first_player", values: ["1", "2", "3"], rule: "" };
const scenario: OptionAbout = { name: "scenario", values: ["1", "2", "3", "4", "5", "6", "7"], rule: "" };

/** What the server advises, by the query that asks for it; each answer comes when the test says so. */
let asked: { query: string; answer: (advice: Advice) => Promise<void> }[];

function show(options: OptionAbout[], chosen: Chosen, id = "pearls"): { seats: number; chosen: Chosen } {
  const game: GameAbout = {
    id, options, rules: 1, min_players: 1, max_players: 4, minutes: 20, bots: [], achievements: false, components: false, presets: {}, first: "",
  }; // prettier-ignore
  const now = $state({ seats: 3, chosen });
  draw(Options, {
    game,
    words,
    get seats() {
      return now.seats;
    },
    get chosen() {
      return now.chosen;
    },
    set chosen(value) {
      now.chosen = value;
    },
  });
  return now;
}

const drawn = (selector: string): Promise<void> => vi.waitFor(() => expect(texts(selector)).not.toEqual([]));

beforeEach(async () => {
  await loadShell();
  asked = [];
  const fetched = (address: string): Promise<Response> =>
    new Promise((done) =>
      asked.push({
        query: address,
        answer: async (advice) => {
          done(new Response(JSON.stringify(advice), { headers: { "content-type": "application/json" } }));
          await new Promise((later) => setTimeout(later));
          flushSync();
        },
      }),
    );
  vi.stubGlobal("fetch", fetched);
});

test("a few values are radio buttons, in the game's words or as the rules write them", async () => {
  const now = show([tide], { tide: "low" });
  await drawn("fieldset");
  expect([texts("legend"), texts("label")]).toEqual([["Tide"], ["low", "high tide"]]);
  expect(one<HTMLInputElement>("input[value=low]").checked).toBe(true);
  click("input[value=high]");
  expect(now.chosen).toEqual({ tide: "high" });
});

test("yes or no is a box to tick", async () => {
  const now = show([solo, tide], { solo: false, tide: "high" });
  await drawn("fieldset");
  click("input[type=checkbox]");
  expect(now.chosen).toEqual({ solo: true, tide: "high" });
});

test("many values are a list to choose from", async () => {
  const now = show([scenario], { scenario: "3" });
  await drawn("select");
  expect([one<HTMLSelectElement>("select").value, texts("option").length]).toEqual(["3", 7]);
  fill("select", "6", "change");
  expect(now.chosen).toEqual({ scenario: "6" });
});

test("a value that fewer seats don't allow goes back to the first", async () => {
  const now = show([first, tide], { first_player: "3", tide: "high" });
  await drawn("fieldset");
  now.seats = 2;
  flushSync();
  expect(texts("fieldset:first-of-type label")).toEqual(["1", "2"]);
  expect(now.chosen).toEqual({ first_player: "1", tide: "high" });
});

test("options without effect are not offered, and advice is a sentence", async () => {
  show([tide, solo], { tide: "low", solo: false });
  await drawn("fieldset");
  await asked[0].answer({ idle: ["tide"], advice: [{ key: "long", minutes: 90 }] });
  expect([texts("legend"), texts("label"), texts("[role=status]")]).toEqual([[], ["Alone"], ["This takes 90 minutes"]]);
});

test("advice about options that were changed meanwhile is not shown", async () => {
  show([tide], { tide: "low" });
  await drawn("fieldset");
  click("input[value=high]");
  expect(asked.map(({ query }) => new URL(query, "http://x").searchParams.get("tide"))).toEqual(["low", "high"]);
  await asked[1].answer({ idle: [], advice: [] });
  await asked[0].answer({ idle: [], advice: [{ key: "long", minutes: 90 }] });
  expect(texts("[role=status]")).toEqual([]);
});

test("an option links to its rules where there are any", async () => {
  show([{ ...tide, rule: "R8, R11" }], { tide: "low" }, "reef");
  await drawn("fieldset");
  expect([...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["/rules/reef#R8", "/rules/reef#R11"]);
});
