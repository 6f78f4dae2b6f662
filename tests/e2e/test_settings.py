"""Every setting can be chosen, is stored on the device, and takes effect."""

import random
from collections.abc import Callable

from e2e.conftest import DRAWN
from e2e.visitor import Visitor

Visit = Callable[..., Visitor]
CONTROLS = """() => Object.fromEntries(
    [...Map.groupBy(document.querySelectorAll("main :is(select, [type=radio], [type=checkbox])"), (one) =>
        one.name || one.id || one.dataset.action)].map(([name, all]) => [name,
            all[0].tagName === "SELECT" ? [...all[0].options].map((one) => one.value)
            : all[0].type === "radio" ? all.map((one) => one.value)
            : ["on", "off"]]))"""
CHOSEN = """(name) => {
    const all = [...document.querySelectorAll(`main :is([name="${name}"], [id="${name}"], [data-action="${name}"])`)];
    if (all[0].type === "checkbox") return all[0].checked ? "on" : "off";
    return all[0].type === "radio" ? all.find((one) => one.checked)?.value : all[0].value;
}"""


def choose(visitor: Visitor, name: str, value: str) -> None:
    """Choose a value on the settings screen."""
    here = f'main :is([name="{name}"], [id="{name}"], [data-action="{name}"])'
    control = visitor.page.locator(here)
    if control.first.evaluate("one => one.tagName") == "SELECT":
        control.select_option(value)
    elif control.first.get_attribute("type") == "checkbox":
        control.set_checked(value == "on")
    else:
        visitor.page.locator(f'{here}[value="{value}"]').check()


def test_every_setting_can_be_chosen_and_is_stored(visit: Visit) -> None:
    ada = visit("/settings")
    controls: dict[str, list[str]] = ada.page.evaluate(CONTROLS)
    assert len(controls) > 5
    for number in range(max(map(len, controls.values()))):
        wanted = {name: values[number % len(values)] for name, values in controls.items()}
        for name, value in wanted.items():
            choose(ada, name, value)
        ada.open("/settings")
        assert {name: ada.page.evaluate(CHOSEN, name) for name in controls} == wanted


def test_without_confirmation_a_click_ends_the_turn(visit: Visit) -> None:
    ada = visit("/settings")
    choose(ada, "settings-confirm", "off")
    ada.open("/")
    ada.page.click(f'[data-action="play"][data-game="{DRAWN[0]}"]')
    chance = random.Random(21)
    ada.await_turn()
    ply = ada.state()["ply"]
    assert ada.act("confirm").count() == 0
    ada.some_choice(chance).click()
    ada.await_state("it.ply !== arg", ply)
