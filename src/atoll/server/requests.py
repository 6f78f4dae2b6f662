"""Reading requests: bodies, numbers, addresses, and the refusal of what can't be served."""

import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from starlette.requests import Request

from atoll.kit.errors import AtollError
from atoll.server import limits

T = TypeVar("T")


class Problem(AtollError):
    """A request that is refused, with its HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def body(request: Request, expected: type[T]) -> T:
    """Return a request's body as the expected type; refuse one that does not fit."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limits.MESSAGE_BYTES:
            raise Problem(413, f"a request may have at most {limits.MESSAGE_BYTES} bytes")
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=expected)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, f"request can't be understood: {error}") from None


def number(parameters: Mapping[str, str], name: str) -> int | None:
    """Return a parameter as an integer, or None if it is missing."""
    text = parameters.get(name)
    if text is not None and not re.fullmatch("[0-9]{1,6}", text):
        raise Problem(400, f"{name} must be a whole number, not {text!r}")
    return None if text is None else int(text)


def address(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""
