"""Before the game and in the middle of a turn: what a screen is told beside the bare rules (S25, S52, S54)."""

from typing import Any

from atoll import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.advising import guide
from shallow_sea.oceans import SEA
from shallow_sea.tables import table

GUIDED = "A1+A3+B1+B3+C1+C3+C4+D1+E3+F1"


def told(seats: int = 2, **options: str) -> dict[str, Any]:
    return SEA.advise(options, seats)


def warnings(creatures: str) -> list[dict[str, Any]]:
    advice: list[dict[str, Any]] = told(creatures=creatures)["advice"]
    return advice


def offers(state: State) -> dict[str, dict[str, Any]]:
    return {choice["text"]: choice for choice in state.view(state.actor)["legal"]}


def test_S54_a_set_that_follows_the_guide_needs_no_warning() -> None:
    assert warnings(GUIDED) == []
    assert told() == {"idle": [], "advice": []}


def test_S54_too_many_of_a_group_and_none_of_the_last_are_told() -> None:
    assert warnings("A1+A2+A3+B1+B2+C1+C2+C3+D1+E1") == [
        {"key": "many", "group": "A", "most": 2, "count": 3},
        {"key": "missing", "group": "F"},
    ]
    assert warnings("A1+B2+C1+C2+C3+D1+E1+E3+F1+F2") == [{"key": "many", "group": "F", "most": 1, "count": 2}]


def test_S54_a_set_without_any_mix_is_told() -> None:
    assert {"key": "only_corals"} in warnings("A1+A2+B1+B3+C1+C2+C3+D1+E1+F1")
    # The standard tiles have nine types that look for fish: ten of them are only in an edition of one's own.
    assert {"key": "only_fish"} in guide(["A3", "A4", "B2", "B4", "C4", "D3", "D4", "E3", "E4"], SEA.standard)


def test_S54_scenarios_are_never_warned_of() -> None:
    for number in range(1, kernel.SCENARIOS + 1):
        assert told(scenario=str(number), creatures="A1+A2+A3+B1+B2+C1+C2+C3+D1+E1")["advice"] == []


def test_options_that_others_settle_are_idle() -> None:
    assert told(scenario="3")["idle"] == ["creatures", "orange", "blue"]
    assert told(mode="family")["idle"] == ["orange", "blue"]
    assert told(modified="5")["idle"] == told(modified="8")["idle"] == ["matching_fish"]
    assert told(1)["idle"] == ["first_player"]
    assert told(scenario="3", modified="4")["advice"] == [{"key": "both_kinds"}]


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
    assert [one["scenario"] for one in scenarios] == list(range(1, kernel.SCENARIOS + 1))
    for one in scenarios:
        view = SEA.deal(1, 1, {"scenario": str(one["scenario"])}).view(0)
        assert view["types"] == sorted(one["types"])
        assert view["cards"] == {"orange": [one["orange"]], "blue": [one["blue"]]}


# In the middle of a turn


def test_S25_a_fish_tells_what_it_makes_ready_while_the_tile_is_still_in_hand() -> None:
    found = offers(table("c2:1^", "c1r", stage=kernel.PLACING, hand="2", hand_fish="r"))
    assert found["drop d2"]["ready"] == ["c2"]
    assert found["drop d2"]["preview"]["best"] >= 5
    assert found["drop b2"]["ready"] == []
    assert found["drop b2"]["preview"]["best"] == found["drop b2"]["preview"]["points"]


def test_S23_finishing_tells_what_it_spoils() -> None:
    found = offers(table("c2:1^ e2:2>", "c1r d2r f2r", stage=kernel.FINISHING))
    assert found["finish c2 N"]["spoils"] == []
    assert found["finish c2 E"]["spoils"] == ["e2"]
    assert found["finish c2 N"]["preview"]["best"] > found["finish c2 E"]["preview"]["best"]


def test_S24_finishing_tells_what_becomes_ready() -> None:
    found = offers(table("c2:C3^ d1:3^", "d0r e1y", stage=kernel.FINISHING))
    assert found["finish d1 N"]["ready"] == []
    found = offers(table("c2:C3^ d1:3^ b3:1^r", "d0r e1y", stage=kernel.FINISHING))
    assert found["finish d1 N"]["ready"] == ["c2"]
