/** The fields of a view that only its game knows, as texts, lists and grids. */

import type { View } from "$lib/protocol";

export interface Leaf {
  kind: "leaf";
  /** Where the value stands in the view: "board.2.3". */
  path: string;
  text: string;
}
export interface List {
  kind: "list";
  items: Shown[];
}
export interface Fields {
  kind: "fields";
  fields: Field[];
}
export type Shown = Leaf | List | Fields;

export interface Field {
  name: string;
  shown: Shown;
}

/** What a view shows besides its base: single values, lists with an entry for each seat, and everything else. */
export interface Sheet {
  values: { name: string; leaf: Leaf }[];
  seats: { name: string; cells: Shown[] }[];
  rest: Field[];
}

/** The fields that every view has; the shell shows them. */
const BASE: Record<keyof View, true> = {
  game: true,
  rules: true,
  edition: true,
  options: true,
  seats: true,
  seat: true,
  actor: true,
  over: true,
  scores: true,
  ranking: true,
  legal: true,
};

const UNKNOWN = "?";
const NOTHING = "–";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The name of a field as a reader writes it: "open shells". */
export const nameOf = (field: string): string => field.replaceAll("_", " ");

function textOf(value: unknown): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (typeof value === "boolean") return value ? "✓" : NOTHING;
  if (value === "") return NOTHING;
  return typeof value === "number" ? String(value).replace("-", "−") : String(value);
}

export function read(value: unknown, path: string): Shown {
  if (Array.isArray(value)) return { kind: "list", items: value.map((item: unknown, at) => read(item, `${path}.${at}`)) };
  if (isRecord(value)) return { kind: "fields", fields: fieldsOf(value, path) };
  return { kind: "leaf", path, text: textOf(value) };
}

export const fieldsOf = (data: object, path = ""): Field[] =>
  Object.entries(data).map(([field, value]: [string, unknown]) => ({ name: nameOf(field), shown: read(value, path ? `${path}.${field}` : field) }));

export function sheetOf(view: View): Sheet {
  const sheet: Sheet = { values: [], seats: [], rest: [] };
  for (const [field, value] of Object.entries(view)) {
    if (field in BASE) continue;
    const [name, shown] = [nameOf(field), read(value, field)];
    if (shown.kind === "leaf") sheet.values.push({ name, leaf: shown });
    else if (shown.kind === "list" && shown.items.length === view.seats) sheet.seats.push(...rowsOf(name, shown.items));
    else sheet.rest.push({ name, shown });
  }
  return sheet;
}

/** The rows of a list with an entry for each seat: one, or where the entries have fields, one for each field. */
function rowsOf(name: string, items: Shown[]): { name: string; cells: Shown[] }[] {
  const [first] = items;
  if (first?.kind !== "fields") return [{ name, cells: items }];
  const nothing: Shown = { kind: "leaf", path: "", text: UNKNOWN };
  const cell = (item: Shown, field: string): Shown => (item.kind === "fields" && item.fields.find((one) => one.name === field)?.shown) || nothing;
  return first.fields.map((field) => ({ name: field.name, cells: items.map((item) => cell(item, field.name)) }));
}

const leaves = (shown: Shown): Leaf[] => {
  if (shown.kind === "leaf") return [shown];
  return shown.kind === "list" ? shown.items.flatMap(leaves) : shown.fields.flatMap((field) => leaves(field.shown));
};

/** A list of lists of single values: its rows; else null. */
export function gridOf({ items }: List): Leaf[][] | null {
  const rows = items.map((row) => (row.kind === "list" ? row.items.filter((cell) => cell.kind === "leaf") : []));
  const whole = items.every((row, at) => row.kind === "list" && row.items.length > 0 && row.items.length === rows[at].length);
  return items.length > 0 && whole ? rows : null;
}

/** A list of single values; else null. */
export function rowOf({ items }: List): Leaf[] | null {
  const cells = items.filter((cell) => cell.kind === "leaf");
  return cells.length === items.length ? cells : null;
}

/** The texts that have a colour: numbers from 1 to 4, where there are no larger ones. */
export function tintOf(cells: Leaf[]): (cell: Leaf) => string {
  const few = cells.every(({ text }) => /^[0-4?]$/.test(text));
  return ({ text }) => (text === "0" || text === NOTHING ? "none" : few && text !== UNKNOWN ? `tint seat-${Number(text) - 1}` : "");
}

/** Every single value of a view, by its place. */
export function valuesOf(view: View): Map<string, string> {
  const own = Object.entries(view).filter(([field]) => !(field in BASE));
  return new Map(own.flatMap(([field, value]) => leaves(read(value, field))).map(({ path, text }) => [path, text]));
}

/** The places whose values differ between two positions. */
export const changes = (before: Map<string, string>, after: Map<string, string>): Set<string> =>
  new Set([...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path));
