"""What goes out: made for several clients, then sent; a failure stays with the client it happened to."""

import asyncio

from atoll.server.outbox import PORTION, Outbox


class Client:
    """Notes what is asked of it; one that is `broken` fails there."""

    def __init__(self, name: str, seen: list[str], broken: str = "") -> None:
        self.name, self.seen, self.broken = name, seen, broken

    def _note(self, what: str) -> None:
        self.seen.append(f"{what} {self.name}")
        if self.broken == what:
            raise RuntimeError(what)

    def make(self) -> bytes:
        self._note("make")
        return b"" if self.broken == "silent" else self.name.encode()

    def say(self, text: bytes) -> None:
        assert text == self.name.encode()
        self._note("say")


def sent(*clients: Client) -> None:
    async def run() -> None:
        outbox = Outbox()
        for client in (*clients, *clients):
            outbox.add(client)
        await asyncio.sleep(0)

    asyncio.run(run())


def test_everything_is_made_before_it_is_sent_once_for_each() -> None:
    seen: list[str] = []
    sent(Client("a", seen), Client("b", seen, "silent"), Client("c", seen))
    assert seen == ["make a", "make b", "make c", "say a", "say c"]


def test_many_are_told_a_portion_at_a_time() -> None:
    seen: list[str] = []
    sent(*(Client(str(number), seen) for number in range(PORTION + 1)))
    assert seen[PORTION - 1 : PORTION + 1] == [f"make {PORTION - 1}", "say 0"]
    assert seen[-2:] == [f"make {PORTION}", f"say {PORTION}"]


def test_what_fails_for_one_does_not_silence_the_others() -> None:
    seen: list[str] = []
    sent(Client("a", seen, "make"), Client("b", seen, "say"), Client("c", seen))
    assert seen == ["make a", "make b", "make c", "say b", "say c"]
