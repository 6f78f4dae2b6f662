"""The entrants of an arena: a bot by name or from your own module, with a budget.

    greedy              one of Atoll's bots
    mcts@200ms          with this budget instead of `--budget`
    mymodule:MyBot      your class or function, which takes a seed and returns a bot

Only this module imports users' code; names that clients send to a table server are never imported.
"""

import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import msgspec

from atoll.bots import BOTS, Bot, Budget
from atoll.kit.errors import InvalidOption

BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms)?")
BUDGETS = "simulations a decision, such as 2000, or milliseconds, such as 200ms"


class Entrant(msgspec.Struct, frozen=True):
    """A bot in a match: its name in the results, where it comes from, and its budget."""

    name: str
    source: str
    budget: str | None = None

    @property
    def limits(self) -> Budget:
        """The budget as an object."""
        return read_budget(self.budget)

    def factory(self) -> Callable[[int], Bot]:
        """Return the function that creates its bots."""
        return find(self.source)


def read_budget(text: str | None) -> Budget:
    """Parse a budget; without a text there is no limit.

    >>> read_budget("200ms"), read_budget("2000").simulations
    (Budget(simulations=None, milliseconds=200), 2000)
    """
    if text is None:
        return Budget()
    found = BUDGET.fullmatch(text)
    if not found:
        raise InvalidOption(f"a budget is {BUDGETS}; it can't be {text!r}")
    number = int(found[1])
    return Budget(milliseconds=number) if found[2] else Budget(simulations=number)


def read_entrants(text: str, budget: str | None = None) -> tuple[Entrant, ...]:
    """Parse names joined by commas; a bot named again is called NAME#2.

    >>> [entrant.name for entrant in read_entrants("greedy,random@50,greedy")]
    ['greedy', 'random@50', 'greedy#2']
    """
    read_budget(budget)
    entrants: list[Entrant] = []
    seen: dict[str, int] = {}
    for name in (part.strip() for part in text.split(",")):
        source, at, own_budget = name.partition("@")
        find(source)
        if at:
            read_budget(own_budget)
        seen[name] = seen.get(name, 0) + 1
        label = name if seen[name] == 1 else f"{name}#{seen[name]}"
        entrants.append(Entrant(label, source, own_budget if at else budget))
    return tuple(entrants)


def find(source: str) -> Callable[[int], Bot]:
    """Return the function that creates bots, by name or MODULE:NAME; the current directory is searched too."""
    if source in BOTS:
        return BOTS[source]
    module, colon, name = source.partition(":")
    if not colon:
        raise InvalidOption(
            f"there is no bot {source!r}; the bots are {', '.join(BOTS)}, or one of your own as MODULE:NAME"
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: object = import_module(module)
    except (Exception, SystemExit) as error:  # the module may do anything when it is loaded
        raise InvalidOption(f"bot {source!r}: {module} can't be imported: {type(error).__name__}: {error}") from error
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise InvalidOption(f"bot {source!r}: {module} has no class or function {name!r}")
    factory: Callable[[int], Bot] = found
    return factory


def label(entrants: Sequence[Entrant]) -> str:
    """Return the names in one line."""
    return ", ".join(entrant.name for entrant in entrants)
