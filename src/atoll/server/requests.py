"""What a request brings, and how it is refused."""

from typing import TypeVar

import msgspec
from starlette.requests import Request

from atoll.core.errors import AtollError
from atoll.server import limits

T = TypeVar("T")


class Problem(AtollError):
    """A request that is refused, with its HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def body(request: Request, kind: type[T]) -> T:
    """Return a request's body, checked against what it must be."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limits.MESSAGE_BYTES:
            raise Problem(413, f"a request may have at most {limits.MESSAGE_BYTES} bytes")
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, f"request can't be understood: {error}") from None
