"""Writes the messages of `protocol.py` as TypeScript: `python -m atoll.server.typescript > web/src/lib/protocol.ts`."""

import inspect
import json
import sys
from typing import get_args

import msgspec
from msgspec import inspect as shapes

from atoll.server import protocol

SENT = (*get_args(protocol.Incoming), protocol.NewTable)
RECEIVED = (
    protocol.Seat,
    protocol.Line,
    protocol.Setup,
    protocol.Notice,
    protocol.Step,
    *get_args(protocol.Outgoing),
    protocol.Summary,
    protocol.Listed,
)

HEAD = """\
// Written by `python -m atoll.server.typescript > web/src/lib/protocol.ts` from src/atoll/server/protocol.py.

/** A legal decision: its text is what a client sends; the rest is the game's own. */
export interface Choice {
  [key: string]: any;
  decision: number;
  text: string;
  kind: string;
  preview: { points: number; best: number; ends: boolean };
}

/** Something that happened; the rest is the game's own. */
export interface GameEvent {
  [key: string]: any;
  event: string;
}

/** A position as a seat (null: a spectator) sees it; the rest is the game's own. */
export interface View {
  [key: string]: any;
  game: string;
  seats: number;
  seat: number | null;
  actor: number | null;
  over: boolean;
  scores: (number | null)[];
  ranking: number[] | null;
  options: Record<string, string | boolean>;
  legal: Choice[];
}
"""

GAMES_OWN: dict[tuple[type[msgspec.Struct], str], str] = {
    (protocol.Frame, "view"): "View | null",
    (protocol.Step, "events"): "GameEvent[]",
    (protocol.Frame, "proof"): "{ secret: string; nonces: string[] } | null",
}
"""Fields that Python holds as any data."""


def messages() -> str:
    """Return every message as an interface, and the unions of what is sent and received."""
    interfaces = [_interface(kind) for kind in (*SENT, *RECEIVED)]
    unions = [_union("ClientMessage", protocol.Incoming), _union("ServerMessage", protocol.Outgoing)]
    return "\n".join([HEAD, *interfaces, *unions])


def _union(name: str, union: object) -> str:
    return f"export type {name} = {' | '.join(kind.__name__ for kind in get_args(union))};\n"


def _interface(kind: type[msgspec.Struct]) -> str:
    shape = shapes.type_info(kind)
    assert isinstance(shape, shapes.StructType)
    lines = [f"/** {(inspect.getdoc(kind) or '').splitlines()[0]} */", f"export interface {kind.__name__} {{"]
    if shape.tag_field:
        lines.append(f"  {shape.tag_field}: {json.dumps(shape.tag)};")
    may_be_missing = kind in SENT or kind.__struct_config__.omit_defaults
    for field in shape.fields:
        mark = "?" if may_be_missing and not field.required else ""
        wanted = GAMES_OWN.get((kind, field.name)) or _type(field.type)
        lines.append(f"  {field.encode_name}{mark}: {wanted};")
    return "\n".join([*lines, "}", ""])


def _type(shape: shapes.Type) -> str:
    match shape:
        case shapes.StrType():
            return "string"
        case shapes.IntType() | shapes.FloatType():
            return "number"
        case shapes.BoolType():
            return "boolean"
        case shapes.NoneType():
            return "null"
        case shapes.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case shapes.UnionType(types=types):
            return " | ".join(_type(one) for one in types)
        case shapes.StructType(cls=kind):
            return kind.__name__
        case shapes.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case shapes.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case _:
            raise TypeError(f"{shape} has no TypeScript form yet")


if __name__ == "__main__":
    sys.stdout.write(messages())
