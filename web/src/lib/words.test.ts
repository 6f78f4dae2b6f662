import { describe, expect, test } from "vitest";
import { preferred, Words, type Texts } from "./words";

const TEXTS: Texts = {
  hello: "Hello {name}",
  points: { by: "count", one: "{count} point", other: "{count} points" },
  "colour.red": "red",
  "colour.green": "green",
  "event.place": "{player} puts {colour} on {space}.",
  "event.play": "{player} plays {pieces}.",
  "event.win": "{players} win.",
};
const words = new Words("en", TEXTS);

test("placeholders are filled, missing values are left out", () => {
  expect(words.say("hello", { name: "Ada" })).toBe("Hello Ada");
  expect(words.say("hello")).toBe("Hello ");
});

test("a missing key shows as itself", () => {
  expect(words.say("nothing.here")).toBe("nothing.here");
  expect(words.has("nothing.here")).toBe(false);
});

describe("plurals", () => {
  test("English has one and other", () => {
    expect([0, 1, 2, -1].map((count) => words.say("points", { count }))).toEqual(["0 points", "1 point", "2 points", "-1 point"]);
  });

  test("Polish has one, few and many", () => {
    const polish = new Words("pl", { points: { by: "count", one: "{count} punkt", few: "{count} punkty", many: "{count} punktów" } });
    const said = [1, 2, 5, 12, 22, 25].map((count) => polish.say("points", { count }));
    expect(said).toEqual(["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "25 punktów"]);
  });

  test("French counts nothing as one; its form for millions falls back to other", () => {
    const french = new Words("fr", { points: { by: "count", one: "{count} point", other: "{count} points" } });
    expect([0, 1, 2, 1_000_000].map((count) => french.say("points", { count }))).toEqual(["0 point", "1 point", "2 points", "1000000 points"]);
  });

  test("zero may have its own text", () => {
    const left = new Words("fr", { left: { by: "count", zero: "plus rien", one: "{count} point", other: "{count} points" } });
    expect([0, 1, 2].map((count) => left.say("left", { count }))).toEqual(["plus rien", "1 point", "2 points"]);
  });
});

describe("sentences", () => {
  const names = ["Ada", "Bo"];

  test("seats become names, colours become words", () => {
    expect(words.sentence("event.place", { event: "place", seat: 1, colour: "red", space: "b3" }, names)).toBe("Bo puts red on b3.");
  });

  test("lists are joined", () => {
    expect(words.sentence("event.play", { seat: 0, pieces: ["red", "green"] }, names)).toBe("Ada plays red, green.");
    expect(words.sentence("event.win", { seats: [0, 1] }, names)).toBe("Ada, Bo win.");
    expect(words.sentence("event.play", { seat: 0, pieces: [] }, names)).toBe("Ada plays –.");
  });
});

describe("a reader of a screen", () => {
  const drawn = new Words("en", {
    "event.take": "{player} {takes|take} card {card}.",
    "event.place": "{player} {puts|put} {colour} on {space}.",
    "event.place.seen": "{player} {puts|put} {colour} on the reef.",
    "event.deal": "Dealt: {cards}.",
    "event.none": "The pile is empty: {player} {takes|take} nothing.",
    "event.win": "{players} {wins|win}.",
    "event.share": "{players} share the victory.",
    "colour.red": "red",
  });
  const named = (field: string, value: unknown): string | undefined => (field.startsWith("card") ? `red + green (${value})` : undefined);
  const sentence = (event: string, data: object, you: number | null = 0): string =>
    drawn.sentence(`event.${event}`, { event, ...data }, [you === 0 ? "You" : "Ada", "Bo"], { you, named });

  test('is "You", with the matching verb form', () => {
    expect(sentence("take", { seat: 0, card: 5 })).toBe("You take card red + green (5).");
    expect(sentence("take", { seat: 1, card: 5 })).toBe("Bo takes card red + green (5).");
    expect(sentence("take", { seat: 0, card: 5 }, null)).toBe("Ada takes card red + green (5).");
  });

  test("is lower-case inside a sentence", () => {
    expect(sentence("none", { seat: 0 })).toBe("The pile is empty: you take nothing.");
    expect(sentence("none", { seat: 1 })).toBe("The pile is empty: Bo takes nothing.");
  });

  test("wins alone or with others", () => {
    expect(sentence("win", { seats: [0] })).toBe("You win.");
    expect(sentence("win", { seats: [1] })).toBe("Bo wins.");
    expect(sentence("share", { seats: [1, 0] })).toBe("Bo, you share the victory.");
  });

  test("sees things named as they are drawn, each item in a list", () => {
    expect(sentence("deal", { cards: [1, 2] })).toBe("Dealt: red + green (1), red + green (2).");
  });

  test("gets the sentence for screens where there is one", () => {
    const event = { seat: 1, colour: "red", space: "b3" };
    expect(sentence("place", event)).toBe("Bo puts red on the reef.");
    expect(drawn.sentence("event.place", event, ["Ada", "Bo"])).toBe("Bo puts red on b3.");
  });
});

test("the first supported language is preferred", () => {
  expect(preferred(["de-DE", "pl-PL", "en"])).toBe("pl");
  expect(preferred(["FR"])).toBe("fr");
  expect(preferred(["ja"])).toBe("en");
  expect(preferred([])).toBe("en");
});
