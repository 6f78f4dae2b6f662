"""One game in every mode and with every option of the new-table screen, played by clicks from start to end."""

from collections import Counter
from collections.abc import Callable

import atoll
from e2e.modes import AUTOPLAY, MAX_DECISIONS, every_value, expect_result, finish, modes, open_table, screen_of, start
from e2e.visitor import TIMEOUT, Visitor
from server.serving import Served

Visit = Callable[..., Visitor]
AT_ONCE = 2
"""Tables played at the same time: one processor for the server, one for the browser."""


def test_every_mode_and_option_is_played_to_its_result(visit: Visit, served: Served, game_id: str) -> None:
    rules = atoll.find_games()[game_id]
    players = [visit("/", script=AUTOPLAY) for _ in range(AT_ONCE)]
    friend = visit("/", script=AUTOPLAY)
    players[0].open(f"/new/{game_id}")
    wanted = list(modes(rules, screen_of(players[0])))
    offered, chosen, played = set(), set(), set()
    could, did = Counter[str](), Counter[str]()
    troubles = []
    for number in range(0, len(wanted), AT_ONCE):
        tables = list(zip(players, wanted[number : number + AT_ONCE], strict=False))
        for player, mode in tables:
            there, on = open_table(player, game_id, mode)
            offered |= there
            chosen |= on
            how = {"seed": number, "limit": MAX_DECISIONS, "used": did, "undo": mode.players in ("alone", "bot")}
            if mode.players == "friends":
                join(friend, player)
                start(friend, **how)
            start(player, **how)
        for player, mode in tables:
            for done in [finish(player)] + ([finish(friend)] if mode.players == "friends" else []):
                could.update(done["offered"])
                did.update(done["clicked"])
                troubles += [f"{mode}: {done['trouble']}"] if done["trouble"] else []
            if not troubles:
                frame = served.get(f"/api/tables/{player.table}")
                played |= {(name, str(value)) for name, value in frame["view"]["options"].items()}
                expect_result(player, frame)
    assert "\n".join(troubles) == ""
    assert every_value(rules) - played == set(), "option values that no table had"
    assert offered - chosen == set(), "controls that were never chosen"
    assert could.keys() - did.keys() == set(), "kinds of choices that were never clicked"


def join(friend: Visitor, opener: Visitor) -> None:
    """Take every open seat at a friend's table, in another browser."""
    friend.open(f"/t/{opener.table}")
    while free := open_seats(opener):
        friend.act("sit").first.click()
        for _ in range(TIMEOUT // 50):
            if open_seats(opener) < free:
                break
            friend.page.wait_for_timeout(50)
        else:
            raise AssertionError("a seat can't be taken")
    opener.await_state("it.status === 'playing'")


def open_seats(opener: Visitor) -> int:
    """Return the number of open seats of a table."""
    seats = opener.served.get(f"/api/tables/{opener.table}")["seats"]
    return sum(seat["kind"] == "open" for seat in seats)
