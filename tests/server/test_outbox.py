"""Output is encoded for several clients, then written; a failure affects only its own client."""

import asyncio

from atoll.server.outbox import PORTION, Outbox


class Client:
    """Records its calls; one that is `broken` fails in that call."""

    def __init__(self, name: str, seen: list[str], broken: str = "") -> None:
        self.name, self.seen, self.broken = name, seen, broken

    def _note(self, what: str) -> None:
        self.seen.append(f"{what} {self.name}")
        if self.broken == what:
            raise RuntimeError(what)

    def encode_pending(self) -> bytes:
        self._note("encode")
        return b"" if self.broken == "silent" else self.name.encode()

    def write(self, text: bytes) -> None:
        assert text == self.name.encode()
        self._note("write")


def sent(*clients: Client) -> None:
    async def run() -> None:
        outbox = Outbox()
        for client in (*clients, *clients):
            outbox.add(client)
        await asyncio.sleep(0)

    asyncio.run(run())


def test_output_is_encoded_for_all_then_written_once_for_each() -> None:
    seen: list[str] = []
    sent(Client("a", seen), Client("b", seen, "silent"), Client("c", seen))
    assert seen == ["encode a", "encode b", "encode c", "write a", "write c"]


def test_many_clients_are_written_to_a_portion_at_a_time() -> None:
    seen: list[str] = []
    sent(*(Client(str(number), seen) for number in range(PORTION + 1)))
    assert seen[PORTION - 1 : PORTION + 1] == [f"encode {PORTION - 1}", "write 0"]
    assert seen[-2:] == [f"encode {PORTION}", f"write {PORTION}"]


def test_a_failure_for_one_client_does_not_stop_the_others() -> None:
    seen: list[str] = []
    sent(Client("a", seen, "encode"), Client("b", seen, "write"), Client("c", seen))
    assert seen == ["encode a", "encode b", "encode c", "write b", "write c"]
