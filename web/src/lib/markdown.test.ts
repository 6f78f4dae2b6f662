import { describe, expect, test } from "vitest";
import { inline, parse, plain, sections } from "./markdown";

describe("a line", () => {
  test("bold, code and plain text", () => {
    expect(inline("the **big** `cards.toml` file")).toEqual([
      { kind: "text", text: "the " },
      { kind: "bold", text: "big" },
      { kind: "text", text: " " },
      { kind: "code", text: "cards.toml" },
      { kind: "text", text: " file" },
    ]);
  });

  test("rule ids become links", () => {
    expect(inline("(R16 to R22)").filter((part) => part.kind === "rule")).toEqual([
      { kind: "rule", text: "R16", href: "#R16" },
      { kind: "rule", text: "R22", href: "#R22" },
    ]);
  });

  test("only addresses become links", () => {
    expect(inline("[here](https://a.example/b)")).toEqual([{ kind: "link", text: "here", href: "https://a.example/b" }]);
    expect(inline("[there](javascript:alert(1))")[0]).toEqual({ kind: "text", text: "there" });
  });

  test("HTML stays text", () => {
    expect(inline("<img src=x onerror=alert(1)>")).toEqual([{ kind: "text", text: "<img src=x onerror=alert(1)>" }]);
  });
});

describe("a text", () => {
  test("a list may follow its paragraph without a gap", () => {
    const blocks = parse("Two things:\n- one\n  and more\n- two\n\nThe end.");
    expect(blocks.map((block) => block.kind)).toEqual(["paragraph", "list", "paragraph"]);
    expect(plain(blocks[1])).toBe("one and more\ntwo");
  });

  test("numbered lists, tables and code", () => {
    const blocks = parse("1. first\n2. second\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n```\nx = 1\n- y\n```\n");
    expect(blocks).toMatchObject([{ kind: "list", ordered: true }, { kind: "table" }, { kind: "code", text: "x = 1\n- y" }]);
    expect(plain(blocks[1])).toBe("a\nb\n1\n2");
  });

  test("lines of a paragraph are joined", () => {
    expect(parse("one\ntwo").map(plain)).toEqual(["one two"]);
  });
});

test("only ids with a letter of the rules become links", () => {
  const [rule] = parse("**S9.** Types such as A1 and B3 by S54.");
  expect(rule).toMatchObject({ inline: [{ kind: "bold" }, { text: " Types such as A1 and B3 by " }, { kind: "rule", text: "S54" }, { text: "." }] });
});

test("a rulebook is divided into sections, and these into rules", () => {
  const book = sections(parse("# Game\n\nWhat it is.\n\n## Set-up\n\n**R1.** First:\n- a\n- b\n\n**R2.** Then.\n\nA remark."));
  expect(book.map((section) => plain({ kind: "paragraph", inline: section.title }))).toEqual(["", "Set-up"]);
  expect(book[1].passages.map((passage) => [passage.rule, passage.blocks.length])).toEqual([["R1", 2], ["R2", 1], [null, 1]]);
});

/** The rulebooks of all games, by path. */
const books = import.meta.glob("../../../src/atoll/games/*/RULES*.md", { query: "?raw", import: "default", eager: true });

test.each(Object.entries(books) as [string, string][])("%s: every rule is found once, and every reference has a target", (_, text) => {
  const blocks = parse(text);
  const rules = sections(blocks).flatMap((section) => section.passages.flatMap((passage) => passage.rule ?? []));
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules).size).toBe(rules.length);
  const lines = blocks.flatMap((block) => (block.kind === "list" ? block.items.flat() : block.kind === "paragraph" ? block.inline : []));
  const references = lines.flatMap((part) => (part.kind === "rule" ? part.text : []));
  expect(references.filter((rule) => !rules.includes(rule))).toEqual([]);
});
