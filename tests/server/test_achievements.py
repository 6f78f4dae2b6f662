"""Awards of finished games belong to a person, and survive restarts."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import atoll
from atoll.server.achievements import achievement_sheets, awards, awards_from_log
from atoll.server.entries import Agreed, AnyEntry, Asked, Created, Decided, Left, Sat, Undone
from atoll.server.store import Award
from atoll.server.table import Table
from faults.playing import until
from server.serving import FORMER_NAMES, Served, serving

SEA = atoll.find_game("shallow_sea")
RULE: dict[str, str | bool] = {"modified": "6"}  # every finished game with this rule earns an achievement


def log(seats: int, by: list[str]) -> list[AnyEntry]:
    """Return the log of a finished game of Shallow Sea with these persons on its seats."""
    created = Created(at=0.0, by=by[0], game="shallow_sea", rules=1, seats=seats, options=RULE, secret="s")
    entries: list[AnyEntry] = [created]
    entries += [Sat(at=0.0, by=person_id, seat=seat, name=person_id) for seat, person_id in enumerate(by)]
    state = table_from("t", entries).state
    assert state is not None
    while state.actor is not None:
        decision = state.legal()[-1]
        entries.append(Decided(at=1.0, seat=state.actor, decision=decision))
        state = state.play(decision)
    return entries


def table_from(table_id: str, entries: list[Any]) -> Table:
    table = Table(table_id, entries[0])
    for entry in entries[1:]:
        table.apply(entry)
    return table


def test_every_person_at_the_table_earns_once_even_with_several_seats() -> None:
    entries = log(3, ["ada", "bo", "ada"])
    table = table_from("t", entries)
    assert table.state is not None
    assert table.state.over
    assert awards(table, table.state) == [("ada", "modified.6"), ("bo", "modified.6")]
    assert awards_from_log("t", entries) == [("ada", "modified.6"), ("bo", "modified.6")]


def test_a_person_with_several_seats_earns_for_the_first_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SEA.part("achievements"), "earned", lambda _state, seat: [f"standard.{seat}"])
    table = table_from("t", log(3, ["bo", "ada", "ada"]))
    assert table.state is not None
    assert awards(table, table.state) == [("bo", "standard.0"), ("ada", "standard.1")]


@pytest.mark.parametrize("how", ["late", "away"])
def test_a_seat_that_a_bot_has_decided_for_earns_nothing(how: str) -> None:
    entries = log(2, ["ada", "bo"])
    number = next(number for number, entry in enumerate(entries) if isinstance(entry, Decided) and entry.seat == 1)
    decided = entries[number]
    assert isinstance(decided, Decided)
    if how == "late":
        entries[number] = msgspec.structs.replace(decided, stand_in=True)
    else:
        entries.insert(number + 1, Sat(at=1.0, by="bo", seat=1, name="bo"))
        entries.insert(number, Left(at=1.0, by="bo", seat=1))
    assert awards_from_log("t", entries) == [("ada", "modified.6")]
    assert [seat.stand_in for seat in table_from("t", entries).shown_seats] == [False, True]


def test_a_person_who_left_or_came_after_the_end_earns_nothing() -> None:
    entries = log(2, ["ada", "bo"])
    left = Left(at=1.0, by="bo", seat=1)
    late = Sat(at=2.0, by="eve", seat=1, name="Eve")
    assert awards_from_log("t", [*entries[:-1], left, entries[-1], late]) == [("ada", "modified.6")]
    with pytest.raises(ValueError, match="not over"):
        awards_from_log("t", entries[:-1])


def test_a_game_without_achievements_has_none() -> None:
    created = Created(at=0.0, by="ada", game="reef", rules=1, seats=2, options={}, secret="s")
    sat = [Sat(at=0.0, by="ada", seat=seat, name="Ada") for seat in range(2)]
    table = table_from("t", [created, *sat])
    assert table.state is not None
    assert awards(table, table.state) is None


def test_a_sheet_has_every_achievement_the_first_game_and_the_title() -> None:
    names = SEA.part("achievements").ACHIEVEMENTS
    mine = [Award("shallow_sea", name, f"t{number}", number, 1 + number % 2) for number, name in enumerate(names[:20])]
    (sheet,) = achievement_sheets([*mine, Award("reef", "x.1", "t", 1.0, 1)])
    assert (sheet["game"], sheet["earned"], sheet["title"]) == ("shallow_sea", 20, "reef_discoverer")
    assert [title["least"] for title in sheet["titles"]] == [10, 20, 30, 40, 50]
    assert [one["name"] for one in sheet["achievements"]] == list(names)
    assert sheet["achievements"][3] == {
        "name": "scenario.4", "asks": {"level": "easy", "points": 155}, "times": 2,
        "first": {"table": "t3", "finished": 3},
    }  # fmt: skip
    assert sheet["achievements"][20] == {"name": "standard.6", "asks": {}, "times": 0, "first": None}


# Over HTTP


def play(served: Served, token: str) -> str:
    """Play a solo game with the modified rule to its end."""
    table = served.table(token, ["me"], game="shallow_sea", options=RULE)
    path = f"/api/tables/{table}"
    while (frame := served.get(path, token))["status"] == "playing":
        texts = [choice["text"] for choice in frame["view"]["legal"]]
        plain = [text for text in texts if text.split()[0] not in ("lionfish", "refresh", "combine", "move")]
        command = {"type": "decide", "command": str(frame["ply"]), "ply": frame["ply"], "decision": (plain or texts)[0]}
        served.post(f"{path}/commands", command, token)
    return table


def mine(served: Served, token: str) -> dict[str, Any]:
    """Return the achievements that a person has, by name."""
    (sheet,) = served.get("/api/me/achievements", token)
    found = {one["name"]: one for one in sheet["achievements"] if one["times"]}
    assert sheet["earned"] == len(found)
    return found


@pytest.mark.slow
def test_achievements_survive_a_restart_and_follow_the_key(tmp_path: Path) -> None:
    with serving(tmp_path / "a.sqlite", "--no-limits") as served:
        ada, bo = served.guest("Ada"), served.guest("Bo")
        assert mine(served, ada) == {}
        table = play(served, ada)
        served.kill()
        served.start()
        first = mine(served, ada)
        assert list(first) == ["modified.6"]
        assert (first["modified.6"]["times"], first["modified.6"]["first"]["table"]) == (1, table)
        assert first["modified.6"]["first"]["finished"] == pytest.approx(time.time(), abs=120)
        play(served, ada)
        kept = mine(served, ada)["modified.6"]
        assert (kept["times"], kept["first"]) == (2, first["modified.6"]["first"])
        assert mine(served, served.post("/api/me/key", token=ada)["key"])["modified.6"] == kept
        assert mine(served, bo) == {}
        exported = served.get("/api/me/export", ada)["achievements"]
        assert exported == [{"game": "shallow_sea", "name": "modified.6", "times": 2, **kept["first"]}]
        assert served.refused("GET", "/api/me/achievements")[0] == 401
        assert {game["id"]: game["achievements"] for game in served.get("/api/games")}["shallow_sea"]

        # At its start a server computes the awards of games that ended before the database had awards.
        served.kill()
        with sqlite3.connect(served.database) as database:
            for statement in FORMER_NAMES:
                database.execute(statement)
            database.execute("DROP TABLE achievement")
            for column in ("judged", "summary", "summarized"):
                database.execute(f"ALTER TABLE game DROP COLUMN {column}")
            database.execute("PRAGMA user_version = 1")
        served.start()
        asyncio.run(until(lambda: mine(served, ada) == {"modified.6": kept}))


@pytest.mark.parametrize("seen", [False, True])
def test_undoing_a_reveal_is_practice_and_earns_nothing(seen: bool) -> None:
    """In a solo game: a decision that revealed something is undone, or one that did not."""
    entries = log(1, ["ada"])
    start = next(number for number, entry in enumerate(entries) if isinstance(entry, Decided))
    table, decisions = table_from("t", entries[:start]), entries[start:]
    assert table.state is not None
    for number, entry in enumerate(decisions):
        assert isinstance(entry, Decided)
        revealed = table.state.reveals(entry.decision)
        table.apply(entry)
        if revealed == seen and not table.state.over:
            back: list[AnyEntry] = [*entries[: start + number + 1], Undone(at=1.0, by="ada", kept=number)]
            break
    else:
        raise AssertionError("no such decision")
    full = [*back, *decisions[number:]]
    after = table_from("t", full)
    assert awards_from_log("t", full) == ([] if seen else [("ada", "modified.6")])
    assert [seat.practice for seat in after.shown_seats] == [seen]
    assert [notice.kind for notice in after.notices].count("practice") == seen


def test_a_takeback_by_consent_is_not_practice() -> None:
    entries = log(2, ["ada", "bo"])
    start = next(number for number, entry in enumerate(entries) if isinstance(entry, Decided))
    kept = len(entries) - start - 5
    first = entries[start + kept]
    assert isinstance(first, Decided)
    asked: list[AnyEntry] = [
        Asked(at=1.0, by="ada", seat=0, kept=kept),
        Agreed(at=1.0, by="bo", seat=1, agree=True),
    ]
    full = [*entries[:-2], *asked, *entries[start + kept :]]
    assert awards_from_log("t", full) == [("ada", "modified.6"), ("bo", "modified.6")]
