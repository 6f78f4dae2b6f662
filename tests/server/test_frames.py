"""Frames of a table: what each viewer is sent."""

import msgspec

import atoll
from atoll.server.frames import frame_of, past_frame, turn_ends
from atoll.server.protocol import Chat, Frame, Leave, Setup
from atoll.server.table import replay
from atoll.server.table_state import CHAT_LINES
from server.logged import ADA, BO, CY, OPTIONS, Logged, in_turn, started


def events(frame: Frame) -> list[str]:
    return [event["event"] for step in frame.steps for event in msgspec.json.decode(step.events)]


def test_players_do_not_get_the_chat_of_spectators() -> None:
    logged = started()
    logged.execute(ADA, Chat(command="1", text="  good   luck "))
    logged.execute(CY, Chat(command="2", text="I would take 17"))
    assert [line.text for line in frame_of(logged.table, "bo", 1, 0).chat] == ["good luck"]
    assert [line.text for line in frame_of(logged.table, "cy", None, 0).chat] == ["good luck", "I would take 17"]
    assert not logged.execute(CY, Chat(command="3", text=" \n ")).ok


def test_frames_have_the_new_steps_and_drop_undone_ones() -> None:
    logged = started()
    seq = logged.table.seq
    in_turn(logged)
    middle = logged.table.seq
    frame = frame_of(logged.table, "ada", 0, seq)
    assert (frame.since, events(frame)) == (0, ["play", "place"])
    logged.undo(logged.actor())
    frame = frame_of(logged.table, "ada", 0, middle)
    assert (frame.since, frame.steps) == (1, [])
    logged.decide()
    frame = frame_of(logged.table, "ada", 0, middle)
    assert (frame.since, events(frame)) == (1, ["place"])


def test_the_ends_of_turns_are_shown_one_by_one() -> None:
    logged = started()
    seq = logged.table.seq
    while logged.table.turn < 3:
        logged.decide()
    seats = [seat for seat, _ in logged.table.turns]
    ends = [number for number in range(1, len(seats)) if seats[number - 1] != seats[number]]
    assert turn_ends(logged.table, seq) == ends
    assert turn_ends(logged.table, logged.table.seq) == []
    past = [past_frame(logged.table, "ada", 0, seq, ends[0]), past_frame(logged.table, "ada", 0, seq, ends[1])]
    present = frame_of(logged.table, "ada", 0, past[1].seq)
    assert [frame.ply for frame in past] == [1 + number for number in ends]
    assert [frame.since for frame in (*past, present)] == [0, 0, ends[1]]
    assert [len(frame.steps) for frame in (*past, present)] == [*ends, len(seats) - ends[1]]
    assert past[1].steps + present.steps == frame_of(logged.table, "ada", 0, seq).steps
    assert msgspec.json.decode(past[0].view)["legal"] == []
    assert past[0].seq < past[1].seq < present.seq


def test_the_frame_of_a_past_turn_has_its_own_ply_despite_later_undos() -> None:
    logged = started()
    seq = logged.table.seq
    while logged.table.turn < 1:
        logged.decide()
    ply, end = logged.table.ply, len(logged.table.decisions)
    in_turn(logged)
    assert logged.undo(logged.actor()).ok
    while logged.table.turn < 2:
        logged.decide()
    logged.decide()
    assert past_frame(logged.table, "ada", 0, seq, end).ply == ply


def test_chat_is_in_the_frame_of_its_turn() -> None:
    logged = started()
    seq = logged.table.seq
    while logged.table.turn < 1:
        logged.decide()
    logged.execute(ADA, Chat(command="1", text="hm"))
    while logged.table.turn < 2:
        logged.decide()
    ends = turn_ends(logged.table, seq)
    past = past_frame(logged.table, "ada", 0, seq, ends[0])
    assert past.chat == []
    assert [line.text for line in frame_of(logged.table, "ada", 0, past.seq).chat] == ["hm"]


def test_private_is_set_if_seats_on_one_screen_have_secrets() -> None:
    logged = Logged()
    assert not frame_of(logged.table, "ada", 0, 0).private
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert frame_of(logged.table, "ada", 0, 0).private
    assert not frame_of(started().table, "ada", 0, 0).private
    while logged.table.status == "playing":
        logged.decide()
    assert not frame_of(logged.table, "ada", 0, 0).private


def test_the_proof_is_shown_only_when_the_game_is_over() -> None:
    logged = started()
    assert frame_of(logged.table, "ada", 0, 0).proof is None
    assert logged.table.record().proof is None
    while logged.table.status == "playing":
        logged.decide()
    frame = frame_of(logged.table, "ada", 0, 0)
    assert frame.proof == {"secret": "s", "nonces": ["na", "nb"]}
    record = atoll.Record.parse(logged.table.record().format())
    assert record.proof is not None
    assert record.proof.valid
    assert record.game.deal(2, record.proof.seed, dict(OPTIONS)) == record.deal


def test_a_table_that_gathers_players_has_a_setup() -> None:
    logged = Logged(turn_seconds=60)
    assert frame_of(logged.table, "", None, 0).setup == Setup("", {"setup": "random"}, 60, opener=None)
    logged.sit(ADA, 1)
    assert frame_of(logged.table, "bo", None, 0).setup == Setup("", {"setup": "random"}, 60, opener=1)
    logged.sit(BO, 0)
    assert frame_of(logged.table, "bo", 0, 0).setup is None


def test_changes_of_seats_are_announced_once() -> None:
    logged = Logged()
    logged.sit(CY, 1)
    logged.execute(CY, Leave(command="c", seat=1))
    logged.sit(ADA, 0)
    logged.sit(BO, 1)
    logged.execute(BO, Leave(command="b", seat=1))
    logged.sit(BO, 1)
    frame = frame_of(logged.table, "ada", 0, 0)
    kinds = ["sat", "left", "sat", "sat", "replaced", "back"]
    assert [notice.kind for notice in frame.notices] == kinds
    assert [notice.name for notice in frame.notices] == ["Cy", "Cy", "Ada", "Bo", "Bo", "Bo"]
    assert frame_of(logged.table, "ada", 0, frame.notices[-2].seq).notices == frame.notices[-1:]
    assert replay("t", logged.entries).notices == logged.table.notices


def test_a_stand_in_is_announced_once_a_turn() -> None:
    logged = started()
    seat = logged.table.actor
    assert seat is not None
    for _ in range(2):
        state, before = logged.table.state, len(logged.table.notices)
        assert state is not None
        seat = state.actor
        assert seat is not None
        play = next(d for d in state.legal() if state.game.format(state, d).startswith("play"))
        while logged.table.actor == seat:
            assert logged.table.state is not None
            proposal = logged.table.propose_for_bot(seat, play, logged.table.ply, 1.0, stand_in=True)
            assert proposal is not None
            logged.table.apply(proposal.entry, proposal.after)
            play = logged.table.state.legal()[0]
        found = list(logged.table.notices)[before:]
        assert [(notice.kind, notice.seat) for notice in found] == [("late", seat)]


def test_a_new_viewer_gets_the_last_lines_of_the_chat() -> None:
    logged = started()
    for number in range(CHAT_LINES + 5):
        logged.execute(ADA, Chat(command=f"chat {number}", text=f"line {number}"))
        logged.execute(CY, Chat(command=f"chat {number}", text=f"spectator {number}"))
    shown = [line.text for line in frame_of(logged.table, "bo", 1, 0).chat]
    assert shown == [f"line {number}" for number in range(5, CHAT_LINES + 5)]
    beside = [line.text for line in frame_of(logged.table, "cy", None, 0).chat]
    assert beside == [text for number in range(5, CHAT_LINES + 5) for text in (f"line {number}", f"spectator {number}")]


def test_a_person_with_several_seats_views_from_the_actor() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert logged.table.seat_for("ada") == logged.table.actor
    assert [logged.table.seat_for("ada", seat) for seat in (0, 1)] == [0, 1]
    assert logged.table.seat_for("bo") is None
