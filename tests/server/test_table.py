"""A table without a hub: proposals for commands, and the state that follows from the log."""

import msgspec
import pytest

import atoll
from atoll.server import protocol
from atoll.server.entries import Created, Decided, Invited, Sat, pack, unpack
from atoll.server.frames import frame_of
from atoll.server.protocol import Chat, Consent, Decide, Invite, Leave, Sit, Undo
from atoll.server.seating import Person
from atoll.server.table import Table, replay
from atoll.server.table_state import OtherRules
from server.logged import ADA, BO, CY, OPTIONS, Logged, in_turn, noticed, started


def test_a_game_begins_when_every_seat_is_taken() -> None:
    logged = Logged()
    statuses = [str(logged.table.status)]
    for seat, person in enumerate((ADA, BO)):
        assert logged.sit(person, seat, f"nonce {seat}").ok
        statuses.append(str(logged.table.status))
    assert statuses == ["gathering", "gathering", "playing"]
    assert logged.table.deal == atoll.find_game("reef").deal(2, logged.table.proof.seed, dict(OPTIONS))


def test_the_deal_depends_on_the_secret_and_every_nonce() -> None:
    deals = set()
    for first, second in (("x", "y"), ("x", "z"), ("w", "y"), ("xy", "")):
        logged = Logged()
        logged.sit(ADA, 0, first)
        logged.sit(BO, 1, second)
        deals.add(logged.table.deal)
    assert len(deals) == 4


def test_the_log_alone_restores_the_table() -> None:
    logged = started()
    for _ in range(30):
        logged.decide()
    in_turn(logged)
    logged.undo(logged.actor())
    logged.execute(ADA, Chat(command="hi", text="hello"))
    again = replay("t", [unpack(pack(entry)) for entry in logged.entries])
    for person_id, seat in (("ada", 0), ("bo", 1), ("", None)):
        assert frame_of(again, person_id, seat, 0) == frame_of(logged.table, person_id, seat, 0)
    assert (again.seq, again.ply, again.free_undos) == (logged.table.seq, logged.table.ply, logged.table.free_undos)


def test_a_repeated_command_gets_the_first_answer_and_happens_once() -> None:
    logged = started()
    person, state = logged.actor(), logged.table.state
    assert state is not None
    command = Decide(command="once", ply=logged.table.ply, decision=state.game.format(state, state.legal()[0]))
    first = logged.execute(person, command)
    seq = logged.table.seq
    assert logged.execute(person, command) == first
    assert logged.table.seq == seq
    assert replay("t", logged.entries).propose(command, person, 2.0) == first


def test_a_stale_decision_is_refused_as_stale() -> None:
    logged = started()
    answer = logged.decide(ply=logged.table.ply + 1)
    assert (answer.ok, answer.stale) == (False, True)
    assert answer.error is not None
    assert "moved on" in answer.error


@pytest.mark.parametrize(
    ("text", "named"),
    [("fly", "is not a decision"), ("take 99", "card 99"), ("r a1", "no piece to place"), ("", "not a decision")],
)
def test_an_unreadable_or_illegal_decision_is_refused(text: str, named: str) -> None:
    logged = started()
    command = Decide(command="x", ply=logged.table.ply, decision=text)
    answer = logged.execute(logged.actor(), command)
    assert not answer.ok
    assert answer.error is not None
    assert named in answer.error


def test_nobody_decides_for_another_person() -> None:
    logged = started()
    command = Decide(command="x", ply=logged.table.ply, decision="take 1")
    for person in (logged.other(), CY):
        answer = logged.execute(person, command)
        assert answer.error is not None
        assert "not yours" in answer.error


def test_undo_is_free_within_the_turn() -> None:
    logged = started()
    before = logged.table.state
    in_turn(logged)
    ply = logged.table.ply
    assert logged.undo(logged.actor()).ok
    assert logged.undo(logged.actor()).ok
    assert logged.table.state == before
    assert logged.table.ply == ply + 2


def test_undo_after_the_turn_needs_the_consent_of_the_others() -> None:
    logged = started()
    person = logged.actor()
    while logged.actor() == person:
        logged.decide()
    assert logged.undo(person).ok
    assert logged.table.takeback is not None
    assert frame_of(logged.table, "bo", 1, 0).asking == logged.table.takeback.seat
    assert not logged.consent(person, agree=True).ok
    seat, kept = logged.table.takeback.seat, logged.table.takeback.kept
    assert frame_of(logged.table, "bo", 1, 0).back_to == kept
    assert logged.consent(logged.actor(), agree=True).ok
    assert len(logged.table.decisions) == kept
    assert logged.actor() == person
    frame = frame_of(logged.table, "bo", 1, 0)
    assert (frame.asking, frame.back_to) == (None, None)
    assert noticed(frame)[-1] == ("taken_back", seat, person.name)


def test_a_takeback_can_be_declined_and_is_forgotten_when_play_goes_on() -> None:
    logged = started()
    person = logged.actor()
    while logged.actor() == person:
        logged.decide()
    state = logged.table.state
    logged.undo(person)
    assert logged.consent(logged.actor(), agree=False).ok
    assert (logged.table.state, logged.table.takeback) == (state, None)
    assert noticed(frame_of(logged.table, "bo", 1, 0))[-1] == ("refused", logged.table.actor, logged.actor().name)
    logged.undo(person)
    assert logged.consent(person, agree=False).ok
    assert (logged.table.state, logged.table.takeback) == (state, None)
    assert noticed(frame_of(logged.table, "bo", 1, 0))[-1][::2] == ("withdrawn", person.name)
    logged.undo(person)
    logged.decide()
    assert logged.table.takeback is None


def test_a_bot_consents_to_a_takeback() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    assert logged.execute(ADA, Invite(command="i", seat=1, bot="greedy")).ok
    table = logged.table
    while table.actor == 1 or not table.decisions or table.actor == 0:
        state = table.state
        assert state is not None
        seat = state.actor
        assert seat is not None
        proposal = table.propose_for_bot(seat, state.legal()[-1], table.ply, 1.0, stand_in=seat == 0)
        assert proposal is not None
        table.apply(proposal.entry, proposal.after)
        logged.entries.append(proposal.entry)
        if seat == 0 and table.actor == 1:
            break
    assert logged.undo(ADA).ok
    assert table.actor == 0


def test_a_person_who_decided_nothing_can_undo_nothing() -> None:
    logged = started()
    answer = logged.undo(logged.other())
    assert answer.error == "you have decided nothing yet"


def test_players_who_share_a_device_consent_for_each_seat() -> None:
    logged = Logged(3)
    for seat, person in enumerate((ADA, BO, BO)):
        logged.sit(person, seat)
    while not logged.table.decisions or logged.table.actor == 0 or logged.table.takeback is None:
        logged.decide()
        if logged.table.actor != 0:
            logged.undo(ADA)
    kept = logged.table.takeback.kept
    assert logged.consent(BO, agree=True).ok
    assert len(logged.table.decisions) > kept
    assert logged.consent(BO, agree=True).ok
    assert len(logged.table.decisions) == kept


def test_a_consent_counts_only_for_the_request_it_was_meant_for() -> None:
    logged = Logged(3)
    for seat, person in enumerate((ADA, BO, CY)):
        logged.sit(person, seat)
    decided = set[int | None]()
    while not decided >= {0, 1} or logged.table.actor != 2:
        decided.add(logged.table.actor)
        logged.decide()
    assert logged.undo(ADA).ok
    assert logged.consent(BO, agree=False).ok
    assert logged.undo(BO).ok
    meant_for_ada = Consent(command="late", ply=logged.table.ply, agree=True, seat=0)
    answer = logged.execute(CY, meant_for_ada)
    assert (answer.ok, answer.stale) == (False, True)
    assert logged.table.takeback is not None
    assert logged.table.takeback.agreed == set()
    assert logged.execute(CY, msgspec.structs.replace(meant_for_ada, command="right", seat=1)).ok
    assert logged.table.takeback.agreed == {2}


def test_only_a_table_with_a_clock_has_a_deadline() -> None:
    logged = started(turn_seconds=60)
    logged.decide()
    assert logged.table.deadline == 61.0
    assert Logged().table.deadline is None


def test_a_bots_decision_that_comes_too_late_is_dropped() -> None:
    logged = Logged()
    for seat, name in enumerate(("greedy", "random")):
        logged.execute(ADA, Invite(command=name, seat=seat, bot=name))
    table = logged.table
    assert table.actor is not None
    assert table.propose_for_bot(table.actor, 0, table.ply - 1, 1.0, stand_in=False) is None


def test_entries_can_be_read_back() -> None:
    for entry in (
        Decided(at=1.5, seat=1, decision=7, by="a", command="c"),
        Sat(at=1.0, seat=0, name="Ż"),
        Invited(at=1.0, seat=1, bot="g"),
    ):
        assert unpack(pack(entry)) == entry


def test_commands_of_an_unknown_person_are_refused() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.execute(ADA, Invite(command="i", seat=1, bot="greedy"))
    stranger = Person("", "Guest")
    commands: list[protocol.Command] = [
        Leave(command="l", seat=1), Sit(command="s", seat=1), Chat(command="c", text="hi"),
        Decide(command="d", ply=logged.table.ply, decision="take 1"), Undo(command="u", ply=logged.table.ply),
    ]  # fmt: skip
    for command in commands:
        answer = logged.execute(stranger, command)
        assert answer.error == "nobody is known by that cookie or token; POST /api/me first"


def test_nothing_can_be_undone_once_the_game_is_over() -> None:
    logged = started()
    while logged.table.status == "playing":
        logged.decide()
    for person in (ADA, BO):
        assert logged.undo(person).error == "the game is over"


def test_a_game_of_another_rules_version_is_not_continued() -> None:
    other = Created(at=0.0, by="ada", game="reef", rules=99, seats=2, options=OPTIONS, secret="s")
    with pytest.raises(OtherRules, match=r"table t is played by rules version 99 of reef; this Atoll has version 1"):
        Table("t", other)


def test_the_clock_begins_with_the_game_and_undo_does_not_reset_it() -> None:
    logged = Logged(turn_seconds=60)
    logged.execute(ADA, Sit(command="a", seat=0), now=10.0)
    logged.execute(BO, Sit(command="b", seat=1), now=100.0)
    assert logged.table.deadline == 160.0
    state = logged.table.state
    assert state is not None
    play = next(text for d in state.legal() if (text := state.game.format(state, d)).startswith("play"))
    person = logged.actor()
    logged.execute(person, Decide(command="c", ply=logged.table.ply, decision=play), now=120.0)
    logged.execute(person, Undo(command="d", ply=logged.table.ply), now=130.0)
    assert logged.table.deadline == 160.0
