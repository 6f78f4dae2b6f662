"""Seats of a table: taking, leaving, reserving and abandoning."""

import msgspec

from atoll.server.entries import Rematched
from atoll.server.frames import frame_of
from atoll.server.protocol import Abandon, Chat, Consent, Decide, Decline, Invite, Leave, Seat, Sit, Undo
from atoll.server.seating import Person
from atoll.server.table import Table, replay
from server.logged import ADA, BO, CY, Logged, noticed, started


def test_a_person_who_leaves_is_replaced_by_a_bot_and_can_come_back() -> None:
    logged = started()
    logged.decide()
    assert not logged.execute(CY, Sit(command="s", seat=0)).ok
    assert logged.execute(ADA, Leave(command="l", seat=0)).ok
    assert logged.table.seats[0].kind == "bot"
    assert frame_of(logged.table, "bo", 1, 0).seats[0].left
    assert logged.execute(ADA, Sit(command="b", seat=0)).ok
    assert logged.table.seats_of("ada") == [0]
    assert logged.table.proof.nonces == ("na", "nb")


def test_a_player_cannot_take_the_seat_of_another_who_left() -> None:
    logged = started()
    assert logged.execute(BO, Leave(command="l", seat=1)).ok
    refusal = logged.sit(ADA, 1)
    assert refusal.error is not None
    assert "another's hand" in refusal.error
    assert logged.sit(CY, 1).ok
    assert logged.execute(ADA, Leave(command="m", seat=0)).ok
    assert logged.sit(ADA, 0).ok
    assert logged.execute(CY, Leave(command="n", seat=1)).ok
    assert logged.sit(BO, 1).ok
    assert not replay("t", logged.entries).held_seats.keys() ^ {"ada", "bo", "cy"}


def test_the_last_person_cannot_leave_a_game() -> None:
    logged = started()
    assert logged.execute(BO, Leave(command="l", seat=1)).ok
    answer = logged.execute(ADA, Leave(command="m", seat=0))
    assert answer.error == "nobody else plays here: the game waits until you come back or abandon it"
    assert logged.table.seats_of("ada") == [0]


def test_an_abandoned_game_is_over_without_a_result() -> None:
    logged = started(turn_seconds=60)
    logged.decide()
    for person, error in (
        (CY, "only its player can abandon a game"),
        (ADA, "other people play here: leave your seat instead"),
    ):
        assert logged.execute(person, Abandon(command="a")).error == error
    assert logged.execute(BO, Leave(command="l", seat=1)).ok
    assert logged.table.bot_to_decide
    assert logged.execute(ADA, Abandon(command="b")).ok
    table, ply = logged.table, logged.table.ply
    assert (table.status, table.actor, table.bot_to_decide, table.deadline) == ("abandoned", None, "", None)
    assert table.propose_for_bot(1, 0, ply, 2.0, stand_in=False) is None
    for seat, person_id in ((0, "ada"), (1, "bo")):
        frame = frame_of(table, person_id, seat, 0)
        assert (frame.status, frame.proof) == ("abandoned", None)
        assert msgspec.json.decode(frame.view)["legal"] == []
    for command in (
        Abandon(command="c"), Sit(command="d", seat=1), Leave(command="e", seat=0), Undo(command="f", ply=ply),
        Decide(command="g", ply=ply, decision="take 1"), Consent(command="h", ply=ply, agree=True),
    ):  # fmt: skip
        for person in (ADA, BO):
            assert logged.execute(person, command).error == "the game was abandoned"
    assert logged.execute(ADA, Chat(command="i", text="sorry")).ok
    again = replay("t", logged.entries)
    assert (again.status, frame_of(again, "ada", 0, 0)) == ("abandoned", frame_of(table, "ada", 0, 0))


def test_the_opener_can_abandon_a_table_that_gathers_players() -> None:
    logged = Logged(3)
    assert logged.execute(BO, Abandon(command="a")).error == "only its player can abandon a game"
    logged.sit(BO, 1)
    assert logged.execute(ADA, Abandon(command="b")).error == "other people play here: leave your seat instead"
    assert logged.execute(BO, Leave(command="l", seat=1)).ok
    assert logged.execute(ADA, Abandon(command="c")).ok
    for command in (Sit(command="d", seat=0), Invite(command="e", seat=0, bot="greedy")):
        assert logged.execute(ADA, command).error == "the game was abandoned"


def test_a_seat_is_marked_while_decisions_of_a_stand_in_are_in_force() -> None:
    logged = started()

    def marks(table: Table) -> list[bool]:
        return [seat.stand_in for seat in frame_of(table, "", None, 0).seats]

    seat, late = logged.table.actor, logged.actor()
    assert seat is not None
    while logged.table.actor == seat:
        assert logged.table.state is not None
        decision = logged.table.state.legal()[-1]
        proposal = logged.table.propose_for_bot(seat, decision, logged.table.ply, 1.0, stand_in=True)
        assert proposal is not None
        logged.entries.append(proposal.entry)
        logged.table.apply(*proposal)
    assert marks(logged.table) == marks(replay("t", logged.entries)) == [number == seat for number in range(2)]
    other = BO if late == ADA else ADA
    while logged.table.decisions:
        assert logged.undo(late).ok
        if logged.table.takeback is not None:
            assert logged.consent(other, agree=True).ok
    assert marks(logged.table) == marks(replay("t", logged.entries)) == [False, False]


def test_a_person_with_several_seats_can_return_to_each_of_them() -> None:
    logged = Logged(3)
    for seat, person in enumerate((ADA, ADA, BO)):
        logged.sit(person, seat)
    assert logged.execute(ADA, Leave(command="l", seat=0)).ok
    assert logged.execute(ADA, Leave(command="m", seat=1)).ok
    assert logged.sit(ADA, 1).ok
    assert logged.sit(ADA, 0).ok


def test_leaving_before_the_game_frees_the_seat() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    assert logged.execute(ADA, Leave(command="l", seat=0)).ok
    assert logged.table.seats[0].kind == "open"
    assert not logged.execute(BO, Leave(command="m", seat=0)).ok


def test_only_the_opener_invites_bots() -> None:
    logged = Logged()
    assert not logged.execute(BO, Invite(command="a", seat=0, bot="greedy")).ok
    assert not logged.execute(ADA, Invite(command="b", seat=0, bot="clever")).ok
    assert not logged.execute(ADA, Invite(command="c", seat=7, bot="greedy")).ok
    assert logged.execute(ADA, Invite(command="d", seat=0, bot="greedy")).ok
    assert not logged.execute(ADA, Invite(command="e", seat=0, bot="random")).ok


def test_one_person_may_have_several_seats() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.sit(ADA, 1)
    assert frame_of(logged.table, "ada", 0, 0).mine == [0, 1]
    assert logged.table.status == "playing"


def test_the_players_of_a_finished_game_cannot_change() -> None:
    logged = started()
    left = logged.actor()
    seat = logged.table.seats_of(left.id)[0]
    assert logged.execute(left, Leave(command="l", seat=seat)).ok
    while logged.table.status == "playing":
        state = logged.table.state
        assert state is not None
        assert state.actor is not None
        proposal = logged.table.propose_for_bot(state.actor, state.legal()[-1], logged.table.ply, 1.0, stand_in=True)
        assert proposal is not None
        logged.table.apply(proposal.entry, proposal.after)
    names = [seat.name for seat in logged.table.seats]
    for command in (Sit(command="s", seat=seat), Leave(command="m", seat=1 - seat)):
        for person in (CY, left, BO if left == ADA else ADA):
            assert logged.execute(person, command).error == "the game is over: its players can't change any more"
    assert logged.table.record().players == names


def test_a_rematch_is_announced_with_the_player_who_asked() -> None:
    logged = started()
    logged.table.apply(Rematched(at=1.0, by="bo", table="new"))
    for person in (ADA, BO, CY, Person("", "")):
        frame = frame_of(logged.table, person.id, logged.table.seat_for(person.id), 0)
        assert frame.rematch == "new"
        assert noticed(frame)[-1] == ("rematch", 1, "Bo")


def rematch() -> Logged:
    return Logged(reserved=["bo", "ada"], names=["Bo", "Ada"])


def test_reserved_seats_are_for_their_persons_only() -> None:
    logged = rematch()
    frame = frame_of(logged.table, "bo", None, 0)
    assert frame.reserved == [0]
    assert frame_of(logged.table, "cy", None, 0).reserved == frame_of(logged.table, "", None, 0).reserved == []
    assert [(seat.kind, seat.name, seat.reserved) for seat in frame.seats] == [
        ("open", "Bo", True),
        ("open", "Ada", True),
    ]
    assert logged.sit(CY, 0).error == "seat 0 is reserved for another player"
    assert logged.sit(BO, 0).ok
    assert logged.sit(ADA, 1).ok
    assert logged.table.status == "playing"


def test_declining_a_rematch_frees_the_seat_and_is_announced() -> None:
    logged = rematch()
    assert logged.sit(ADA, 1).ok
    assert logged.execute(CY, Decline(command="no")).error == "no seat is reserved for you"
    assert logged.execute(BO, Decline(command="no")).ok
    frame = frame_of(logged.table, "ada", 1, 0)
    assert noticed(frame) == [("sat", 1, "Ada"), ("declined", 0, "Bo")]
    assert frame.seats[0] == Seat("open", "")
    assert logged.sit(CY, 0).ok


def test_the_opener_may_put_a_bot_on_a_reserved_seat() -> None:
    logged = rematch()
    assert logged.execute(ADA, Invite(command="i", seat=0, bot="greedy")).ok
    assert frame_of(logged.table, "bo", None, 0).reserved == []


def test_a_person_may_have_another_name_on_a_seat() -> None:
    logged = Logged()
    assert logged.execute(ADA, Sit(command="a", seat=0, name="  ")).ok
    assert logged.execute(ADA, Sit(command="b", seat=1, name=" Tante  Jo ")).ok
    assert [seat.name for seat in logged.table.seats] == ["Ada", "Tante Jo"]


def test_a_person_without_a_name_is_a_guest_in_a_record() -> None:
    logged = Logged()
    logged.sit(Person("ada", ""), 0)
    logged.sit(BO, 1)
    assert [seat.name for seat in logged.table.shown_seats] == ["", "Bo"]
    assert logged.table.record().players == ["Guest", "Bo"]


def test_a_stand_in_decides_nothing_for_a_person_who_is_back() -> None:
    logged = started()
    person, table = logged.actor(), logged.table
    seat = table.actor
    assert seat is not None
    assert table.state is not None
    assert logged.execute(person, Leave(command="l", seat=seat)).ok
    thought = table.state.legal()[0]
    assert table.propose_for_bot(seat, thought, table.ply, 1.0, stand_in=False) is not None
    assert logged.sit(person, seat).ok
    assert table.propose_for_bot(seat, thought, table.ply, 1.0, stand_in=False) is None
    assert table.propose_for_bot(seat, thought, table.ply, 1.0, stand_in=True) is not None
