"""`atoll serve`, the table server, and `atoll verify`, which checks the deal of a server's game."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import console, ready, words_for
from atoll.core.errors import InvalidOption, InvalidRecord
from atoll.core.game import games
from atoll.core.record import Record


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
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
    for kind in games().values():
        ready(kind, words_for(None).language, bots=True)
    place = database or default_database()
    check(place, workers)
    shown = place if "://" not in place else "PostgreSQL"
    console.print(f"Atoll serves http://{host}:{port} with {shown}", markup=False)
    run(host, port, place, workers, " ".join(origin or []), limited=limits)


def export(
    file: Path,
    /,
    *,
    database: Annotated[str | None, Parameter(help="As for `atoll serve`.")] = None,
) -> None:
    """Write everything a server knows into a file of JSON lines. It holds the secrets of running games."""
    from atoll.server.run import default_database, export_to

    part = file.with_name(f"{file.name}.part")
    try:
        games, persons = export_to(database or default_database(), part)
        part.replace(file)
    except OSError as error:
        raise InvalidOption(f"{file}: can't be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
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
    console.print(f"{file}: the deal is fair: it follows from the committed secret and {len(proof.nonces)} nonces")
