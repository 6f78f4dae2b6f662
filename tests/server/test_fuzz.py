"""Whatever a client sends, the server answers with a reason and stays as it is."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atoll.server.connection import Connection
from atoll.server.entries import Created, Sat
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Fault
from atoll.server.room import Room
from atoll.server.store import Row, Store
from atoll.server.table import Table, Who

FRAMES = 10_000
BATCH = 50


class Memory(Store):
    """A store that keeps what it is given."""

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    async def insert(self, rows: Any) -> list[bool]:
        return [isinstance(row, Row) for row in rows]

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: ARG002
        return []

    async def execute(self, statement: str, *values: Any) -> None:
        """Nothing to change."""


NUMBERS = st.integers(-5, 2**70) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
FIELDS = {
    "type": st.sampled_from(["hello", "decide", "undo", "consent", "sit", "leave", "invite", "rematch", "chat", "x"]),
    "table": st.just("t") | JSON,
    "command": st.text(max_size=70) | JSON,
    "ply": st.integers(0, 5) | JSON,
    "decision": st.sampled_from(["take 1", "play 3", "r b2", "top 2", ""]) | JSON,
    "seat": st.integers(0, 9) | JSON,
    "seq": st.integers(0, 9) | JSON,
    "agree": st.booleans() | JSON,
    "bot": st.sampled_from(["greedy", "x"]) | JSON,
    "text": st.text(max_size=300) | JSON,
    "nonce": st.text(max_size=70) | JSON,
}
MESSAGES = st.fixed_dictionaries({"type": FIELDS["type"]}, optional={k: v for k, v in FIELDS.items() if k != "type"})
TEXTS = MESSAGES.map(json.dumps) | JSON.map(json.dumps) | st.text(max_size=60) | st.binary(max_size=60)


def connection() -> tuple[Connection, Table]:
    created = Created(
        at=0.0, by="ada", game="reef", rules=1, seats=2, secret="s",
        options={"setup": "random", "mirror_patterns": False, "hidden_scores": False},
    )  # fmt: skip
    table = Table("t", created)
    for seat in range(2):
        table.apply(Sat(at=0.0, by="ada", seat=seat, name="Ada"))
    hub = Hub(Memory())
    hub.rooms["t"] = Room(table)
    full = SimpleNamespace(full=True)
    return Connection(hub, full, Who("ada", "Ada")), table  # type: ignore[arg-type]  # nothing is written to it


@pytest.mark.slow
@settings(max_examples=FRAMES // BATCH, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(TEXTS, min_size=BATCH, max_size=BATCH))
def test_every_message_gets_an_answer_and_none_breaks_the_table(messages: list[str | bytes]) -> None:
    async def run() -> None:
        client, table = connection()
        await client.hear('{"type": "hello", "table": "t"}')
        for message in messages:
            before, seq = len(client.outgoing), table.seq
            await client.hear(message)
            answers = list(client.outgoing)[before:]
            hello = not answers and client.room is not None
            assert hello or len(answers) == 1
            for answer in answers:
                assert isinstance(answer, Answer | Fault)
                # A repeat is answered like the first time, and changes nothing.
                assert table.seq in ((seq, seq + 1) if isinstance(answer, Answer) and answer.ok else (seq,))
        assert table.frame("ada", 0, 0).seq == table.seq
        await client.hub.close()

    asyncio.run(run())
