"""The memory of a record, for code that treats all games alike."""

from ctypes import c_int64
from typing import Any

import numba
import numpy as np
from numba import extending

from atoll.kit.compiled import compiled, interpreted
from atoll.kit.rng import mix, signed, unsigned

compiler: Any = numba  # its type hints are incomplete
POINTER = compiler.types.CPointer(compiler.types.int64)


def _address(_context: Any, record: Any) -> Any:
    """Return the address of a record, as an intrinsic function of Numba."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(POINTER))

    return POINTER(record), generate


address_of: Any = extending.intrinsic(_address)
carray = compiler.carray


def _memory_of(record: Any, number: int) -> np.ndarray:
    # Python gives out the memory of a record read-only.
    address = record.__array_interface__["data"][0]
    return np.ctypeslib.as_array((c_int64 * number).from_address(address))


@compiled
def _compiled_memory_of(record: Any, number: int) -> np.ndarray:
    memory: np.ndarray = carray(address_of(record), (number,))
    return memory


memory_of = _memory_of if interpreted() else _compiled_memory_of
"""Return the memory of a record that consists of some 64-bit numbers."""


@compiled
def hash_record(array: np.ndarray) -> int:
    """Return a 63-bit hash of an array of one record."""
    code = unsigned(len(array))
    for number in array.view(np.int16):
        code = mix(code ^ unsigned(np.int64(number)))
    return signed(code >> 1)
