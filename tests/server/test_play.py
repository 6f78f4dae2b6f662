"""Games over websockets: with others, against bots, on one device, watched, interrupted."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import atoll
from atoll.kit.rng import below
from server.serving import Client, Served, serving


async def play_to_the_end(clients: dict[int, Client]) -> dict[str, Any]:
    """Let each client decide at random for its seat until the game is over."""
    index = 0
    while True:
        for client in clients.values():
            await client.until(max(other.frame["seq"] for other in clients.values()))
        frame = next(iter(clients.values())).frame
        if frame["status"] == "over":
            return frame
        client = clients[frame["view"]["actor"]]
        answer = await client.decide(client.legal[below(5, index, len(client.legal))])
        assert answer["ok"], answer
        await client.until(client.frame["seq"] + 1)
        index += 1


def test_two_people_play_a_game_and_a_spectator_sees_the_same_log(served: Served) -> None:
    async def run() -> None:
        tokens = [served.guest("Ada"), served.guest("Bo")]
        table = served.table(tokens[0], ["me", "open"])
        async with (
            Client(served, table, tokens[0]) as ada,
            Client(served, table, tokens[1]) as bo,
            Client(served, table) as eve,
        ):
            assert ada.frame["status"] == "gathering"
            assert (await bo.command("sit", seat=1, nonce="n"))["ok"]
            for client in (ada, bo, eve):
                await client.until(3)
            last = await play_to_the_end({0: ada, 1: bo})
            watched = await eve.until(last["seq"])
            assert watched["view"]["scores"] == last["view"]["scores"]
            assert watched["seat"] is None
            assert (ada.frame["proof"], ada.frame["view"]["over"]) == (bo.frame["proof"], True)
            record = atoll.Record.parse(served.get(f"/api/tables/{table}/record"))
            assert record.last.scores() == last["view"]["scores"]
            assert record.players == ["Ada", "Bo"]
            rematch = await ada.command("rematch")
            again = (await bo.next("frame", lambda frame: frame["rematch"] is not None))["rematch"]
            assert rematch["table"] == again
            assert (await bo.command("rematch"))["table"] == again
            assert (await eve.next("frame", lambda frame: frame["rematch"] is not None))["rematch"] == again
        # Everybody moves up by a seat, which is reserved for them.
        for token, reserved in ((tokens[0], [1]), (tokens[1], [0]), ("", [])):
            frame = served.get(f"/api/tables/{again}", token)
            assert frame["reserved"] == reserved
            assert [seat["name"] for seat in frame["seats"]] == ["Bo", "Ada"]
        eve_sits = {"type": "sit", "command": "e", "seat": 0}
        path = f"/api/tables/{again}/commands"
        assert served.refused("POST", path, eve_sits, served.guest("Eve"))[0] == 409
        assert served.post(path, {"type": "decline", "command": "b"}, tokens[1])["ok"]

    asyncio.run(run())


def test_the_record_of_a_game_replays_to_its_result(served: Served) -> None:
    async def run() -> None:
        tokens = [served.guest("Ada"), served.guest("Bo")]
        table = served.table(tokens[0], ["me", "open"], options={"setup": "expert"})
        async with Client(served, table, tokens[0]) as ada, Client(served, table, tokens[1]) as bo:
            await bo.command("sit", seat=1)
            await ada.until(3)
            await bo.until(3)
            last = await play_to_the_end({0: ada, 1: bo})
        record = atoll.Record.parse(served.get(f"/api/tables/{table}/record"))
        assert record.last.scores() == last["view"]["scores"]
        assert msgspec.to_builtins(record.last.view(None).players) == last["view"]["players"]

    asyncio.run(run())


def test_one_person_against_bots(served: Served) -> None:
    async def run() -> None:
        ada = served.guest("Ada")
        async with Client(served, served.table(ada, ["me", "greedy", "random"]), ada) as client:
            while client.frame["status"] != "over":
                if client.legal:
                    assert (await client.decide(client.legal[-1]))["ok"]
                await client.until(client.frame["seq"] + 1)
            assert client.frame["view"]["ranking"] is not None

    asyncio.run(run())


def _looks_from(seat: int, frame: dict[str, Any]) -> bool:
    return bool(frame["seat"] == seat)


def test_several_seats_on_one_device_see_one_hand_at_a_time(served: Served) -> None:
    async def run() -> None:
        ada = served.guest("Ada")
        table = served.table(ada, ["me", "me"])
        async with Client(served, table, ada) as client:
            for seat in (0, 1):
                await client.send({"type": "hello", "table": table, "seat": seat})
                frame = await client.next("frame", partial(_looks_from, seat))
                hands = [player["hand"] for player in frame["view"]["players"]]
                assert all(card["card"] is not None for card in hands[seat])
                assert all(card["card"] is None for card in hands[1 - seat])
            await client.send({"type": "hello", "table": table, "seat": 2})
            assert "not yours" in (await client.next("fault"))["error"]

    asyncio.run(run())


def test_a_client_that_comes_back_gets_what_it_missed(served: Served) -> None:
    async def run() -> None:
        tokens = [served.guest("Ada"), served.guest("Bo")]
        table = served.table(tokens[0], ["me", "open"], options={"setup": "random"})
        async with Client(served, table, tokens[0]) as ada, Client(served, table, tokens[1]) as bo:
            await bo.command("sit", seat=1)
            await ada.until(3)
            await bo.until(3)
            seen = bo.frame["seq"]
            await bo.close()
            events = 0
            while ada.frame["view"]["actor"] == 0 and events < 3:
                await ada.decide(ada.legal[-1])
                await ada.until(ada.frame["seq"] + 1)
                events += len(ada.frame["steps"])
            frame = await bo.connect(seq=seen)
            assert len(frame["steps"]) == events
            assert frame["since"] == 0
            whole = await bo.connect(seq=0)
            assert whole["steps"] == frame["steps"]
            assert whole["view"] == frame["view"]

    asyncio.run(run())


def test_a_stale_or_repeated_command_is_answered(served: Served) -> None:
    async def run() -> None:
        ada = served.guest("Ada")
        table = served.table(ada, ["me", "me"], options={"setup": "random"})
        async with Client(served, table, ada) as client:
            text, ply = client.legal[0], client.frame["ply"]
            first = await client.command("decide", command="same", ply=ply, decision=text)
            again = await client.command("decide", command="same", ply=ply, decision=text)
            assert first == again == {"type": "answer", "command": "same", "ok": True}
            stale = await client.command("decide", ply=ply, decision=text)
            assert stale["stale"]
            assert "moved on" in stale["error"]

    asyncio.run(run())


def test_a_bot_plays_for_a_late_person(served: Served) -> None:
    async def run() -> None:
        ada = served.guest("Ada")
        async with Client(served, served.table(ada, ["me", "me"], turn_seconds=1), ada) as client:
            assert client.frame["deadline"] is not None
            frame = await client.until(client.frame["seq"] + 4)
            assert frame["view"]["players"][frame["view"]["first"]]["covered"] == 4

    asyncio.run(run())


def test_invalid_messages_are_answered_and_change_nothing(served: Served) -> None:
    async def run() -> None:
        ada = served.guest("Ada")
        async with Client(served, served.table(ada, ["me", "open"]), ada) as client:
            for text in (
                "",
                "{",
                "[]",
                '{"type": "fly"}',
                '{"type": "decide"}',
                '{"type": "hello", "table": "none"}',
                "\x00",
            ):
                await client.send(text)
                assert (await client.next("fault"))["error"]
            await client.send(b"\xff\xfe")
            assert (await client.next("fault"))["error"]
            answer = await client.command("decide", ply=0, decision="take 1")
            assert "has not begun" in answer["error"]

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_a_game_survives_a_restart_and_its_bot_goes_on(backend: str, tmp_path: Path, postgres: str) -> None:
    database = str(tmp_path / "atoll.sqlite") if backend == "sqlite" else postgres

    async def before(served: Served, table: str, token: str) -> dict[str, Any]:
        async with Client(served, table, token) as client:
            for _ in range(6):
                while not client.legal:
                    await client.receive()
                await client.decide(client.legal[0])
                await client.until(client.frame["seq"] + 1)
            return client.frame

    async def after(served: Served, table: str, token: str, seen: dict[str, Any]) -> None:
        async with Client(served, table, token) as client:
            assert client.frame["seq"] >= seen["seq"]
            assert client.frame["commitment"] == seen["commitment"]
            while not client.legal:
                await client.receive()
            assert (await client.decide(client.legal[0]))["ok"]

    with serving(database, "--no-limits") as served:
        ada = served.guest("Ada")
        table = served.table(ada, ["me", "greedy"])
        watched = served.table(ada, ["greedy", "greedy"])
        seen = asyncio.run(before(served, table, ada))
        served.kill()
        served.start()
        asyncio.run(after(served, table, ada, seen))
        done = served.get(f"/api/tables/{watched}/stream").strip().split("\n")
        assert '"status":"over"' in done[-1]
