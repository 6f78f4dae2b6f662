"""Advice before a game, and the hints on choices during a turn (S23 to S25, S52, S54)."""

from typing import Any

import msgspec

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.view.advice import guide
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import position

GUIDED = "A1+A3+B1+B3+C1+C3+C4+D1+E3+F1"


def advise(seats: int = 2, **options: str) -> dict[str, Any]:
    return SEA.advise(options, seats)


def warnings(creatures: str) -> list[dict[str, Any]]:
    advice: list[dict[str, Any]] = advise(creatures=creatures)["advice"]
    return advice


def offers(state: State) -> dict[str, Any]:
    return {choice.text: choice for choice in state.view(state.actor).legal}


def test_S54_types_that_follow_the_guide_get_no_warning() -> None:
    assert warnings(GUIDED) == []
    assert advise() == {"idle": [], "advice": []}


def test_S54_advice_names_groups_with_too_many_types_and_a_missing_last_group() -> None:
    assert warnings("A1+A2+A3+B1+B2+C1+C2+C3+D1+E1") == [
        {"key": "many", "group": "A", "most": 2, "count": 3},
        {"key": "missing", "group": "F"},
    ]
    assert warnings("A1+B2+C1+C2+C3+D1+E1+E3+F1+F2") == [{"key": "many", "group": "F", "most": 1, "count": 2}]


def test_S54_advice_warns_if_all_types_look_for_fish_or_all_for_corals() -> None:
    assert {"key": "only_corals"} in warnings("A1+A2+B1+B3+C1+C2+C3+D1+E1+F1")
    # Only nine standard types look for fish; ten need another edition.
    assert {"key": "only_fish"} in guide(["A3", "A4", "B2", "B4", "C4", "D3", "D4", "E3", "E4"], SEA.standard)


def test_S54_scenarios_get_no_warning() -> None:
    for number in range(1, layout.SCENARIOS + 1):
        assert advise(scenario=str(number), creatures="A1+A2+A3+B1+B2+C1+C2+C3+D1+E1")["advice"] == []


def test_options_fixed_by_other_options_are_idle() -> None:
    assert advise(scenario="3")["idle"] == ["creatures", "orange", "blue"]
    assert advise(mode="family")["idle"] == ["orange", "blue"]
    assert advise(modified="5")["idle"] == advise(modified="8")["idle"] == ["matching_fish"]
    assert advise(1)["idle"] == ["first_player"]
    assert advise(scenario="3", modified="4")["advice"] == [{"key": "both_kinds"}]


def test_idle_options_change_no_deal() -> None:
    for options, other in (
        ({"scenario": "3"}, {"creatures": GUIDED, "orange": "5", "blue": "6"}),
        ({"mode": "family"}, {"orange": "5", "blue": "6"}),
        ({"modified": "5"}, {"matching_fish": True}),
        ({"modified": "8"}, {"matching_fish": True}),
    ):
        one, two = SEA.deal(2, 7, options), SEA.deal(2, 7, {**options, **other})
        for name in ("types", "cards", "pool", "fish_bag", "coral_bag"):
            assert getattr(one.fields, name) == getattr(two.fields, name)


def test_S52_scenarios_are_among_the_components() -> None:
    scenarios = [item for item in SEA.components(SEA.standard)["items"] if "scenario" in item]
    assert [one["scenario"] for one in scenarios] == list(range(1, layout.SCENARIOS + 1))
    for one in scenarios:
        view = SEA.deal(1, 1, {"scenario": str(one["scenario"])}).view(0)
        assert view.types == sorted(one["types"])
        assert msgspec.to_builtins(view.cards) == {"orange": [one["orange"]], "blue": [one["blue"]]}


# In the middle of a turn


def test_S25_a_fish_shows_what_it_makes_ready_while_the_tile_is_in_hand() -> None:
    found = offers(position("c2:1^", "c1r", stage=layout.PLACING, hand="2", hand_fish="r"))
    assert found["drop d2"].ready == ["c2"]
    assert found["drop d2"].preview.best >= 5
    assert found["drop b2"].ready == []
    assert found["drop b2"].preview.best == found["drop b2"].preview.points


def test_S23_finishing_shows_what_it_spoils() -> None:
    found = offers(position("c2:1^ e2:2>", "c1r d2r f2r", stage=layout.FINISHING))
    assert found["finish c2 N"].spoils == []
    assert found["finish c2 E"].spoils == ["e2"]
    assert found["finish c2 N"].preview.best > found["finish c2 E"].preview.best


def test_S24_finishing_shows_what_becomes_ready() -> None:
    found = offers(position("c2:C3^ d1:3^", "d0r e1y", stage=layout.FINISHING))
    assert found["finish d1 N"].ready == []
    found = offers(position("c2:C3^ d1:3^ b3:1^r", "d0r e1y", stage=layout.FINISHING))
    assert found["finish d1 N"].ready == ["c2"]
