"""Two tables that differ only in what somebody may not know send that somebody the same bytes."""

import json
from typing import Any

import atoll
from atoll import State
from atoll.server import protocol
from atoll.server.entries import Created, Sat
from atoll.server.knowledge import Knowledge
from atoll.server.protocol import Answer, Decide
from atoll.server.table import Table, Who
from conformance.playing import random_game

REEF = atoll.game("reef")
PERSONS = ("ada", "bo", "cy")


def table_at(state: State, before: State | None, decision: int | None, options: dict[str, str | bool]) -> Table:
    """Return a table that stands at a position, as if its game had led there."""
    created = Created(at=0.0, by="ada", game="reef", rules=1, seats=3, options=options, secret="s")
    table = Table("t", created)
    for seat, person in enumerate(PERSONS):
        table.apply(Sat(at=0.0, by=person, seat=seat, name=person))
    table.deal = table.state = state
    if before is not None and decision is not None:
        table.decisions, table.decided_at = [decision], [table.seq]
    table.knowledge = Knowledge()
    if before is not None:
        table.knowledge.recent = [before]
    return table


def sent(table: Table, person: str, seat: int | None, after_seq: int) -> bytes:
    return protocol.encoder.encode(table.frame(person, seat, after_seq))


def test_frames_are_the_same_bytes_whatever_is_hidden() -> None:
    compared = 0
    variants: list[dict[str, str | bool]] = [{}, {"hidden_scores": True}, {"setup": "expert"}]
    for seed, options in enumerate(variants):
        full = REEF.resolve(options)
        for index, (state, decision, after) in enumerate(random_game(REEF, 3, options, seed)):
            if index % 9:
                continue
            for seat, person in (*enumerate(PERSONS), (None, "")):
                table = table_at(state, None, None, full)
                for guess in range(2):
                    rival = state.hide(seat).fill(guess)
                    other = table_at(rival, None, None, full)
                    assert sent(other, person, seat, 99) == sent(table, person, seat, 99)
                    if decision in rival.legal() and rival.play(decision).hide(seat) == after.hide(seat):
                        compared += 1
                        moved = table_at(after, state, decision, full)
                        rival_moved = table_at(rival.play(decision), rival, decision, full)
                        assert sent(rival_moved, person, seat, 1) == sent(moved, person, seat, 1)
    assert compared > 50


def test_refusals_are_the_same_whatever_is_hidden() -> None:
    options = REEF.resolve({"setup": "random"})
    state = REEF.deal(3, 5, options)
    seat = 0 if state.actor != 0 else 1
    for guess in range(5):
        rival = state.hide(seat).fill(guess)
        answers: list[Any] = []
        for position in (state, rival):
            table = table_at(position, None, None, options)
            for text in ("play 1", "take 1", "top 60", "r a1", "x"):
                command = Decide(command="c", ply=table.ply, decision=text)
                answer = table.propose(command, Who(PERSONS[seat], "n"), 0.0)
                assert isinstance(answer, Answer)
                answers.append(protocol.encoder.encode(answer))
        assert answers[: len(answers) // 2] == answers[len(answers) // 2 :]


def test_no_frame_holds_the_secret_before_the_end() -> None:
    state = REEF.deal(3, 5)
    table = table_at(state, None, None, REEF.resolve({}))
    for seat, person in (*enumerate(PERSONS), (None, "")):
        frame = json.loads(sent(table, person, seat, 0))
        assert frame["proof"] is None
        assert "secret" not in json.dumps({key: value for key, value in frame.items() if key != "view"})
