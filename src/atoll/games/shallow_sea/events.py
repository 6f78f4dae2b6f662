"""What one seat sees happen in Shallow Sea, as plain data; both positions have been through `hide`."""

from collections.abc import Iterator
from typing import Any

from atoll.core.contract import OVER
from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.achievements import broken
from atoll.games.shallow_sea.choosing import described
from atoll.games.shallow_sea.names import COLOUR_NAMES
from atoll.games.shallow_sea.notation import POOL_NAMES
from atoll.games.shallow_sea.outcome import rank, won_by
from atoll.games.shallow_sea.tiles import fish_name, named

Event = dict[str, Any]

EVENTS = (
    "start_tile", "start_draw", "refresh", "refresh_free", "combine", "lionfish", "take", "take_tile", "take_fish",
    "draw", "place_tile", "place_fish", "finish_coral", "finish_creature", "shell", "shell_lost", "lift_fish",
    "move_fish", "lift_coral", "move_coral", "turn_coral", "end_turn", "broken", "refill_tile", "refill_fish",
    "closed", "end_spaces", "end_fish", "rank", "no_rank", "win_points", "win_shells", "win_shared",
)  # fmt: skip


def events(before: State, decision: int, after: State) -> list[Event]:
    """Return what happened between two positions, in order."""
    return [*_deed(before, decision, after), *_refills(before, decision, after), *_ending(after)]


def _deed(before: State, decision: int, after: State) -> Iterator[Event]:
    """Tell the decision itself, whether it broke a modified rule (S53), and the shell it brought."""
    b, a = before.fields, after.fields
    seat = b.actor
    deed = described(before, decision)
    kind = deed.pop("kind")
    if kind in ("lionfish", "lionfish_fish"):
        fish = next(colour for colour in range(kernel.COLOURS) if a.lionfish[colour] > b.lionfish[colour])
        kind, deed = "lionfish", {"fish": fish_name(fish), "count": sum(a.lionfish)}
    if kind == "draw":
        deed = {**named(a.tile), "pool": deed["pool"], "fish": fish_name(a.fish)}
    yield {"event": "end_turn" if kind == "end" else kind, "seat": seat, **deed}
    if broken(after, seat) and not broken(before, seat):
        yield {"event": "broken", "seat": seat, "rule": a.modified}
    if kind in ("finish_coral", "finish_creature"):
        gained = a.shells[seat] > b.shells[seat]
        yield {"event": "shell" if gained else "shell_lost", "seat": seat, "shells": a.shells[seat]}


def _refills(before: State, decision: int, after: State) -> Iterator[Event]:
    """Tell what came into the pools, slot by slot, and the creature that the next seat drew (S13, S14, S19, S20)."""
    b, a = before.fields, after.fields
    refreshed = None
    if decision < kernel.COMBINE:
        refreshed = decision - (kernel.REFRESH if decision < kernel.FREE_REFRESH else kernel.FREE_REFRESH)
    closed = b.closed
    for pool, name in enumerate(POOL_NAMES):
        for slot, piece in enumerate(a.pool[pool]):
            if piece < 0 or (pool != refreshed and b.pool[pool][slot] != kernel.NONE):
                continue
            place = {"pool": name, "slot": slot + 1}
            if pool == kernel.FISH_POOL:
                yield {"event": "refill_fish", "fish": COLOUR_NAMES[piece], **place}
                continue
            if pool == kernel.CREATURE_POOL and piece < kernel.CREATURE and not closed:
                closed = True
                yield {"event": "closed"}
            yield {"event": "refill_tile", **named(piece), **place}
    if a.turn < 0 and a.turn != b.turn and a.stage == kernel.START_PLACING:
        yield {"event": "start_draw", "seat": a.actor, **named(a.tile)}


def _ending(after: State) -> Iterator[Event]:
    """Tell how the game ended (S29, S31, S48 to S50)."""
    a = after.fields
    if a.actor != OVER:
        return
    yield {"event": "end_spaces" if a.turn == a.seats * kernel.ROUNDS else "end_fish"}
    scores = after.scores()
    if a.seats == 1 and a.mode == kernel.FAMILY:
        return
    if a.seats == 1:
        name = rank(after)
        told = {"seat": 0, "points": scores[0]}
        yield {"event": "rank", **told, "rank": name} if name else {"event": "no_rank", **told}
        return
    winners = [seat for seat, place in enumerate(after.ranking()) if place == 1]
    yield {"event": f"win_{won_by(after)}", "seats": winners, "scores": scores}
