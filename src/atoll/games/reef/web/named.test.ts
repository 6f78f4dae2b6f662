import { expect, test } from "vitest";
import type { Item } from "$lib/api";
import { Words, type Language, type Texts } from "$lib/words";
import english from "../locales/en.json";
import french from "../locales/fr.json";
import italian from "../locales/it.json";
import dutch from "../locales/nl.json";
import polish from "../locales/pl.json";
import { spaceInWords } from "./model";
import { named, place } from "./sentences";

const LOCALES = { en: english, pl: polish, it: italian, nl: dutch, fr: french } as Record<Language, unknown>;
const CARDS = new Map<number, Item>([
  [32, { id: 32, corals: ["red", "green"], points: 5, rows: [], tallest: null, around: null }],
  [58, { id: 58, corals: ["yellow", "yellow"], points: 1, rows: [], tallest: null, around: null }],
]);
const TOP = { event: "top", seat: 0, card: 32, pay: 58, place: 0 };

function sentence(language: Language, names: string[], you: number | null): string {
  const words = new Words(language, LOCALES[language] as Texts);
  return words.sentence("event.top", TOP, names, { you, named: (field, value) => named(words, CARDS, field, value) });
}

test("a card is called by its pieces and points", () => {
  expect(sentence("en", ["Ada"], null)).toBe("Ada pays 1 point onto card 2 × yellow (1 point) and takes the top card, red + green (5 points).");
});

test.each<[Language, string, string]>([
  ["en", "You", "You pay 1 point onto card 2 × yellow (1 point) and take the top card, red + green (5 points)."],
  ["pl", "Ty", "Ty kładziesz 1 punkt na karcie 2 × żółty (1 punkt) i bierzesz wierzchnią kartę stosu: czerwony + zielony (5 punktów)."],
  ["it", "Tu", "Tu metti 1 punto sulla carta 2 × giallo (1 punto) e prendi la carta rosso + verde (5 punti) in cima al mazzo."],
  ["nl", "Jij", "Jij legt 1 punt op kaart 2 × geel (1 punt) en neemt de bovenste kaart, rood + groen (5 punten)."],
  ["fr", "Vous", "Vous posez 1 point sur la carte 2 × jaune (1 point) et prenez la première carte de la pioche, rouge + vert (5 points)."],
])("in %s whoever reads is %s", (language, name, expected) => {
  expect(sentence(language, [name], 0)).toBe(expected);
});

test("the place is described for screen readers", () => {
  const words = new Words("en", english as Texts);
  expect(place(words, { event: "place", seat: 0, colour: "red", space: "d4", level: 1 })).toBe("column d, row 4");
  expect(place(words, { event: "take", seat: 0, card: 32, place: 0, tokens: 0 })).toBe("");
  expect(spaceInWords(words, "d4", ["red"], undefined)).toBe("column d, row 4, red, height 1");
});
