"""`atoll serve`, the table server, and `atoll verify`, which checks the deal of a server's game."""

import os
import socket
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import console, ready, words_for
from atoll.core.errors import InvalidOption, InvalidRecord
from atoll.core.files import check_writeable, written_whole
from atoll.core.game import games
from atoll.core.record import Record

HIGHEST_PORT = (1 << 16) - 1


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 is any that is free.")] = 8000,
    database: Annotated[
        str | None,
        Parameter(
            help="A file (SQLite), or postgresql://... for many processes; one in your data directory if not given."
        ),
    ] = None,
    workers: Annotated[int, Parameter(help="Processes; more than one needs PostgreSQL.")] = 1,
    origin: Annotated[
        list[str] | None, Parameter(negative=(), help="Another origin whose pages may connect; may be repeated.")
    ] = None,
    limits: Annotated[
        bool, Parameter(help="How fast guests may come, open tables and speak; lift it for a load test only.")
    ] = True,
) -> None:
    """Serve tables to play at, until stopped with Ctrl-C."""
    from atoll.server.run import check, default_database, run

    if not 1 <= workers <= 64:
        raise InvalidOption(f"--workers must be from 1 to 64, not {workers}")
    if not 0 <= port <= HIGHEST_PORT:
        raise InvalidOption(f"--port must be from 0 (any that is free) to {HIGHEST_PORT}, not {port}")
    port = free_port(host, port)
    for kind in games().values():
        ready(kind, words_for(None).language, bots=True)
    place = database or default_database()
    check(place, workers)
    shown = place if "://" not in place else "PostgreSQL"
    console.print(f"Atoll serves {address(host, port)} with {shown}", markup=False)
    run(host, port, place, workers, " ".join(origin or []), limited=limits)


def address(host: str, port: int) -> str:
    """Return where a browser finds a server.

    >>> address("127.0.0.1", 8000), address("::1", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:8000')
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def free_port(host: str, port: int) -> int:
    """Return a port that can be listened to at every address of a host: the one wanted, or for 0 any; or refuse it."""
    wanted = port
    try:
        for family, kind, protocol, _, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as tried:
                if os.name == "posix":  # elsewhere it would take a port from who has it
                    tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind((found[0], port, *found[2:]))
                port = tried.getsockname()[1]
    except OSError as error:
        raise InvalidOption(f"{address(host, wanted)} can't be served: {error.strerror}") from None
    except UnicodeError:
        raise InvalidOption(f"--host {host}: is no name of a host") from None
    return port


def export(
    file: Path,
    /,
    *,
    database: Annotated[str | None, Parameter(help="As for `atoll serve`.")] = None,
) -> None:
    """Write everything a server knows into a file of JSON lines. It holds the secrets of running games."""
    from atoll.server.run import default_database, export_to

    place = database or default_database()
    if "://" not in place and not Path(place).is_file():
        raise InvalidOption(f"--database {place}: there is no such file")
    check_writeable(file, InvalidOption)
    with written_whole(file, InvalidOption) as part:
        games, persons = export_to(place, part)
    console.print(f"{games} games and {persons} persons are written to {file}", markup=False)


def verify(file: Path, /) -> None:
    """Check the deal of a server's game: the secret was committed to, and secret and nonces give this very deal."""
    record = Record.read(file)
    proof = record.proof
    if proof is None:
        raise InvalidRecord(f"{file}: has no commitment, secret and nonces: it does not come from a table server")
    if not proof.kept:
        raise InvalidRecord(f"{file}: secret: is not the one that was committed to before the deal")
    deal = record.deal
    if record.game.deal(deal.seats, proof.seed, dict(deal.options), deal.edition) != deal:
        raise InvalidRecord(f"{file}: deal: is not the one that secret and nonces give")
    told = f"the deal is fair: it follows from the committed secret and {len(proof.nonces)} nonces"
    console.print(f"{file}: {told}", markup=False)
