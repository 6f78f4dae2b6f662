"""Writes the TypeScript types of the protocol and of what every game shows: `python -m atoll.server.typescript`.

The files are `web/src/lib/protocol.ts` and `web/types.ts` in the folder of each game with a board.
"""

import inspect
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from atoll.core.game import Game, find_games
from atoll.kit import view as kit
from atoll.server import protocol

ROOT = Path(__file__).parents[3]
PROTOCOL = "web/src/lib/protocol.ts"
WRITTEN = "// Written by `python -m atoll.server.typescript` from {source}.\n"

SENT = (*get_args(protocol.Incoming), protocol.NewTable)
RECEIVED = (
    protocol.Seat,
    protocol.Line,
    protocol.Setup,
    protocol.Notice,
    protocol.Step,
    protocol.Refusal,
    *get_args(protocol.Outgoing),
    protocol.Summary,
    protocol.Listed,
)

GAME_TYPES: dict[tuple[type[Struct], str], str] = {
    (protocol.Frame, "view"): "View | null",
    (protocol.Step, "events"): "GameEvent[]",
    (protocol.Refusal, "values"): "Record<string, unknown>",
    (protocol.Frame, "proof"): "{ secret: string; nonces: string[] } | null",
}
"""Types of fields that are untyped data in Python."""

TYPES = """\
/** The types of this game, for the parts of its board. */
export interface Types {
  view: View;
  choice: Choice;
  event: GameEvent;
  explanation: Explanation;
}
"""

NAMES: dict[Any, str] = {kit.Event: "GameEvent"}
"""The TypeScript names of types that have another one in Python."""


def files() -> dict[str, str]:
    """Return the text of every file by its path in the repository."""
    found = {PROTOCOL: messages()}
    for game in find_games().values():
        folder = game.file("web")
        if folder.is_dir():
            found[(folder / "types.ts").relative_to(ROOT).as_posix()] = shown(game)
    return found


def messages() -> str:
    """Return the types of all messages, and the base of what a game shows."""
    bases = [
        _interface(kit.Preview),
        _interface(kit.Choice, more=["kind: string"]),
        _interface(kit.Event, more=["event: string"]),
        _interface(kit.Explanation, more=["topic: string"]),
        _interface(kit.View, more=["legal: Choice[]"]),
    ]
    interfaces = [_interface(struct) for struct in (*SENT, *RECEIVED)]
    unions = [_union("ClientMessage", protocol.Incoming), _union("ServerMessage", protocol.Outgoing)]
    return "\n".join([WRITTEN.format(source="src/atoll/server/protocol.py"), *bases, *interfaces, *unions])


def shown(game: Game) -> str:
    """Return the types of what a game shows."""
    module = game.part("view")
    roots = {"Choice": module.Choice, "GameEvent": module.Event, "Explanation": module.Explanation}
    names: dict[Any, str] = {union: family for family, union in roots.items()}
    for family, union in roots.items():
        for struct in _members(union):
            names[struct] = f"{struct.__name__}{family.removeprefix('Game')}"
    names |= {literal: name for name, literal in _literals(game)}
    parts = [f"export type {name} = {_literal(literal)};\n" for literal, name in names.items() if _is_literal(literal)]
    parts += [_interface(struct, names) for struct in _nested([*roots.values(), module.View], names)]
    for family, union in roots.items():
        members = _members(union)
        parts += [_interface(struct, names, base=f"base.{family}") for struct in members]
        parts.append(f"export type {family} = {' | '.join(names[struct] for struct in members)};\n")
    parts += [_interface(module.View, names, base="base.View"), TYPES]
    source = game.file("view").relative_to(ROOT).as_posix()
    head = WRITTEN.format(source=source) + '\nimport type * as base from "$lib/protocol";\n'
    return "\n".join([head, *parts])


def _literals(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the named Literals of a game's view package."""
    for part in ("view.choices", "view.position", "view.events", "view.explanations"):
        if game.has(part):
            for name, value in vars(game.part(part)).items():
                if _is_literal(value):
                    yield name, value


def _is_literal(hint: Any) -> bool:
    return get_origin(hint) is Literal


def _members(union: Any) -> tuple[type[Struct], ...]:
    return get_args(union) or (union,)


def _nested(hints: list[Any], names: Mapping[Any, str]) -> list[type[Struct]]:
    """Return the Structs that others consist of, each after its own parts, without those that have a name already."""
    found: dict[type[Struct], None] = {}

    def visit(hint: Any) -> None:
        if isinstance(hint, type) and issubclass(hint, Struct):
            for part in _hints(hint).values():
                visit(part)
            if hint not in names and not issubclass(hint, kit.View) and hint is not kit.Preview:
                found[hint] = None
        for part in get_args(hint):
            visit(part)

    for hint in hints:
        visit(hint)
    return list(found)


def _union(name: str, union: Any) -> str:
    return f"export type {name} = {' | '.join(struct.__name__ for struct in get_args(union))};\n"


def _hints(struct: type[Struct]) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def _interface(
    struct: type[Struct], names: Mapping[Any, str] = NAMES, *, base: str = "", more: list[str] | None = None
) -> str:
    config = struct.__struct_config__
    name = names.get(struct, struct.__name__)
    about = (inspect.getdoc(struct) or "").splitlines()[0]
    lines = [f"/** {about} */", f"export interface {name} {f'extends {base} ' if base else ''}{{"]
    if config.tag_field and more is None:
        lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};")
    optional = struct in SENT or config.omit_defaults
    inherited = _base_fields(struct) if base else ()
    for field in msgspec.structs.fields(struct):
        if field.name not in inherited:
            mark = "?" if optional and not field.required else ""
            written = GAME_TYPES.get((struct, field.name)) or _type(_hints(struct)[field.name], names)
            lines.append(f"  {field.encode_name}{mark}: {written};")
    return "\n".join([*lines, *(f"  {line};" for line in more or ()), "}", ""])


def _base_fields(struct: type[Struct]) -> tuple[str, ...]:
    bases = (kit.View, kit.Choice, kit.Event, kit.Explanation)
    return next(base.__struct_fields__ for base in bases if issubclass(struct, base))


PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def _type(hint: Any, names: Mapping[Any, str]) -> str:
    if hint in names:
        return names[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(parts[0], names)
    if origin is Literal:
        return _literal(hint)
    if origin in (Union, UnionType):
        return " | ".join(_type(part, names) for part in parts)
    if origin is list:
        inner = _type(parts[0], names)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(parts[0], names)}, {_type(parts[1], names)}>"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint.__name__
    raise TypeError(f"{hint} has no TypeScript form")


def _literal(hint: Any) -> str:
    return " | ".join(json.dumps(value) for value in get_args(hint))


if __name__ == "__main__":
    for path, text in files().items():
        Path(path).write_text(text, encoding="utf-8")
