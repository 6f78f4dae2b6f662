"""Guests, tables and limits over HTTP."""

import asyncio
import contextlib
import itertools
import json
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
import websockets

import atoll
from atoll.cli import main
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.kit.locale import LANGUAGES
from atoll.server.auth import token_hash
from atoll.server.limits import Bucket, Buckets
from server.serving import Client, Served, serving


def test_a_guest_gets_a_cookie_a_name_and_a_key_for_another_device(served: Served) -> None:
    with urllib.request.urlopen(urllib.request.Request(served.base + "/api/me", b"", method="POST")) as answer:
        cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = cookie.split(";")[0].partition("=")[2]
    assert served.post("/api/me", token=token)["name"] == ""
    assert served.post("/api/me/name", {"name": " Ada  L "}, token)["name"] == "Ada L"
    key = served.post("/api/me/key", token=token)["key"]
    assert key != token
    again = served.post("/api/me/redeem", {"key": key})
    assert again == served.post("/api/me", token=key) == served.post("/api/me", token=token)


def test_only_hashes_of_tokens_are_stored(served: Served) -> None:
    token = served.guest("Ada")
    with sqlite3.connect(served.database) as database:
        dump = "\n".join(database.iterdump())
    assert token not in dump
    assert token_hash(token) in dump


def test_my_tables_are_listed(served: Served) -> None:
    ada, bo = served.guest("Ada"), served.guest("Bo")
    table = served.table(ada, ["me", "open"])
    assert [row["table"] for row in served.get("/api/me/tables", ada)] == [table]
    assert served.get("/api/me/tables", bo) == []
    served.post(f"/api/tables/{table}/commands", {"type": "sit", "command": "s", "seat": 1}, bo)
    assert [row["table"] for row in served.get("/api/me/tables", bo)] == [table]


def test_a_finished_game_becomes_a_record(served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ada = served.guest("Ada")
    table = served.table(ada, ["greedy", "random"])
    done = served.get(f"/api/tables/{table}/stream").strip().split("\n")
    assert '"status":"over"' in done[-1]
    text = served.get(f"/api/tables/{table}/record")
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    record = atoll.Record.read(path)
    assert record.last.over
    main(["verify", str(path)])
    assert "the deal is fair" in capsys.readouterr().out
    assert table in [row["table"] for row in served.get("/api/finished")]
    path.write_text(text.replace('secret = "', 'secret = "0'), encoding="utf-8")
    with pytest.raises(SystemExit) as exited:
        main(["verify", str(path)])
    assert exited.value.code == 2


def test_an_export_has_records_of_finished_games_only(served: Served) -> None:
    ada = served.guest("Ada")
    served.table(ada, ["me", "open"])
    exported = served.get("/api/me/export", ada)
    assert exported["name"] == "Ada"
    assert [game["record"] for game in exported["games"]] == [None]


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        ({"game": "chess", "seats": ["me", "open"]}, "there is no game 'chess'"),
        ({"game": "reef", "seats": ["me"]}, "2 to 4 players"),
        ({"game": "reef", "seats": ["me", "clever"]}, "there is no bot 'clever'"),
        ({"game": "reef", "seats": ["me", "open"], "options": {"setup": "odd"}}, "option setup"),
        ({"game": "reef", "seats": ["me", "open"], "options": {"odd": "x"}}, "no option 'odd'"),
        ({"game": "reef", "seats": ["me", "open"], "edition": "x"}, "edition"),
        ({"game": "reef", "seats": ["me", "open"], "turn_seconds": -1}, "turn_seconds"),
        ({"game": "reef", "seats": ["me", "me"], "names": ["Ada"]}, "one for each of the 2 seats"),
        ({"game": "reef", "seats": ["me", "me"], "names": ["Ada", "x" * 33]}, "names"),
        ({"game": "reef", "seats": ["me", "open"], "colour": "red"}, "unknown field `colour`"),
        ({"game": 3, "seats": ["me", "open"]}, "Expected `str`"),
        ({"seats": ["me", "open"]}, "missing required field `game`"),
        (b"{", "can't be understood"),
    ],
)
def test_an_invalid_new_table_is_refused_with_the_reason(served: Served, wanted: object, named: str) -> None:
    status, sentence = served.refused("POST", "/api/tables", wanted, served.guest("Ada"))
    assert status == 400
    assert named in sentence


def test_strangers_and_pages_of_other_origins_are_refused(served: Served) -> None:
    ada, bo = served.guest("Ada"), served.guest("Bo")
    table = served.table(ada, ["me", "open"])
    assert served.refused("POST", "/api/tables", {"game": "reef", "seats": ["me", "open"]})[0] == 401
    assert served.refused("GET", "/api/me/tables", token="nonsense")[0] == 401
    assert served.refused("POST", "/api/me/redeem", {"key": "x"})[0] == 404
    assert served.refused("POST", "/api/me", {"name": "Eve"}, Origin="http://evil.example")[0] == 403
    assert served.refused("GET", "/api/tables/nonesuch")[0] == 404
    assert served.refused("GET", f"/api/tables/{table}/record")[0] == 409
    assert served.refused("POST", f"/api/tables/{table}/seats/1/bot", {"name": "B"}, bo)[0] == 403
    assert served.refused("POST", f"/api/tables/{table}/seats/0/bot", {"name": "B"}, ada)[0] == 409
    assert served.refused("POST", "/api/tables", b"x" * 20_000, ada)[0] == 413

    async def connect_from_elsewhere() -> None:
        await websockets.connect(
            served.base.replace("http", "ws") + "/ws", origin=websockets.Origin("http://evil.example")
        )

    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(connect_from_elsewhere())


def test_tables_and_persons_can_be_exported(served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = served.table(served.guest("Exported"), ["me", "open"])
    main(["export", str(tmp_path / "all.jsonl"), "--database", served.database])
    assert "persons are written to" in capsys.readouterr().out
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any(line.get("name") == "Exported" for line in lines)
    log = next(line["log"] for line in lines if line.get("table") == table)
    assert [entry["type"] for entry in log] == ["created", "sat"]
    assert [path.name for path in tmp_path.iterdir()] == ["all.jsonl"]


def test_health_and_metrics(served: Served) -> None:
    assert served.get("/healthz") == {"ok": True}
    text = served.get("/metrics")
    for name in ("tables", "connections", "decisions_total", "append_seconds_count", "bot_queue"):
        assert f"atoll_{name} " in text


def test_the_games_and_their_options_are_listed(served: Served) -> None:
    reef = next(game for game in served.get("/api/games") if game["id"] == "reef")
    assert (reef["min_players"], reef["max_players"]) == (2, 4)
    assert [option["name"] for option in reef["options"]] == ["setup", "mirror_patterns", "hidden_scores"]
    assert reef["minutes"] == 30
    assert reef["bots"] == list(LEVEL_NAMES)
    sea = next(game for game in served.get("/api/games") if game["id"] == "shallow_sea")
    creatures = next(option for option in sea["options"] if option["name"] == "creatures")
    assert (len(creatures["members"]), creatures["size"]) == (22, 10)
    assert sea["presets"]["family"]["mode"] == "family"


def test_advice_about_options_is_given_before_a_table_is_opened(served: Served) -> None:
    path = "/api/games/shallow_sea/advice"
    assert served.get(path) == {"idle": ["first_player"], "advice": []}
    assert served.get(f"{path}?seats=2&scenario=3&matching_fish=yes")["idle"] == ["creatures", "orange", "blue"]
    many = served.get(f"{path}?seats=2&creatures=A1%2BA2%2BA3%2BB1%2BB2%2BC1%2BC2%2BC3%2BD1%2BF1")
    assert many["advice"] == [{"key": "many", "group": "A", "most": 2, "count": 3}]
    assert served.get("/api/games/reef/advice?seats=2") == {"idle": [], "advice": []}
    for wrong in ("seats=5", "seats=x", "odd=1", "creatures=A1%2BA2"):
        assert served.refused("GET", f"{path}?{wrong}")[0] == 400
    assert served.refused("GET", "/api/games/chess/advice")[0] == 404


def test_components_are_data_of_the_game_or_of_a_table(served: Served) -> None:
    standard = served.get("/api/games/reef/components")
    assert standard["edition"] == "standard"
    assert [card["id"] for card in standard["items"]] == list(range(1, 61))
    ada = served.guest("Ada")
    assert served.get(f"/api/tables/{served.table(ada, ['me', 'open'])}/components") == standard
    text = atoll.find_game("reef").standard.text.replace('edition = "standard"', 'edition = "mine"')
    own = text.replace("points = 5", "points = 7")
    mine = served.get(f"/api/tables/{served.table(ada, ['me', 'open'], edition=own)}/components")
    assert mine["edition"].startswith("mine@")
    assert {7} == {new["points"] for old, new in zip(standard["items"], mine["items"], strict=True) if old != new}
    status, sentence = served.refused("GET", "/api/games/chess/components")
    assert (status, "there is no game 'chess'" in sentence) == (404, True)
    assert served.refused("GET", "/api/tables/nonesuch/components")[0] == 404


def test_the_words_of_a_game_are_served_in_every_language(served: Served) -> None:
    reef = atoll.find_game("reef")
    assert served.get("/api/games/reef/words") == reef.words("en").texts
    for language in LANGUAGES:
        assert served.get(f"/api/games/reef/words?language={language}") == reef.words(language).texts
    for wrong in ("de", "", "../en"):
        status, sentence = served.refused("GET", f"/api/games/reef/words?language={wrong}")
        assert (status, sentence) == (400, f"language must be one of {', '.join(LANGUAGES)}, not {wrong!r}")
    assert served.refused("GET", "/api/games/chess/words")[0] == 404


@pytest.mark.parametrize(
    ("path", "data", "headers", "status"),
    [
        ("/api/me", {"name": "a\0b"}, {}, 400),
        ("/api/me", {"name": "\x07"}, {}, 400),
        ("/api/me", {"name": "Eve"}, {"Origin": "http://["}, 403),
        ("/api/tables", {"game": "reef", "seats": ["me", "me"], "nonce": "a\n"}, {}, 400),
        ("/api/tables", {"game": "reef", "seats": ["me", "me"], "ticket": "abcdefghjkmn\n"}, {}, 400),
        ("/api/tables", {"game": "shallow_sea", "seats": ["me"], "turn_seconds": 60}, {}, 400),
        ("/api/tables/%00/commands", {"type": "leave", "command": "l", "seat": 0}, {}, 404),
        (f"/api/tables/{'1' * 40}/commands", {"type": "leave", "command": "l", "seat": 0}, {}, 404),
        ("/api/tables/abc/seats/1/bot", {"name": "x"}, {}, 404),
    ],
)
def test_invalid_input_is_refused_with_a_sentence(
    served: Served, path: str, data: dict[str, object], headers: dict[str, str], status: int
) -> None:
    token = "" if path == "/api/me" else served.guest("Ada")
    found, sentence = served.refused("POST", path, data, token, **headers)
    assert found == status
    assert sentence


def test_a_seat_is_a_number(served: Served) -> None:
    ada = served.guest("Ada")
    table = served.table(ada, ["me", "open"])
    for seat in ("one", "-1", "1" * 5000, "%C2%B2"):
        assert served.refused("POST", f"/api/tables/{table}/seats/{seat}/bot", {"name": "x"}, ada)[0] == 400


def _granted(ask: Callable[[], object]) -> tuple[int, float, str]:
    """Repeat a request until it is refused; return how often it was granted, in how many seconds, and the refusal."""
    begun = time.monotonic()
    for times in itertools.count():
        try:
            ask()
        except urllib.error.HTTPError as error:
            with error:
                return times, time.monotonic() - begun, f"{error.code} {json.loads(error.read())['error']}"
    raise AssertionError


def test_rate_limits_apply_to_each_guest_and_address_separately(tmp_path: Path) -> None:
    with serving(tmp_path / "limited.sqlite") as served:
        ada, bo = served.guest("Ada"), served.guest("Bo")
        opened = served.table(ada, ["me", "open"])
        times, seconds, sentence = _granted(lambda: served.table(ada, ["me", "open"]))
        assert 19 <= times <= 20 + 0.2 * seconds
        assert sentence.startswith("429 too many new tables")
        assert served.table(bo, ["me", "open"])
        times, seconds, sentence = _granted(lambda: served.guest("crowd"))
        assert 48 <= times <= 50 + seconds
        assert sentence.startswith("429 too many new guests")
        asyncio.run(_exceed_the_chat_limit(served, opened, ada))
        asyncio.run(_send_too_long_a_message(served, opened, ada))


def test_full_buckets_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr("atoll.server.limits.time.monotonic", lambda: clock)
    monkeypatch.setattr("atoll.server.limits.MAX_BUCKETS", 10)
    buckets = Buckets("chats")
    for person in range(11):
        buckets.take(f"old {person}")
    clock += 1000.0
    for _ in range(6):
        assert buckets.take("loud")
    assert not buckets.take("loud")
    assert set(buckets.buckets) == {"loud"}
    for person in range(11):
        buckets.take(f"new {person}")
    assert not buckets.take("loud")


def test_a_bucket_refills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr("atoll.server.limits.time.monotonic", lambda: clock)
    bucket = Bucket("chats")
    assert [bucket.take() for _ in range(8)] == [True] * 6 + [False] * 2
    clock += 2.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock += 1000.0
    assert [bucket.take() for _ in range(8)] == [True] * 6 + [False] * 2


async def _closed_after(client: Client, message: dict[str, str], times: int) -> tuple[int, str]:
    """Send a message repeatedly until the server closes the connection; return its code and reason."""
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(times):
            await client.send(message)
        while True:
            await client.receive()
    assert client.socket is not None
    assert client.socket.close_code is not None
    return client.socket.close_code, client.socket.close_reason or ""


async def _exceed_the_chat_limit(served: Served, table: str, token: str) -> None:
    client = Client(served, table, token)
    async with client:
        accepted = [(await client.command("chat", text="hi"))["ok"] for _ in range(6)]
        assert accepted == [True] * 6
        while (await client.command("chat", text="hi"))["ok"]:
            pass
        assert await _closed_after(client, {"type": "nonsense"}, times=300) == (4029, "too many messages")


async def _send_too_long_a_message(served: Served, table: str, token: str) -> None:
    async with Client(served, table, token) as client, Client(served, table) as watcher:
        code, reason = await _closed_after(client, {"type": "chat", "command": "x", "text": "y" * 20_000}, times=1)
        assert code == 1009
        assert reason
        await watcher.send({"type": "hello", "table": table})
        assert (await watcher.next("frame"))["table"] == table


def test_with_a_ticket_the_deal_is_committed_to_before_the_nonce(served: Served) -> None:
    ada = served.guest("Ada")
    ticket = served.get("/api/ticket")
    table = served.table(ada, ["me", "me"], ticket=ticket["ticket"], nonce="mine")
    assert table == ticket["ticket"]
    assert served.get(f"/api/tables/{table}", ada)["commitment"] == ticket["commitment"]
    wanted = {"game": "reef", "seats": ["me", "me"], "ticket": ticket["ticket"]}
    status, sentence = served.refused("POST", "/api/tables", wanted, ada)
    assert (status, "was used already" in sentence) == (400, True)
    assert served.refused("POST", "/api/tables", wanted | {"ticket": "../etc"}, ada)[0] == 400


def test_each_seat_of_a_shared_device_may_have_a_name(served: Served) -> None:
    ada = served.guest("Ada")
    table = served.table(ada, ["me", "open", "me", "me"], names=["", "nobody", " Tante  Jo ", ""])
    seats = served.get(f"/api/tables/{table}", ada)["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "", "Tante Jo", "Ada"]


def test_names_are_not_blank_and_nonces_are_ascii(served: Served) -> None:
    assert served.refused("POST", "/api/me", {"name": "   "})[0] == 400
    ada = served.guest("  Ada   L ")
    assert served.post("/api/me", token=ada)["name"] == "Ada L"
    wanted = {"game": "reef", "seats": ["me", "open"], "nonce": "a\nb"}
    assert served.refused("POST", "/api/tables", wanted, ada)[0] == 400


def test_expensive_requests_have_rate_limits(tmp_path: Path) -> None:
    with serving(tmp_path / "limited.sqlite") as served:
        ada, bo = served.guest("Ada"), served.guest("Bo")
        replay = f"/api/tables/{served.table(ada, ['me', 'me'])}/replay"
        for ask, at_once, a_second, called in (
            (lambda: served.post("/api/me/key", token=ada), 10, 0.05, "new keys"),
            (lambda: served.get("/api/me/export", token=ada), 5, 0.05, "exports"),
            (lambda: served.get(replay, token=ada), 30, 1.0, "replays"),
        ):
            times, seconds, sentence = _granted(ask)
            assert at_once <= times <= at_once + a_second * seconds
            assert sentence == f"429 too many {called}, wait a little"
        assert served.get("/api/me/export", token=bo)["name"] == "Bo"


def test_commands_over_http_have_a_rate_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "limited.sqlite") as served:
        ada = served.guest("Ada")
        path = f"/api/tables/{served.table(ada, ['me', 'open'])}/commands"
        for number in range(6):
            served.post(path, {"type": "chat", "command": str(number), "text": "hi"}, ada)
        status, sentence = served.refused("POST", path, {"type": "chat", "command": "7", "text": "hi"}, ada)
        assert (status, sentence) == (409, "too many chat messages, wait a little")
