"""Writes records as JSON: one compiled interpreter runs the program that `Layout` derives from a declaration.

A record is a row of 64-bit numbers. An instruction is a row of the program: its operation and up to four operands.
Offsets are relative to `base`, which moves along a list with its items. `spans` has the places of texts in `pool`.
"""

import numpy as np

from atoll.kit.compiled import compiled
from atoll.kit.records import NULL

(
    END,       # -
    TEXT,      # first and last + 1 byte in the pool
    NUMBER,    # offset
    NULLABLE,  # offset; a number or null
    NAMED,     # offset, first span of the names; negative is null
    BITS,      # offset, first span, number of names; a list of the names whose bits are set
    KEYED,     # offset, first span of the keys, number of keys; an object without the keys whose number is null
    LIST,      # offset of the count (negative: the count itself, less one, negated), offset of the items, size, end
    NEXT,      # -; the end of a list's item
    OPTIONAL,  # offset, where to go on if the number there is 0, after writing null
    SWITCH,    # offset, first of a row of instructions that are jumps, one for each number from 0
    JUMP,      # where to go on
) = range(12)  # fmt: skip
OPERANDS = 5
DEPTH = 8
"""How deep lists can be nested."""
_NULL_TEXT = np.frombuffer(b"null", np.uint8)
COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON, MINUS, ZERO = (ord(sign) for sign in ",[]{}:-0")


@compiled
def encode(  # noqa: C901 - one branch for each operation
    program: np.ndarray, spans: np.ndarray, pool: np.ndarray, memory: np.ndarray, out: np.ndarray
) -> int:
    """Write a record as JSON; return the number of bytes."""
    bases = np.empty(DEPTH, np.int64)
    left = np.empty(DEPTH, np.int64)
    bodies = np.empty(DEPTH, np.int64)
    sizes = np.empty(DEPTH, np.int64)
    depth = 0
    base = 0
    at = 0
    size = 0
    while True:
        code = program[at, 0]
        first = program[at, 1]
        second = program[at, 2]
        at += 1
        if code == TEXT:
            for place in range(first, second):
                out[size] = pool[place]
                size += 1
        elif code == NUMBER:
            size = _write_number(out, size, memory[base + first])
        elif code == NULLABLE:
            number = memory[base + first]
            size = _write_null(out, size) if number == NULL else _write_number(out, size, number)
        elif code == NAMED:
            number = memory[base + first]
            size = _write_null(out, size) if number < 0 else _write_span(out, size, spans, pool, second + number)
        elif code == NEXT:
            left[depth] -= 1
            if left[depth] > 0:
                out[size] = COMMA
                size += 1
                base += sizes[depth]
                at = bodies[depth]
            else:
                out[size] = CLOSE_LIST
                size += 1
                base = bases[depth]
                depth -= 1
        elif code == LIST:
            count = memory[base + first] if first >= 0 else -first - 1
            if count <= 0:
                at = program[at - 1, 4]
                if count < 0:
                    size = _write_null(out, size)
                else:
                    out[size] = OPEN_LIST
                    out[size + 1] = CLOSE_LIST
                    size += 2
                continue
            depth += 1
            bases[depth] = base
            left[depth] = count
            bodies[depth] = at
            sizes[depth] = program[at - 1, 3]
            base += second
            out[size] = OPEN_LIST
            size += 1
        elif code == OPTIONAL:
            if memory[base + first] == 0:
                size = _write_null(out, size)
                at = second
        elif code == SWITCH:
            at = second + memory[base + first]
        elif code == JUMP:
            at = first
        elif code == BITS:
            size = _write_bits(out, size, spans, pool, second, program[at - 1, 3], memory[base + first])
        elif code == KEYED:
            size = _write_keyed(
                out, size, spans, pool, second, memory[base + first : base + first + program[at - 1, 3]]
            )
        else:
            return size


@compiled
def _write_number(out: np.ndarray, size: int, number: int) -> int:
    if number < 0:
        out[size] = MINUS
        size += 1
        number = -number
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(size + digits - 1, size - 1, -1):
        out[place] = ZERO + number % 10
        number //= 10
    return size + digits


@compiled
def _write_null(out: np.ndarray, size: int) -> int:
    for place in range(4):
        out[size + place] = _NULL_TEXT[place]
    return size + 4


@compiled
def _write_span(out: np.ndarray, size: int, spans: np.ndarray, pool: np.ndarray, span: int) -> int:
    for place in range(spans[span, 0], spans[span, 1]):
        out[size] = pool[place]
        size += 1
    return size


@compiled
def _write_bits(
    out: np.ndarray, size: int, spans: np.ndarray, pool: np.ndarray, first: int, names: int, bits: int
) -> int:
    start = size
    out[size] = OPEN_LIST
    size += 1
    for name in range(names):
        if bits >> name & 1:
            if size > start + 1:
                out[size] = COMMA
                size += 1
            size = _write_span(out, size, spans, pool, first + name)
    out[size] = CLOSE_LIST
    return size + 1


@compiled
def _write_keyed(
    out: np.ndarray, size: int, spans: np.ndarray, pool: np.ndarray, first: int, numbers: np.ndarray
) -> int:
    start = size
    out[size] = OPEN_OBJECT
    size += 1
    for key in range(len(numbers)):
        if numbers[key] != NULL:
            if size > start + 1:
                out[size] = COMMA
                size += 1
            size = _write_span(out, size, spans, pool, first + key)
            out[size] = COLON
            size = _write_number(out, size + 1, numbers[key])
    out[size] = CLOSE_OBJECT
    return size + 1
