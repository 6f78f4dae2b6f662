"""`atoll serve`, the table server, and `atoll verify`, which checks the deal of a server's game."""

import os
import socket
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import console, ready, words_for
from atoll.core.files import atomic_write, check_writeable
from atoll.core.game import add_games, find_games
from atoll.core.record import Record
from atoll.kit.errors import InvalidOption, InvalidRecord


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 is any free port.")] = 8000,
    database: Annotated[
        str | None,
        Parameter(
            help="A file (SQLite), or postgresql://... for several processes; default: a file in your data directory."
        ),
    ] = None,
    workers: Annotated[int, Parameter(help="Processes; more than one needs PostgreSQL.")] = 1,
    origin: Annotated[
        list[str] | None, Parameter(negative=(), help="Another origin whose pages may connect; may be repeated.")
    ] = None,
    games: Annotated[Path | None, Parameter(help="A folder whose folders are games, to be played as well.")] = None,
    limits: Annotated[
        bool, Parameter(help="Rate limits for each guest and address; disable for load tests only.")
    ] = True,
) -> None:
    """Serve tables to play at, until stopped with Ctrl-C."""
    if games:
        add_games(games)
    from atoll.server.run import check_database, check_settings, default_database, run

    location, origins = database or default_database(), origin or []
    check_settings(port, location, workers, origins)
    port = free_port(host, port)
    check_database(location)
    for game in find_games().values():
        ready(game, words_for(None).language, bots=True)
    shown = location if "://" not in location else "PostgreSQL"
    console.print(f"Atoll serves {address(host, port)} with {shown}", markup=False)
    run(host, port, location, workers, origins, limited=limits)


def address(host: str, port: int) -> str:
    """Return the address of a server for a browser.

    >>> address("127.0.0.1", 8000), address("::1", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:8000')
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def free_port(host: str, port: int) -> int:
    """Return a port that is free at every address of a host: the one wanted, or any for 0; refuse one that is not."""
    wanted = port
    try:
        for family, type_, protocol, _, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, type_, protocol) as probe:
                if os.name == "posix":  # elsewhere it would take the port from the program that has it
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((found[0], port, *found[2:]))
                port = probe.getsockname()[1]
    except OSError as error:
        raise InvalidOption(f"{address(host, wanted)} can't be served: {error.strerror}") from None
    except UnicodeError:
        raise InvalidOption(f"--host {host}: is not a host name") from None
    return port


def export(
    file: Path,
    /,
    *,
    database: Annotated[str | None, Parameter(help="As for `atoll serve`.")] = None,
) -> None:
    """Write all tables and persons of a server into a file of JSON lines. It holds the secrets of running games."""
    from atoll.server.run import check_settings, default_database, export_to

    location = database or default_database()
    check_settings(0, location, 1, [])
    if "://" not in location and not Path(location).is_file():
        raise InvalidOption(f"--database {location}: there is no such file")
    check_writeable(file, InvalidOption)
    with atomic_write(file, InvalidOption) as part:
        tables, persons = export_to(location, part)
    console.print(f"{tables} tables and {persons} persons are written to {file}", markup=False)


def verify(file: Path, /) -> None:
    """Check the deal of a server's game: the secret is the committed one, and secret and nonces give this deal."""
    record = Record.read(file)
    proof = record.proof
    if proof is None:
        raise InvalidRecord(f"{file}: has no commitment, secret and nonces: it does not come from a table server")
    if not proof.valid:
        raise InvalidRecord(f"{file}: secret: is not the one that was committed to before the deal")
    deal = record.deal
    if record.game.deal(deal.seats, proof.seed, dict(deal.options), deal.edition) != deal:
        raise InvalidRecord(f"{file}: deal: is not the one that secret and nonces give")
    console.print(
        f"{file}: the deal is fair: it follows from the committed secret and {len(proof.nonces)} nonces", markup=False
    )
