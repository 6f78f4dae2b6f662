"""A table by itself: what a command becomes, and what its log makes of it."""

from typing import Any

import msgspec
import pytest

import atoll
from atoll.server import protocol
from atoll.server.entries import Created, Decided, Invited, Rematched, Sat, pack, unpack
from atoll.server.protocol import (
    Abandon,
    Answer,
    Chat,
    Consent,
    Decide,
    Decline,
    Invite,
    Leave,
    Seat,
    Setup,
    Sit,
    Undo,
)
from atoll.server.table import CHAT_LINES, OtherRules, Proposal, Table, Who, replay

ADA, BO, CY = Who("ada", "Ada"), Who("bo", "Bo"), Who("cy", "Cy")
OPTIONS: dict[str, str | bool] = {"setup": "random", "mirror_patterns": False, "hidden_scores": False}


class Logged:
    """A table whose entries are kept, as the store would."""

    def __init__(self, seats: int = 2, **created: Any) -> None:
        first = Created(at=0.0, by="ada", game="reef", rules=1, seats=seats, options=OPTIONS, secret="s", **created)
        self.entries: list[Any] = [first]
        self.table = Table("t", first)
        self.commands = 0

    def says(self, who: Who, command: protocol.Command, now: float = 1.0) -> Answer:
        """Carry out a command as the hub does."""
        proposal = self.table.propose(command, who, now)
        if isinstance(proposal, Proposal):
            entry = unpack(pack(proposal.entry))
            self.entries.append(entry)
            self.table.apply(entry, proposal.after)
            return Answer(command.command, ok=True)
        return proposal

    def name(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def sit(self, who: Who, seat: int, nonce: str = "") -> Answer:
        return self.says(who, Sit(command=self.name(), seat=seat, nonce=nonce))

    def decide(self, text: str = "", ply: int | None = None) -> Answer:
        state = self.table.state
        assert state is not None
        assert state.actor is not None
        person = {"ada": ADA, "bo": BO, "cy": CY}[self.table.chairs[state.actor].person]
        text = text or state.game.format(state, state.legal()[-1])
        return self.says(person, Decide(command=self.name(), ply=self.table.ply if ply is None else ply, decision=text))

    def actor(self) -> Who:
        seat = self.table.actor
        assert seat is not None
        return {"ada": ADA, "bo": BO, "cy": CY}[self.table.chairs[seat].person]

    def other(self) -> Who:
        return BO if self.actor() == ADA else ADA

    def undo(self, who: Who) -> Answer:
        return self.says(who, Undo(command=self.name(), ply=self.table.ply))

    def consent(self, who: Who, *, agree: bool) -> Answer:
        return self.says(who, Consent(command=self.name(), ply=self.table.ply, agree=agree))


def started(**created: Any) -> Logged:
    logged = Logged(**created)
    logged.sit(ADA, 0, "na")
    logged.sit(BO, 1, "nb")
    return logged


def in_turn(logged: Logged) -> None:
    """Play a card and place its first piece: two decisions of a turn that goes on."""
    state = logged.table.state
    assert state is not None
    play = next(text for d in state.legal() if (text := state.game.format(state, d)).startswith("play"))
    assert logged.decide(play).ok
    assert logged.decide().ok


def test_a_game_begins_when_every_seat_is_taken() -> None:
    logged = Logged()
    statuses = [str(logged.table.status)]
    for seat, who in enumerate((ADA, BO)):
        assert logged.sit(who, seat, f"nonce {seat}").ok
        statuses.append(str(logged.table.status))
    assert statuses == ["gathering", "gathering", "playing"]
    assert logged.table.deal == atoll.game("reef").deal(2, logged.table.proof.seed, dict(OPTIONS))


def test_the_deal_depends_on_the_secret_and_every_nonce() -> None:
    deals = set()
    for first, second in (("x", "y"), ("x", "z"), ("w", "y"), ("xy", "")):
        logged = Logged()
        logged.sit(ADA, 0, first)
        logged.sit(BO, 1, second)
        deals.add(logged.table.deal)
    assert len(deals) == 4


def test_the_log_alone_makes_the_same_table() -> None:
    logged = started()
    for _ in range(30):
        logged.decide()
    in_turn(logged)
    logged.undo(logged.actor())
    logged.says(ADA, Chat(command="hi", text="hello"))
    again = replay("t", [unpack(pack(entry)) for entry in logged.entries])
    for person, seat in (("ada", 0), ("bo", 1), ("", None)):
        assert again.frame(person, seat, 0) == logged.table.frame(person, seat, 0)
    assert (again.seq, again.ply, again.free) == (logged.table.seq, logged.table.ply, logged.table.free)


def test_a_repeated_command_gets_the_first_answer_and_happens_once() -> None:
    logged = started()
    person, state = logged.actor(), logged.table.state
    assert state is not None
    command = Decide(command="once", ply=logged.table.ply, decision=state.game.format(state, state.legal()[0]))
    first = logged.says(person, command)
    seq = logged.table.seq
    assert logged.says(person, command) == first
    assert logged.table.seq == seq
    assert replay("t", logged.entries).propose(command, person, 2.0) == first


def test_a_stale_decision_says_so() -> None:
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
    answer = logged.says(logged.actor(), command)
    assert not answer.ok
    assert answer.error is not None
    assert named in answer.error


def test_nobody_decides_for_somebody_else() -> None:
    logged = started()
    command = Decide(command="x", ply=logged.table.ply, decision="take 1")
    for who in (logged.other(), CY):
        answer = logged.says(who, command)
        assert answer.error is not None
        assert "not yours" in answer.error


def test_undo_is_free_inside_the_turn() -> None:
    logged = started()
    before = logged.table.state
    in_turn(logged)
    ply = logged.table.ply
    assert logged.undo(logged.actor()).ok
    assert logged.undo(logged.actor()).ok
    assert logged.table.state == before
    assert logged.table.ply == ply + 2


def test_undo_after_the_turn_needs_the_others() -> None:
    logged = started()
    person = logged.actor()
    while logged.actor() == person:
        logged.decide()
    assert logged.undo(person).ok
    assert logged.table.request is not None
    assert logged.table.frame("bo", 1, 0).asking == logged.table.request.seat
    assert not logged.consent(person, agree=True).ok
    seat, kept = logged.table.request.seat, logged.table.request.kept
    assert logged.table.frame("bo", 1, 0).back_to == kept
    assert logged.consent(logged.actor(), agree=True).ok
    assert len(logged.table.decisions) == kept
    assert logged.actor() == person
    frame = logged.table.frame("bo", 1, 0)
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
    assert (logged.table.state, logged.table.request) == (state, None)
    assert noticed(logged.table.frame("bo", 1, 0))[-1] == ("refused", logged.table.actor, logged.actor().name)
    logged.undo(person)
    assert logged.consent(person, agree=False).ok
    assert (logged.table.state, logged.table.request) == (state, None)
    assert noticed(logged.table.frame("bo", 1, 0))[-1][::2] == ("withdrawn", person.name)
    logged.undo(person)
    logged.decide()
    assert logged.table.request is None


def test_bots_consent() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    assert logged.says(ADA, Invite(command="i", seat=1, bot="greedy")).ok
    table = logged.table
    while table.actor == 1 or not table.decisions or table.actor == 0:
        state = table.state
        assert state is not None
        seat = state.actor
        assert seat is not None
        proposal = table.decided_by_bot(seat, state.legal()[-1], table.ply, 1.0, stand_in=seat == 0)
        assert proposal is not None
        table.apply(proposal.entry, proposal.after)
        logged.entries.append(proposal.entry)
        if seat == 0 and table.actor == 1:
            break
    assert logged.undo(ADA).ok
    assert table.actor == 0


def test_nothing_can_be_undone_by_who_decided_nothing() -> None:
    logged = started()
    answer = logged.undo(logged.other())
    assert answer.error == "you have decided nothing yet"


def test_who_leaves_is_replaced_by_a_bot_and_can_come_back() -> None:
    logged = started()
    logged.decide()
    assert not logged.says(CY, Sit(command="s", seat=0)).ok
    assert logged.says(ADA, Leave(command="l", seat=0)).ok
    assert logged.table.chairs[0].kind == "bot"
    assert logged.table.frame("bo", 1, 0).seats[0].left
    assert logged.says(ADA, Sit(command="b", seat=0)).ok
    assert logged.table.seats_of("ada") == [0]
    assert logged.table.proof.nonces == ("na", "nb")


def test_who_plays_can_not_look_into_the_hand_of_who_left() -> None:
    logged = started()
    assert logged.says(BO, Leave(command="l", seat=1)).ok
    refusal = logged.sit(ADA, 1)
    assert refusal.error is not None
    assert "another's hand" in refusal.error
    assert logged.sit(CY, 1).ok
    assert logged.says(ADA, Leave(command="m", seat=0)).ok
    assert logged.sit(ADA, 0).ok
    assert logged.says(CY, Leave(command="n", seat=1)).ok
    assert logged.sit(BO, 1).ok
    assert not replay("t", logged.entries).held.keys() ^ {"ada", "bo", "cy"}


def test_nobody_leaves_a_game_to_bots_alone() -> None:
    logged = started()
    assert logged.says(BO, Leave(command="l", seat=1)).ok
    answer = logged.says(ADA, Leave(command="m", seat=0))
    assert answer.error == "nobody else plays here: the game waits until you come back or abandon it"
    assert logged.table.seats_of("ada") == [0]


def test_an_abandoned_game_is_over_without_a_result() -> None:
    logged = started(turn_seconds=60)
    logged.decide()
    for who, error in (
        (CY, "only its player can abandon a game"),
        (ADA, "other people play here: leave your seat instead"),
    ):
        assert logged.says(who, Abandon(command="a")).error == error
    assert logged.says(BO, Leave(command="l", seat=1)).ok
    assert logged.table.bot_to_decide
    assert logged.says(ADA, Abandon(command="b")).ok
    table, ply = logged.table, logged.table.ply
    assert (table.status, table.actor, table.bot_to_decide, table.deadline) == ("abandoned", None, "", None)
    assert table.decided_by_bot(1, 0, ply, 2.0, stand_in=False) is None
    for seat, person in ((0, "ada"), (1, "bo")):
        frame = table.frame(person, seat, 0)
        assert (frame.status, frame.proof) == ("abandoned", None)
        assert msgspec.json.decode(frame.view)["legal"] == []
    for command in (
        Abandon(command="c"), Sit(command="d", seat=1), Leave(command="e", seat=0), Undo(command="f", ply=ply),
        Decide(command="g", ply=ply, decision="take 1"), Consent(command="h", ply=ply, agree=True),
    ):  # fmt: skip
        for who in (ADA, BO):
            assert logged.says(who, command).error == "the game was abandoned"
    assert logged.says(ADA, Chat(command="i", text="sorry")).ok
    again = replay("t", logged.entries)
    assert (again.status, again.frame("ada", 0, 0)) == ("abandoned", table.frame("ada", 0, 0))


def test_a_table_that_still_waits_is_abandoned_by_who_opened_it() -> None:
    logged = Logged(3)
    assert logged.says(BO, Abandon(command="a")).error == "only its player can abandon a game"
    logged.sit(BO, 1)
    assert logged.says(ADA, Abandon(command="b")).error == "other people play here: leave your seat instead"
    assert logged.says(BO, Leave(command="l", seat=1)).ok
    assert logged.says(ADA, Abandon(command="c")).ok
    for command in (Sit(command="d", seat=0), Invite(command="e", seat=0, bot="greedy")):
        assert logged.says(ADA, command).error == "the game was abandoned"


def test_a_seat_is_marked_while_decisions_of_a_stand_in_are_in_force() -> None:
    logged = started()

    def marks(table: Table) -> list[bool]:
        return [seat.stand_in for seat in table.frame("", None, 0).seats]

    seat, late = logged.table.actor, logged.actor()
    assert seat is not None
    while logged.table.actor == seat:
        assert logged.table.state is not None
        decision = logged.table.state.legal()[-1]
        proposal = logged.table.decided_by_bot(seat, decision, logged.table.ply, 1.0, stand_in=True)
        assert proposal is not None
        logged.entries.append(proposal.entry)
        logged.table.apply(*proposal)
    assert marks(logged.table) == marks(replay("t", logged.entries)) == [number == seat for number in range(2)]
    other = BO if late == ADA else ADA
    while logged.table.decisions:
        assert logged.undo(late).ok
        if logged.table.request is not None:
            assert logged.consent(other, agree=True).ok
    assert marks(logged.table) == marks(replay("t", logged.entries)) == [False, False]


def test_who_plays_several_seats_comes_back_to_each_of_them() -> None:
    logged = Logged(3)
    for seat, who in enumerate((ADA, ADA, BO)):
        logged.sit(who, seat)
    assert logged.says(ADA, Leave(command="l", seat=0)).ok
    assert logged.says(ADA, Leave(command="m", seat=1)).ok
    assert logged.sit(ADA, 1).ok
    assert logged.sit(ADA, 0).ok


def test_players_who_share_a_device_consent_each_for_themselves() -> None:
    logged = Logged(3)
    for seat, who in enumerate((ADA, BO, BO)):
        logged.sit(who, seat)
    while not logged.table.decisions or logged.table.actor == 0 or logged.table.request is None:
        logged.decide()
        if logged.table.actor != 0:
            logged.undo(ADA)
    kept = logged.table.request.kept
    assert logged.consent(BO, agree=True).ok
    assert len(logged.table.decisions) > kept
    assert logged.consent(BO, agree=True).ok
    assert len(logged.table.decisions) == kept


def test_a_consent_counts_for_the_one_it_was_meant_for() -> None:
    logged = Logged(3)
    for seat, who in enumerate((ADA, BO, CY)):
        logged.sit(who, seat)
    decided = set[int | None]()
    while not decided >= {0, 1} or logged.table.actor != 2:
        decided.add(logged.table.actor)
        logged.decide()
    assert logged.undo(ADA).ok
    assert logged.consent(BO, agree=False).ok
    assert logged.undo(BO).ok
    meant_for_ada = Consent(command="late", ply=logged.table.ply, agree=True, seat=0)
    answer = logged.says(CY, meant_for_ada)
    assert (answer.ok, answer.stale) == (False, True)
    assert logged.table.request is not None
    assert logged.table.request.agreed == set()
    assert logged.says(CY, msgspec.structs.replace(meant_for_ada, command="right", seat=1)).ok
    assert logged.table.request.agreed == {2}


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    assert logged.says(ADA, Leave(command="l", seat=0)).ok
    assert logged.table.chairs[0].kind == "open"
    assert not logged.says(BO, Leave(command="m", seat=0)).ok


def test_only_the_host_invites_bots() -> None:
    logged = Logged()
    assert not logged.says(BO, Invite(command="a", seat=0, bot="greedy")).ok
    assert not logged.says(ADA, Invite(command="b", seat=0, bot="clever")).ok
    assert not logged.says(ADA, Invite(command="c", seat=7, bot="greedy")).ok
    assert logged.says(ADA, Invite(command="d", seat=0, bot="greedy")).ok
    assert not logged.says(ADA, Invite(command="e", seat=0, bot="random")).ok


def test_one_person_may_have_several_seats() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert logged.table.frame("ada", 0, 0).mine == [0, 1]
    assert logged.table.status == "playing"


def test_spectators_talk_among_themselves() -> None:
    logged = started()
    logged.says(ADA, Chat(command="1", text="  good   luck "))
    logged.says(CY, Chat(command="2", text="I would take 17"))
    assert [line.text for line in logged.table.frame("bo", 1, 0).chat] == ["good luck"]
    assert [line.text for line in logged.table.frame("cy", None, 0).chat] == ["good luck", "I would take 17"]
    assert not logged.says(CY, Chat(command="3", text=" \n ")).ok


def test_frames_tell_what_happened_since_and_forget_what_was_undone() -> None:
    logged = started()
    seq = logged.table.seq
    in_turn(logged)
    middle = logged.table.seq
    frame = logged.table.frame("ada", 0, seq)
    assert (frame.since, [event["event"] for step in frame.steps for event in step.events]) == (0, ["play", "place"])
    logged.undo(logged.actor())
    frame = logged.table.frame("ada", 0, middle)
    assert (frame.since, frame.steps) == (1, [])
    logged.decide()
    frame = logged.table.frame("ada", 0, middle)
    assert (frame.since, [event["event"] for step in frame.steps for event in step.events]) == (1, ["place"])


def test_the_ends_of_turns_are_shown_one_by_one() -> None:
    logged = started()
    seq = logged.table.seq
    while logged.table.turn < 3:
        logged.decide()
    seats = [seat for seat, _ in logged.table.turns]
    ends = [number for number in range(1, len(seats)) if seats[number - 1] != seats[number]]
    assert logged.table.turn_ends(seq) == ends
    assert logged.table.turn_ends(logged.table.seq) == []
    past = [logged.table.past_frame("ada", 0, seq, ends[0]), logged.table.past_frame("ada", 0, seq, ends[1])]
    present = logged.table.frame("ada", 0, past[1].seq)
    assert [frame.ply for frame in past] == [1 + number for number in ends]
    assert [frame.since for frame in (*past, present)] == [0, 0, ends[1]]
    assert [len(frame.steps) for frame in (*past, present)] == [*ends, len(seats) - ends[1]]
    assert past[1].steps + present.steps == logged.table.frame("ada", 0, seq).steps
    assert msgspec.json.decode(past[0].view)["legal"] == []
    assert past[0].seq < past[1].seq < present.seq


def test_the_end_of_a_turn_has_the_ply_it_had_though_moves_were_taken_back_since() -> None:
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
    assert logged.table.past_frame("ada", 0, seq, end).ply == ply


def test_chat_goes_with_the_turn_in_which_it_was_said() -> None:
    logged = started()
    seq = logged.table.seq
    while logged.table.turn < 1:
        logged.decide()
    logged.says(ADA, Chat(command="1", text="hm"))
    while logged.table.turn < 2:
        logged.decide()
    ends = logged.table.turn_ends(seq)
    past = logged.table.past_frame("ada", 0, seq, ends[0])
    assert past.chat == []
    assert [line.text for line in logged.table.frame("ada", 0, past.seq).chat] == ["hm"]


def test_a_screen_for_several_is_told_whether_its_seats_have_secrets() -> None:
    logged = Logged()
    assert not logged.table.frame("ada", 0, 0).private
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert logged.table.frame("ada", 0, 0).private
    assert not started().table.frame("ada", 0, 0).private
    while logged.table.status == "playing":
        logged.decide()
    assert not logged.table.frame("ada", 0, 0).private


def test_the_proof_is_shown_only_when_the_game_is_over() -> None:
    logged = started()
    assert logged.table.frame("ada", 0, 0).proof is None
    assert logged.table.record().proof is None
    while logged.table.status == "playing":
        logged.decide()
    frame = logged.table.frame("ada", 0, 0)
    assert frame.proof == {"secret": "s", "nonces": ["na", "nb"]}
    record = atoll.Record.parse(logged.table.record().format())
    assert record.proof is not None
    assert record.proof.kept
    assert record.game.deal(2, record.proof.seed, dict(OPTIONS)) == record.deal


def test_a_clock_runs_from_the_last_change() -> None:
    logged = started(turn_seconds=60)
    logged.decide()
    assert logged.table.deadline == 61.0
    assert Logged().table.deadline is None


def test_a_bots_decision_that_comes_too_late_is_dropped() -> None:
    logged = Logged()
    for seat, name in enumerate(("greedy", "random")):
        logged.says(ADA, Invite(command=name, seat=seat, bot=name))
    table = logged.table
    assert table.actor is not None
    assert table.decided_by_bot(table.actor, 0, table.ply - 1, 1.0, stand_in=False) is None


def test_entries_read_back() -> None:
    for entry in (
        Decided(at=1.5, seat=1, decision=7, by="a", command="c"),
        Sat(at=1.0, seat=0, name="Ż"),
        Invited(at=1.0, seat=1, bot="g"),
    ):
        assert unpack(pack(entry)) == entry


def test_a_stranger_owns_nothing() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.says(ADA, Invite(command="i", seat=1, bot="greedy"))
    stranger = Who("", "Guest")
    commands: list[protocol.Command] = [
        Leave(command="l", seat=1), Sit(command="s", seat=1), Chat(command="c", text="hi"),
        Decide(command="d", ply=logged.table.ply, decision="take 1"), Undo(command="u", ply=logged.table.ply),
    ]  # fmt: skip
    for command in commands:
        answer = logged.says(stranger, command)
        assert answer.error == "nobody is known by that cookie or token; POST /api/me first"


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    logged = started()
    while logged.table.status == "playing":
        logged.decide()
    for who in (ADA, BO):
        assert logged.undo(who).error == "the game is over"


def test_who_played_a_finished_game_stays_so() -> None:
    logged = started()
    left = logged.actor()
    seat = logged.table.seats_of(left.id)[0]
    assert logged.says(left, Leave(command="l", seat=seat)).ok
    while logged.table.status == "playing":
        state = logged.table.state
        assert state is not None
        assert state.actor is not None
        proposal = logged.table.decided_by_bot(state.actor, state.legal()[-1], logged.table.ply, 1.0, stand_in=True)
        assert proposal is not None
        logged.table.apply(proposal.entry, proposal.after)
    names = [chair.name for chair in logged.table.chairs]
    for command in (Sit(command="s", seat=seat), Leave(command="m", seat=1 - seat)):
        for who in (CY, left, BO if left == ADA else ADA):
            assert logged.says(who, command).error == "the game is over: who played it stays so"
    assert logged.table.record().players == names


def test_everybody_learns_of_a_rematch_and_who_asked_for_it() -> None:
    logged = started()
    logged.table.apply(Rematched(at=1.0, by="bo", table="new"))
    for who in (ADA, BO, CY, Who("", "")):
        frame = logged.table.frame(who.id, logged.table.seat_for(who.id), 0)
        assert frame.rematch == "new"
        assert noticed(frame)[-1] == ("rematch", 1, "Bo")


def rematch() -> Logged:
    return Logged(reserved=["bo", "ada"], names=["Bo", "Ada"])


def test_reserved_seats_are_for_the_players_they_wait_for() -> None:
    logged = rematch()
    frame = logged.table.frame("bo", None, 0)
    assert frame.reserved == [0]
    assert logged.table.frame("cy", None, 0).reserved == logged.table.frame("", None, 0).reserved == []
    assert [(seat.kind, seat.name, seat.reserved) for seat in frame.seats] == [
        ("open", "Bo", True),
        ("open", "Ada", True),
    ]
    assert logged.sit(CY, 0).error == "seat 0 is reserved for another player"
    assert logged.sit(BO, 0).ok
    assert logged.sit(ADA, 1).ok
    assert logged.table.status == "playing"


def test_who_declines_a_rematch_frees_the_seat_and_it_is_announced() -> None:
    logged = rematch()
    assert logged.sit(ADA, 1).ok
    assert logged.says(CY, Decline(command="no")).error == "no seat is reserved for you"
    assert logged.says(BO, Decline(command="no")).ok
    frame = logged.table.frame("ada", 1, 0)
    assert noticed(frame) == [("sat", 1, "Ada"), ("declined", 0, "Bo")]
    assert frame.seats[0] == Seat("open", "")
    assert logged.sit(CY, 0).ok


def test_a_host_may_put_a_bot_on_a_reserved_seat() -> None:
    logged = rematch()
    assert logged.says(ADA, Invite(command="i", seat=0, bot="greedy")).ok
    assert logged.table.frame("bo", None, 0).reserved == []


def test_a_name_may_be_for_one_seat_only() -> None:
    logged = Logged()
    assert logged.says(ADA, Sit(command="a", seat=0, name="  ")).ok
    assert logged.says(ADA, Sit(command="b", seat=1, name=" Tante  Jo ")).ok
    assert [chair.name for chair in logged.table.chairs] == ["Ada", "Tante Jo"]


def test_who_has_no_name_is_a_guest_in_a_record() -> None:
    logged = Logged()
    logged.sit(Who("ada", ""), 0)
    logged.sit(BO, 1)
    assert [seat.name for seat in logged.table.seating] == ["", "Bo"]
    assert logged.table.record().players == ["Guest", "Bo"]


def test_a_table_that_gathers_players_tells_what_will_be_played() -> None:
    logged = Logged(turn_seconds=60)
    assert logged.table.frame("", None, 0).setup == Setup("", {"setup": "random"}, 60, host=None)
    logged.sit(ADA, 1)
    assert logged.table.frame("bo", None, 0).setup == Setup("", {"setup": "random"}, 60, host=1)
    logged.sit(BO, 0)
    assert logged.table.frame("bo", 0, 0).setup is None


def noticed(frame: protocol.Frame) -> list[tuple[str, int, str]]:
    return [(notice.kind, notice.seat, notice.name) for notice in frame.notices]


def test_what_happens_to_players_is_announced_once() -> None:
    logged = Logged()
    logged.sit(CY, 1)
    logged.says(CY, Leave(command="c", seat=1))
    logged.sit(ADA, 0)
    logged.sit(BO, 1)
    logged.says(BO, Leave(command="b", seat=1))
    logged.sit(BO, 1)
    frame = logged.table.frame("ada", 0, 0)
    kinds = ["sat", "left", "sat", "sat", "replaced", "back"]
    assert [notice.kind for notice in frame.notices] == kinds
    assert [notice.name for notice in frame.notices] == ["Cy", "Cy", "Ada", "Bo", "Bo", "Bo"]
    assert logged.table.frame("ada", 0, frame.notices[-2].seq).notices == frame.notices[-1:]
    assert replay("t", logged.entries).notices == logged.table.notices


def test_a_bot_that_makes_a_turn_for_somebody_late_is_announced_once_a_turn() -> None:
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
            proposal = logged.table.decided_by_bot(seat, play, logged.table.ply, 1.0, stand_in=True)
            assert proposal is not None
            logged.table.apply(proposal.entry, proposal.after)
            play = logged.table.state.legal()[0]
        found = list(logged.table.notices)[before:]
        assert [(notice.kind, notice.seat) for notice in found] == [("late", seat)]


def test_a_stand_in_decides_nothing_for_who_is_back() -> None:
    logged = started()
    who, table = logged.actor(), logged.table
    seat = table.actor
    assert seat is not None
    assert table.state is not None
    assert logged.says(who, Leave(command="l", seat=seat)).ok
    thought = table.state.legal()[0]
    assert table.decided_by_bot(seat, thought, table.ply, 1.0, stand_in=False) is not None
    assert logged.sit(who, seat).ok
    assert table.decided_by_bot(seat, thought, table.ply, 1.0, stand_in=False) is None
    assert table.decided_by_bot(seat, thought, table.ply, 1.0, stand_in=True) is not None


def test_a_game_of_another_rules_version_is_not_played_on() -> None:
    other = Created(at=0.0, by="ada", game="reef", rules=99, seats=2, options=OPTIONS, secret="s")
    with pytest.raises(OtherRules, match=r"table t is played by rules version 99 of reef; this Atoll has version 1"):
        Table("t", other)


def test_who_comes_late_is_shown_the_last_lines_of_the_chat() -> None:
    logged = started()
    for number in range(CHAT_LINES + 5):
        logged.says(ADA, Chat(command=f"chat {number}", text=f"line {number}"))
        logged.says(CY, Chat(command=f"chat {number}", text=f"onlooker {number}"))
    shown = [line.text for line in logged.table.frame("bo", 1, 0).chat]
    assert shown == [f"line {number}" for number in range(5, CHAT_LINES + 5)]
    beside = [line.text for line in logged.table.frame("cy", None, 0).chat]
    assert beside == [text for number in range(5, CHAT_LINES + 5) for text in (f"line {number}", f"onlooker {number}")]


def test_the_clock_begins_with_the_game_and_undo_does_not_wind_it() -> None:
    logged = Logged(turn_seconds=60)
    logged.says(ADA, Sit(command="a", seat=0), now=10.0)
    logged.says(BO, Sit(command="b", seat=1), now=100.0)
    assert logged.table.deadline == 160.0
    state = logged.table.state
    assert state is not None
    play = next(text for d in state.legal() if (text := state.game.format(state, d)).startswith("play"))
    person = logged.actor()
    logged.says(person, Decide(command="c", ply=logged.table.ply, decision=play), now=120.0)
    logged.says(person, Undo(command="d", ply=logged.table.ply), now=130.0)
    assert logged.table.deadline == 160.0


def test_who_has_several_seats_looks_from_the_one_to_decide() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert logged.table.seat_for("ada") == logged.table.actor
    assert [logged.table.seat_for("ada", seat) for seat in (0, 1)] == [0, 1]
    assert logged.table.seat_for("bo") is None
