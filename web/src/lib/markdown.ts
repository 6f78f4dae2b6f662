/** A parser for the subset of Markdown used in rules. It returns data, not HTML, so no script can get in. */

export type Inline = { kind: "text" | "bold" | "code"; text: string } | { kind: "link" | "rule"; text: string; href: string };

export type MarkdownBlock =
  | { kind: "heading"; level: number; inline: Inline[] }
  | { kind: "paragraph"; inline: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

/** One rule with its lists and tables, or a paragraph without a number. */
export interface Passage {
  rule: string | null;
  blocks: MarkdownBlock[];
}

export interface Section {
  id: string;
  title: Inline[];
  passages: Passage[];
}

const BULLET = /^\s*[-*]\s+/;
const NUMBER = /^\s*\d+[.)]\s+/;
const ROW = /^\s*\|.*\|\s*$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const FENCE = /^```/;
const PIECES = /\*\*(?<bold>.+?)\*\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)|\b(?<rule>[A-Z]\d{1,3})\b/g;
/** Safe link targets: no scripts. */
const SAFE = /^(https?:\/\/|\/|#)/;

/** How a rule begins: "**R8.** Each player ...". */
const RULE = /^\*\*([A-Z])\d{1,3}\.?\*\*/gm;

/** Parse a line of text: bold, code, links, and rule ids, which become links; `letters` are the first letters of rule ids. */
export function inline(text: string, letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    const { bold, code, label, href, rule } = match.groups!;
    if (rule !== undefined && !letters.includes(rule[0])) continue;
    if (match.index > at) found.push({ kind: "text", text: text.slice(at, match.index) });
    if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else if (rule !== undefined) found.push({ kind: "rule", text: rule, href: `#${rule}` });
    else if (SAFE.test(href)) found.push({ kind: "link", text: label, href });
    else found.push({ kind: "text", text: label });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

/** Parse a whole text. Rule ids are recognized by the letters of the rules it defines. */
export function parse(markdown: string): MarkdownBlock[] {
  const lines = markdown.split(/\r?\n/);
  const letters = [...markdown.matchAll(RULE)].map(([, letter]) => letter).join("") || undefined;
  const read = (text: string): Inline[] => inline(text, letters);
  const cells = (line: string): Inline[][] => line.trim().slice(1, -1).split("|").map((cell) => read(cell.trim()));
  const blocks: MarkdownBlock[] = [];
  let at = 0;
  const take = (test: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && test(lines[at])) at++;
    return lines.slice(from, at);
  };
  const special = (line: string): boolean => [HEADING, BULLET, NUMBER, ROW, FENCE].some((mark) => mark.test(line));
  while (at < lines.length) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      at++;
      blocks.push({ kind: "heading", level: heading[1].length, inline: read(heading[2].trim()) });
    } else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: "code", text: take((next) => !FENCE.test(next)).join("\n") });
      at++;
    } else if (ROW.test(line)) {
      const [head, , ...rows] = take((next) => ROW.test(next)).map(cells);
      blocks.push({ kind: "table", head, rows });
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const mark = BULLET.test(line) ? BULLET : NUMBER;
      const items: string[] = [];
      for (const next of take((text) => mark.test(text) || (text.trim() !== "" && !special(text)))) {
        if (mark.test(next)) items.push(next.replace(mark, ""));
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      blocks.push({ kind: "list", ordered: mark === NUMBER, items: items.map(read) });
    } else {
      const first = at++;
      take((next) => next.trim() !== "" && !special(next));
      blocks.push({ kind: "paragraph", inline: read(lines.slice(first, at).map((part) => part.trim()).join(" ")) });
    }
  }
  return blocks;
}

/** The rule that a paragraph begins with: "**R8.** Each player ...". */
function ruleOf(block: MarkdownBlock): string | null {
  const first = block.kind === "paragraph" ? block.inline[0] : undefined;
  return first?.kind === "bold" ? (/^([A-Z]\d{1,3})\.?$/.exec(first.text)?.[1] ?? null) : null;
}

/** A rulebook by its headings; what comes before the first one is a section without a title. */
export function sections(blocks: MarkdownBlock[]): Section[] {
  const found: Section[] = [{ id: "top", title: [], passages: [] }];
  for (const block of blocks) {
    const section = found[found.length - 1];
    if (block.kind === "heading") {
      if (block.level > 1) found.push({ id: `part-${found.length}`, title: block.inline, passages: [] });
    } else if (block.kind === "paragraph" || !section.passages.length) {
      section.passages.push({ rule: ruleOf(block), blocks: [block] });
    } else section.passages[section.passages.length - 1].blocks.push(block);
  }
  return found.filter((section) => section.passages.length);
}

/** The plain text of a block, for searching. */
export function plain(block: MarkdownBlock): string {
  const text = (parts: Inline[]): string => parts.map((part) => part.text).join("");
  switch (block.kind) {
    case "code":
      return block.text;
    case "list":
      return block.items.map(text).join("\n");
    case "table":
      return [block.head, ...block.rows].flat().map(text).join("\n");
    default:
      return text(block.inline);
  }
}
