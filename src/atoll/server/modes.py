"""How a game is played, in short: a preset, and the options that differ from it."""

from collections.abc import Mapping

from atoll.core.game import Game, Value


def mode(kind: Game, options: Mapping[str, Value]) -> tuple[str, dict[str, Value]]:
    """Return the preset that most of the options belong to, or "", and the other options that are not the default."""
    fitting = [name for name, chosen in kind.presets.items() if chosen and chosen.items() <= options.items()]
    preset = max(fitting, key=lambda name: len(kind.presets[name]), default="")
    default = {option.name: option.values[0] for option in kind.options} | dict(kind.presets.get(preset, {}))
    return preset, {name: value for name, value in options.items() if value != default[name]}
