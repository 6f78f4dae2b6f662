"""Derives from a declared type its record, and the program by which `encode` writes the record as JSON."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from string import Formatter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from msgspec import Struct

from atoll.core import encode as codes
from atoll.kit.records import Bits, Exactly, Keys, Most, Names

LONGEST_NUMBER = len(str(-(1 << 63)))


class Layout:
    """The record of a declared type, and the program that writes it as JSON.

    `skipped` fields of a view are written by others; `texts` are the texts of decisions, with `{field}` for fields of a
    choice.
    """

    def __init__(self, hint: Any, *, skipped: tuple[str, ...] = (), texts: tuple[str, ...] = ()) -> None:
        self.skipped, self.texts = skipped, texts
        self._rows: list[list[int]] = []
        self._pool = bytearray()
        self._spans: list[tuple[int, int]] = []
        self._tables: dict[tuple[str, ...], int] = {}
        self._text = ""
        root = _shape(hint, self)
        self.dtype: np.dtype[Any] = root.dtype()
        self.capacity = root.longest()
        root.emit(self, 0)
        self.add(codes.END)
        self.program = np.array(self._rows, np.int64)
        self.spans = np.array(self._spans or [(0, 0)], np.int64)
        self.pool = np.frombuffer(bytes(self._pool), np.uint8)
        del self._rows, self._pool, self._spans, self._tables

    # For the shapes

    def write(self, text: str) -> None:
        """Add a text; texts in a row become one instruction."""
        self._text += text

    def add(self, code: int, *operands: int) -> int:
        """Add an instruction; return its place."""
        self.here()
        self._rows.append([code, *operands, *[0] * (codes.OPERANDS - 1 - len(operands))])
        return len(self._rows) - 1

    def here(self) -> int:
        """Return the place of the next instruction."""
        if self._text:
            first, last = self._pooled(self._text)
            self._rows.append([codes.TEXT, first, last, 0, 0])
            self._text = ""
        return len(self._rows)

    def patch(self, place: int, operand: int, value: int) -> None:
        """Set an operand that was not known before."""
        self._rows[place][operand] = value

    def switch(self, offset: int, branches: Iterable[Callable[[], None]]) -> None:
        """Add a branch for each value, from 0, of the number at an offset."""
        branches = list(branches)
        switch = self.add(codes.SWITCH, offset)
        self.patch(switch, 2, switch + 1)
        jumps = [self.add(codes.JUMP) for _ in branches]
        ends = []
        for jump, branch in zip(jumps, branches, strict=True):
            self.patch(jump, 1, self.here())
            branch()
            ends.append(self.add(codes.JUMP))
        for end in ends:
            self.patch(end, 1, self.here())

    def table(self, texts: tuple[str, ...]) -> int:
        """Return the first span of a table of texts."""
        if texts not in self._tables:
            self._tables[texts] = len(self._spans)
            self._spans += [self._pooled(text) for text in texts]
        return self._tables[texts]

    def _pooled(self, text: str) -> tuple[int, int]:
        data = text.encode()
        first = self._pool.find(data)
        if first < 0:
            first = len(self._pool)
            self._pool += data
        return first, first + len(data)


class _Shape:
    """A type of a declaration: how many numbers it has in the record, and its instructions."""

    size = 1

    def dtype(self) -> Any:
        """Return the NumPy type."""
        return "i8"

    def longest(self) -> int:
        """Return the greatest number of bytes of its JSON."""
        raise NotImplementedError

    def emit(self, layout: Layout, offset: int) -> None:
        """Add its instructions."""
        raise NotImplementedError


class _Number(_Shape):
    def __init__(self, *, nullable: bool) -> None:
        self.nullable = nullable

    def longest(self) -> int:
        return LONGEST_NUMBER

    def emit(self, layout: Layout, offset: int) -> None:
        layout.add(codes.NULLABLE if self.nullable else codes.NUMBER, offset)


class _Name(_Shape):
    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts

    def longest(self) -> int:
        return max(_bytes("null"), *map(_bytes, self.texts))

    def emit(self, layout: Layout, offset: int) -> None:
        layout.add(codes.NAMED, offset, layout.table(self.texts))


class _Bits(_Name):
    def longest(self) -> int:
        return _bytes("[]") + sum(_bytes(f"{text},") for text in self.texts)

    def emit(self, layout: Layout, offset: int) -> None:
        layout.add(codes.BITS, offset, layout.table(self.texts), len(self.texts))


class _Keyed(_Name):
    def __init__(self, texts: tuple[str, ...]) -> None:
        super().__init__(texts)
        self.size = len(texts)

    def dtype(self) -> Any:
        return "i8", (self.size,)

    def longest(self) -> int:
        return _bytes("{}") + sum(_bytes(f"{text}:,") + LONGEST_NUMBER for text in self.texts)

    def emit(self, layout: Layout, offset: int) -> None:
        layout.add(codes.KEYED, offset, layout.table(self.texts), len(self.texts))


class _List(_Shape):
    def __init__(self, item: _Shape, length: int, *, fixed: bool) -> None:
        self.item, self.length, self.fixed = item, length, fixed
        self.size = item.size * length + (not fixed)

    def dtype(self) -> Any:
        item = self.item.dtype()
        kind, inner = item if isinstance(item, tuple) else (item, ())
        items = kind, (self.length, *inner)
        return items if self.fixed else _record([("count", "i8"), ("items", *items)])

    def longest(self) -> int:
        return max(_bytes("null"), _bytes("[]") + self.length * (self.item.longest() + _bytes(",")))

    def emit(self, layout: Layout, offset: int) -> None:
        count, items = (-self.length - 1, offset) if self.fixed else (offset, offset + 1)
        place = layout.add(codes.LIST, count, items, self.item.size)
        self.item.emit(layout, 0)
        layout.add(codes.NEXT)
        layout.patch(place, 4, layout.here())


class _Object(_Shape):
    """A Struct, perhaps null."""

    def __init__(self, struct: type[Struct], layout: Layout, *, nullable: bool) -> None:
        self.nullable = nullable
        self.written = _written_names(struct)
        self.fields = _fields(struct, layout)
        self.size = nullable + sum(shape.size for shape in self.fields.values())

    def dtype(self) -> Any:
        present = [("present", "i8")] if self.nullable else []
        return _record(present + [_field(name, shape) for name, shape in self.fields.items() if shape.size])

    def longest(self) -> int:
        return max(_bytes("null"), _longest_object(self.fields, self.written))

    def emit(self, layout: Layout, offset: int) -> None:
        place = layout.add(codes.OPTIONAL, offset) if self.nullable else -1
        at = offset + self.nullable
        layout.write("{")
        for number, (name, shape) in enumerate(self.fields.items()):
            layout.write(f'{"," if number else ""}"{self.written[name]}":')
            shape.emit(layout, at)
            at += shape.size
        layout.write("}")
        if self.nullable:
            layout.patch(place, 2, layout.here())


class _Tagged(_Shape):
    """One of several Structs, with a tag that says which; fields that all of them begin with come before the tag."""

    def __init__(self, structs: tuple[type[Struct], ...], layout: Layout) -> None:
        self.tag_field = str(structs[0].__struct_config__.tag_field)
        self.members = [(str(struct.__struct_config__.tag), _fields(struct, layout)) for struct in structs]
        self.written = {name: written for struct in structs for name, written in _written_names(struct).items()}
        self.places: dict[str, int] = {}
        self.shapes: dict[str, _Shape] = {}
        self.size = 1
        for tag, fields in self.members:
            for name, shape in fields.items():
                if name not in self.shapes:
                    self.shapes[name], self.places[name] = shape, self.size
                    self.size += shape.size
                elif self.shapes[name].dtype() != shape.dtype():
                    raise TypeError(f"{tag}.{name}: fields of one name must be alike in all members of a union")
        self.common = _common_prefix([list(fields) for _, fields in self.members])

    def dtype(self) -> Any:
        fields = [_field(name, shape) for name, shape in self.shapes.items() if shape.size]
        return _record([(self.tag_field, "i8"), *fields])

    def longest(self) -> int:
        tags = (_bytes(f'"{self.tag_field}":{json.dumps(tag)},') for tag, _ in self.members)
        return max(tags) + max(_longest_object(fields, self.written) for _, fields in self.members)

    def emit(self, layout: Layout, offset: int) -> None:
        layout.write("{")
        for name in self.common:
            self._emit_field(layout, offset, name, self.shapes[name])
            layout.write(",")
        layout.switch(offset, [partial(self._emit_member, layout, offset, *member) for member in self.members])
        layout.write("}")

    def _emit_member(self, layout: Layout, offset: int, tag: str, fields: dict[str, _Shape]) -> None:
        layout.write(f'"{self.tag_field}":{json.dumps(tag)}')
        for name, shape in fields.items():
            if name not in self.common:
                layout.write(",")
                self._emit_field(layout, offset, name, shape)

    def _emit_field(self, layout: Layout, offset: int, name: str, shape: _Shape) -> None:
        layout.write(f'"{self.written[name]}":')
        if isinstance(shape, _DecisionText):
            shape.emit_text(layout, offset, self.places, self.shapes)
        else:
            shape.emit(layout, offset + self.places[name])


class _DecisionText(_Shape):
    """The text of a choice's decision: it takes no room, because the other fields say it."""

    size = 0

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts

    def longest(self) -> int:
        return max(_bytes(text) + LONGEST_NUMBER * text.count("{") for text in _quoted(self.texts))

    def emit_text(self, layout: Layout, offset: int, places: dict[str, int], shapes: dict[str, _Shape]) -> None:
        """Add the instructions that write the text of the decision in the field `decision`."""

        def emit(text: str) -> None:
            for before, field, _, _ in Formatter().parse(text):
                layout.write(_quoted([before])[0][1:-1])
                if field:
                    if not isinstance(shapes[field], _Number):
                        raise TypeError(f"{text!r}: {field} must be a number to be part of a decision's text")
                    shapes[field].emit(layout, offset + places[field])

        layout.write('"')
        layout.switch(offset + places["decision"], [partial(emit, text) for text in self.texts])
        layout.write('"')


def _common_prefix(rows: list[list[str]]) -> list[str]:
    common = []
    for names in zip(*rows, strict=False):
        if len(set(names)) > 1:
            break
        common.append(names[0])
    return common


def _record(fields: list[Any]) -> np.dtype[Any]:
    # Interpreted rules read and write the fields of a np.record as attributes.
    return np.dtype((np.record, fields))


def _field(name: str, shape: _Shape) -> Any:
    dtype = shape.dtype()
    return (name, *dtype) if isinstance(dtype, tuple) else (name, dtype)


def _written_names(struct: type[Struct]) -> dict[str, str]:
    """Return the name of each field in JSON."""
    return dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))


def _fields(struct: type[Struct], layout: Layout) -> dict[str, _Shape]:
    hints = get_type_hints(struct, include_extras=True)
    return {
        name: _DecisionText(layout.texts) if name == "text" and layout.texts else _shape(hints[name], layout)
        for name in struct.__struct_fields__
        if name not in layout.skipped
    }


def _shape(hint: Any, layout: Layout) -> _Shape:
    nullable = False
    if get_origin(hint) in (Union, UnionType):
        members = tuple(member for member in get_args(hint) if member is not NoneType)
        nullable = len(members) < len(get_args(hint))
        if len(members) > 1:
            return _Tagged(members, layout)
        hint = members[0]
    if get_origin(hint) is Annotated:
        kind, mark = get_args(hint)[:2]
        match mark:
            case Names(names):
                return _Name(_quoted(names))
            case Bits(names):
                return _Bits(_quoted(names))
            case Keys(names):
                return _Keyed(_quoted(names))
            case Exactly(length) | Most(length):
                return _List(_shape(get_args(kind)[0], layout), length, fixed=isinstance(mark, Exactly))
    if get_origin(hint) is Literal:
        return _Name(_quoted(get_args(hint)))
    if hint is bool:
        return _Name(("false", "true"))
    if hint is int:
        return _Number(nullable=nullable)
    if isinstance(hint, type) and issubclass(hint, Struct):
        if hint.__struct_config__.tag is not None:
            return _Tagged((hint,), layout)
        return _Object(hint, layout, nullable=nullable)
    raise TypeError(f"{hint} can't be a part of a record")


def _bytes(text: str) -> int:
    return len(text.encode())


def _longest_object(fields: dict[str, _Shape], written: dict[str, str]) -> int:
    return _bytes("{}") + sum(_bytes(f'"{written[name]}":,') + shape.longest() for name, shape in fields.items())


def _quoted(names: Any) -> tuple[str, ...]:
    return tuple(json.dumps(name, ensure_ascii=False) for name in names)
