"""One whole game in every mode and with every option that the new-table screen offers, clicked from start to end."""

from collections import Counter
from collections.abc import Callable

import atoll
from e2e.modes import AUTOPLAY, MOST_DECISIONS, every_value, finish, modes, open_table, result_is_told, screen_of, start
from e2e.people import SECONDS, Visitor
from server.serving import Served

Visit = Callable[..., Visitor]
AT_ONCE = 2
"""Tables that are played at the same time: the server has one processor, the browser another."""


def test_every_mode_and_option_is_played_to_its_result(visit: Visit, served: Served, kind: str) -> None:
    game = atoll.games()[kind]
    players = [visit("/", script=AUTOPLAY) for _ in range(AT_ONCE)]
    friend = visit("/", script=AUTOPLAY)
    players[0].open(f"/new/{kind}")
    wanted = list(modes(game, screen_of(players[0])))
    offered, chosen, played = set(), set(), set()
    could, did = Counter[str](), Counter[str]()
    troubles = []
    for number in range(0, len(wanted), AT_ONCE):
        tables = list(zip(players, wanted[number : number + AT_ONCE], strict=False))
        for player, mode in tables:
            there, on = open_table(player, kind, mode)
            offered |= there
            chosen |= on
            how = {"seed": number, "limit": MOST_DECISIONS, "used": did, "undo": mode.way in ("alone", "bot")}
            if mode.way == "friends":
                join(friend, player)
                start(friend, **how)
            start(player, **how)
        for player, mode in tables:
            for done in [finish(player)] + ([finish(friend)] if mode.way == "friends" else []):
                could.update(done["offered"])
                did.update(done["clicked"])
                troubles += [f"{mode}: {done['trouble']}"] if done["trouble"] else []
            if not troubles:
                frame = served.get(f"/api/tables/{player.table}")
                played |= {(name, str(value)) for name, value in frame["view"]["options"].items()}
                result_is_told(player, frame)
    assert "\n".join(troubles) == ""
    assert every_value(game) - played == set(), "values that no table was played with"
    assert offered - chosen == set(), "controls of the screen that nobody chose"
    assert could.keys() - did.keys() == set(), "kinds of choices that nobody clicked"


def join(friend: Visitor, host: Visitor) -> None:
    """Take every seat that is open at a friend's table, in a browser of one's own."""
    friend.open(f"/t/{host.table}")
    while free := open_seats(host):
        friend.act("sit").first.click()
        for _ in range(SECONDS // 50):
            if open_seats(host) < free:
                break
            friend.page.wait_for_timeout(50)
        else:
            raise AssertionError("a seat can't be taken")
    host.await_state("it.status === 'playing'")


def open_seats(host: Visitor) -> int:
    """Return how many seats of a table nobody has taken."""
    seats = host.served.get(f"/api/tables/{host.table}")["seats"]
    return sum(seat["kind"] == "open" for seat in seats)
