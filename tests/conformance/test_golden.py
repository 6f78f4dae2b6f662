"""Recorded games and counts of decision sequences stay as they are; these tests also run with the rules interpreted."""

from pathlib import Path

import pytest

from atoll import Game, Record
from atoll.kit.compiled import interpreted
from conformance.golden import RECORDS

DEEP = 1_000  # more sequences than this take too long in plain Python


def test_every_game_has_records_of_every_seat_count(game: Game) -> None:
    seats = {Record.read(path).deal.seats for path in RECORDS if path.parent.parent.name == game.id}
    assert seats == set(range(game.min_players, game.max_players + 1))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_its_result_and_is_written_as_it_was(path: Path) -> None:
    record = Record.read(path)
    assert record.last.over
    assert record.format() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_comes_from_its_seed(path: Path) -> None:
    record = Record.read(path)
    assert record.seed is not None
    assert record.game.deal(record.deal.seats, record.seed, dict(record.deal.options)) == record.deal


def test_the_number_of_decision_sequences(game: Game) -> None:
    head, *lines = game.file("perft.txt").read_text(encoding="utf-8").splitlines()
    assert head.startswith("#")
    assert lines
    for line in lines:
        position, *counts = line.split(" ; ")
        state = game.position(position)
        for depth, count in enumerate(map(int, counts), 1):
            if not interpreted() or count <= DEEP:
                assert game.kernel.perft(state.edition.tables, state.array, depth) == count, (position, depth)
