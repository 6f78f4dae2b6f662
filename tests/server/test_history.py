"""Replays show what a viewer saw, and everything once the game is over."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request

import atoll
from atoll import Record, State
from atoll.server import history, protocol
from atoll.server.entries import Created, Decided, Sat
from atoll.server.frames import frame_of
from atoll.server.limits import Bucket, Buckets
from atoll.server.requests import Problem
from atoll.server.room import Room
from atoll.server.routes import past
from atoll.server.services import Services
from atoll.server.sqlite import SQLite
from atoll.server.table import Table
from atoll.testing.sample_games import random_game
from server.serving import Served

REEF = atoll.find_game("reef")
PERSONS = ("ada", "bo", "cy")
VIEWERS = (*enumerate(PERSONS), (None, ""))


def table_of(deal: State, decisions: list[int], persons: tuple[str, ...] = PERSONS) -> Table:
    """Return a table at which these decisions were made after a deal."""
    created = Created(at=0.0, by="ada", game="reef", rules=1, seats=3, options=deal.options, secret="s")
    table = Table("t", created)
    for seat, person_id in enumerate(persons):
        table.apply(Sat(at=0.0, by=person_id, seat=seat, name=person_id))
    table.deal = table.state = deal
    for decision in decisions:
        assert table.actor is not None
        table.apply(Decided(at=0.0, seat=table.actor, decision=decision))
    return table


def played(seed: int, options: dict[str, str | bool]) -> tuple[State, list[int]]:
    """Return the deal and the decisions of a random game."""
    game = list(random_game(REEF, 3, options, seed))
    return game[0][0], [decision for _, decision, _ in game]


def replayed(table: Table, person_id: str) -> Any:
    return json.loads(protocol.encoder.encode(history.replay(table, person_id)()))


def test_a_running_game_is_replayed_as_each_seat_saw_it() -> None:
    deal, decisions = played(3, {"setup": "random"})
    table = table_of(deal, decisions[:20])
    states = list(table.record())
    for seat, person_id in VIEWERS:
        answer = replayed(table, person_id)
        assert (answer["table"], answer["game"], answer["over"]) == ("t", "reef", False)
        assert [taken["name"] for taken in answer["seats"]] == list(PERSONS)
        assert [at["view"] for at in answer["positions"]] == [
            msgspec.to_builtins(state.view(seat)) | {"legal": []} for state in states
        ]
        frame = json.loads(protocol.encoder.encode(frame_of(table, person_id, seat, 0)))
        assert [at["step"] for at in answer["positions"]] == [None, *frame["steps"]]


def test_a_finished_game_is_replayed_in_full_to_everybody() -> None:
    deal, decisions = played(3, {"hidden_scores": True})
    table = table_of(deal, decisions)
    answer = replayed(table, "")
    assert answer | {"mine": [0]} == replayed(table, "ada")
    assert answer["over"]
    assert len(answer["positions"]) == len(decisions) + 1
    for position in answer["positions"]:
        assert (position["view"]["seat"], position["view"]["legal"]) == (None, [])
        assert None not in position["view"]["scores"]
        assert all(held["card"] for player in position["view"]["players"] for held in player["hand"])
    assert answer["positions"][-1]["view"] == msgspec.to_builtins(deal.game.view_of(table.record().last, None))


def test_the_steps_are_those_of_the_replay() -> None:
    deal, decisions = played(3, {"hidden_scores": True})
    for made in (20, len(decisions)):
        table = table_of(deal, decisions[:made])
        for _, person_id in VIEWERS:
            answer = json.loads(protocol.encoder.encode(history.steps(table, person_id)()))
            assert answer["steps"] == [at["step"] for at in replayed(table, person_id)["positions"][1:]]


def look_alikes(options: dict[str, str | bool]) -> Iterator[tuple[Table, Table, int | None, str]]:
    """Yield pairs of tables that were always indistinguishable to one viewer, from moments of a random game."""
    deal, decisions = played(5, options)
    states = list(Record(deal, decisions))
    for begin in range(0, len(decisions) - 6, 5):
        for seat, person_id in VIEWERS:
            table = table_of(states[begin], [])
            other = table_of(states[begin].hide(seat).fill(begin), [])
            for decision in decisions[begin : begin + 6]:
                if other.state != table.state:
                    yield table, other, seat, person_id
                assert table.state is not None
                assert other.state is not None
                seen = table.state.play(decision).hide(seat)
                if decision not in other.state.legal() or other.state.play(decision).hide(seat) != seen:
                    break
                for one in (table, other):
                    one.apply(Decided(at=0.0, seat=one.actor or 0, decision=decision))


@pytest.mark.parametrize("options", [{}, {"hidden_scores": True}, {"setup": "random"}])
def test_replays_of_a_running_game_do_not_depend_on_hidden_information(options: dict[str, str | bool]) -> None:
    compared = 0
    for table, other, _, person_id in look_alikes(options):
        compared += len(table.decisions) > 0
        one, two = (protocol.encoder.encode(history.replay(found, person_id)()) for found in (table, other))
        assert one == two
    assert compared > 100


def test_http_gives_a_replay_once_the_game_has_begun(served: Served) -> None:
    ada = served.guest("Ada")
    waiting = served.table(ada, ["me", "open"])
    status, sentence = served.refused("GET", f"/api/tables/{waiting}/replay")
    assert (status, "has not begun" in sentence) == (409, True)
    assert served.refused("GET", "/api/tables/nonesuch/replay")[0] == 404
    table = served.table(ada, ["me", "me"], options={"setup": "random"})
    mine, public = (served.get(f"/api/tables/{table}/replay", token) for token in (ada, ""))
    assert served.get(f"/api/tables/{table}/steps", ada) == {"steps": []}
    frame = served.get(f"/api/tables/{table}", ada)
    assert mine["positions"] == [{"view": frame["view"] | {"legal": []}, "step": None}]
    assert public["positions"][0]["view"]["seat"] is None
    assert not any(held["card"] for player in public["positions"][0]["view"]["players"] for held in player["hand"])


def test_a_card_is_explained_now_earlier_and_after_a_decision() -> None:
    deal, decisions = played(3, {"setup": "random"})
    table = table_of(deal, decisions[:40])
    states = list(table.record())
    scored = 0
    for number, state in enumerate(states):
        for seat in range(3):
            for card in ("1", "31", "55"):
                answer = json.loads(history.explain(table, "bo", card, seat=seat, decisions=number))
                assert answer == msgspec.to_builtins(REEF.explain(state.hide(1), seat, card))
                scored += answer["points"]
    assert scored > 0
    assert history.explain(table, "bo", "9") == history.explain(table, "", "9", seat=1, decisions=40)
    assert history.explain(table, "", "9") == history.explain(table, "ada", "9", seat=0)
    actor = table.actor
    assert actor is not None
    for choice in states[-1].view(actor).legal:
        after = states[-1].hide(actor).play(choice.decision)
        for card in ("1", "31", "60"):
            answer = json.loads(history.explain(table, PERSONS[actor], card, after=choice.text))
            assert answer == msgspec.to_builtins(REEF.explain(after, actor, card))


@pytest.mark.parametrize("decisions", [None, 40])
def test_the_present_position_is_explained_without_a_replay(
    decisions: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, made = played(3, {"setup": "random"})
    table = table_of(deal, made[:40])
    expected = msgspec.to_builtins(REEF.explain(table.record().last.hide(1), 1, "31"))
    monkeypatch.setattr(history, "Record", None)
    assert json.loads(history.explain(table, "bo", "31", seat=1, decisions=decisions)) == expected


def test_explanations_have_a_rate_limit(tmp_path: Path) -> None:
    services = Services(SQLite(tmp_path / "never opened"))
    services.hub.rooms["t"] = Room(table_of(*played(3, {"setup": "random"})))
    scope = {"type": "http", "path_params": {"table": "t"}, "query_string": b"about=1", "headers": []}
    scope["client"] = ("192.0.2.7", 1)
    limit = Buckets("explanations")
    limit.buckets["192.0.2.7"] = bucket = Bucket("explanations")
    services.buckets["explanations"] = limit
    assert asyncio.run(past.explain(services, Request(scope))).status_code == 200
    bucket.level, bucket.rate = 0.0, 0.0
    with pytest.raises(Problem, match="too many explanations") as refused:
        asyncio.run(past.explain(services, Request(scope)))
    assert refused.value.status == 429


def test_a_person_with_several_seats_gets_the_explanation_of_the_actor() -> None:
    deal, decisions = played(3, {"setup": "random"})
    table = table_of(deal, decisions[:40], persons=("ada", "ada", "ada"))
    for number, state in enumerate(table.record()):
        actor = state.actor
        assert actor is not None
        text = state.view(actor).legal[0].text
        after = state.hide(actor).play(state.legal()[0])
        answer = history.explain(table, "ada", "1", seat=actor, after=text, decisions=number)
        assert json.loads(answer) == msgspec.to_builtins(REEF.explain(after, actor, "1"))


def test_an_explanation_is_refused_in_one_sentence() -> None:
    deal, decisions = played(3, {"setup": "random"})
    table, finished = table_of(deal, decisions[:7]), table_of(deal, decisions)
    assert table.state is not None
    actor = table.state.actor or 0
    mine = table.state.view(actor).legal[0].text
    for refused, person_id, asked, sentence in (
        (table, "ada", {"about": "61"}, "a topic is a card from 1 to 60"),
        (table, "ada", {"about": ""}, "nothing to explain about ''"),
        (table, "ada", {"about": "017"}, "nothing to explain about '017'"),
        (table, "ada", {"about": "1", "seat": 3}, "seat must be a whole number from 0 to 2"),
        (table, "ada", {"about": "1", "decisions": 8}, "decisions must be from 0 to 7"),
        (table, PERSONS[actor], {"about": "1", "after": "nonsense"}, "'nonsense'"),
        (table, PERSONS[actor], {"about": "1", "after": "r a1"}, "red can't go on a1"),
        (table, PERSONS[actor - 1], {"about": "1", "after": mine}, f"it is seat {actor}'s turn there"),
        (table, "", {"about": "1", "after": mine}, f"it is seat {actor}'s turn there"),
        (finished, "ada", {"about": "1", "after": mine}, "the game is over"),
    ):
        with pytest.raises(atoll.AtollError, match=re.escape(sentence)):
            history.explain(refused, person_id, **asked)
    assert history.explain(finished, "", "1", after=mine, decisions=7)


@pytest.mark.parametrize("options", [{}, {"hidden_scores": True}, {"setup": "random"}])
def test_explanations_do_not_depend_on_hidden_information(
    options: dict[str, str | bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Real explanations use only boards, which hide nothing: make them return everything that they get.
    monkeypatch.setattr(
        REEF.show,
        "explanation",
        lambda _, array, seat, __, about: protocol.encoder.encode([array.tobytes(), seat, about]),
    )
    compared = 0
    for table, other, seat, person_id in look_alikes(options):
        assert table.state is not None
        tries = ["", "play 9", "top 1", *(choice.text for choice in table.state.view(seat).legal[:4])]
        for after in tries:
            for about in ("1", "31", "55", "x"):
                compared += 1
                assert explained(other, person_id, about, after) == explained(table, person_id, about, after)
    assert compared > 1000


def explained(table: Table, person_id: str, about: str, after: str) -> str:
    try:
        return history.explain(table, person_id, about, after=after).decode()
    except atoll.AtollError as refusal:
        return str(refusal)


def test_http_gives_an_explanation(served: Served) -> None:
    ada = served.guest("Ada")
    waiting = served.table(ada, ["me", "open"])
    assert served.refused("GET", f"/api/tables/{waiting}/explain?about=1")[0] == 409
    table = served.table(ada, ["me", "me"], options={"setup": "random"})
    path = f"/api/tables/{table}/explain"
    play = next(
        choice for choice in served.get(f"/api/tables/{table}", ada)["view"]["legal"] if choice["kind"] == "play"
    )
    answer = served.get(f"{path}?about=31&seat=1&decisions=0&after={play['text'].replace(' ', '+')}", ada)
    assert (answer["about"], set(answer)) == ("31", {"topic", "about", "points", "spaces"})
    for query, sentence in (
        ("about=coral", "'coral'"),
        ("about=1&seat=x", "seat"),
        ("about=1&decisions=-1", "decisions"),
    ):
        status, refusal = served.refused("GET", f"{path}?{query}", token=ada)
        assert (status, sentence in refusal) == (400, True)
