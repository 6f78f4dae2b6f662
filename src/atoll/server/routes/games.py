"""Routes about the games that can be played here."""

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from atoll.core.game import Game, find_game, find_games
from atoll.kit.errors import UnknownGame
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.kit.locale import ENGLISH, LANGUAGES
from atoll.server.preview import PICTURE
from atoll.server.requests import Problem, number
from atoll.server.services import Services
from atoll.server.static import FOR_A_WHILE


async def list_games(_services: Services, _request: Request) -> Response:
    """Return the games with their options."""
    about = [
        {
            "id": game.id,
            "rules": game.rules,
            "min_players": game.min_players,
            "max_players": game.max_players,
            "minutes": game.minutes,
            "bots": list(LEVEL_NAMES),
            "achievements": game.has("achievements"),
            "components": game.has("components"),
            "options": [option.about() for option in game.options],
            "presets": game.presets,
            "first": game.first,
        }
        for game in find_games().values()
    ]
    return JSONResponse(about)


async def components(_services: Services, request: Request) -> Response:
    """Return the components of a game's standard edition, as data to draw them from."""
    game = _game(request)
    return JSONResponse(game.components(game.standard))


async def advice(_services: Services, request: Request) -> Response:
    """Return what options settle or exclude, before a table is opened with them."""
    game, options = _game(request), dict(request.query_params)
    seats = number(request.query_params, "seats")
    options.pop("seats", None)
    return JSONResponse(game.advise(options, game.min_players if seats is None else seats))


async def words(_services: Services, request: Request) -> Response:
    """Return a game's texts in a language, for clients that have not been built with them."""
    game, language = _game(request), request.query_params.get("language", ENGLISH)
    if language not in LANGUAGES:
        raise Problem(400, f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    return JSONResponse(game.words(language).texts)


async def picture(_services: Services, request: Request) -> Response:
    """Return a game's picture, for messengers that show one beside a link."""
    path = _game(request).file(PICTURE)
    if not path.is_file():
        raise Problem(404, "this game has no picture")
    return FileResponse(path, headers={"Cache-Control": FOR_A_WHILE})


def _game(request: Request) -> Game:
    try:
        return find_game(request.path_params["game"])
    except UnknownGame as error:
        raise Problem(404, str(error)) from None
