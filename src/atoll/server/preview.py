"""Link previews for messengers: who invites to which game, with the game's picture.

Made from a table's first entries, as Open Graph tags in the page's head.
"""

import logging
import re
from html import escape
from pathlib import Path

from starlette.datastructures import URL, Headers

from atoll.core.game import Game, find_game
from atoll.kit.errors import UnknownGame
from atoll.kit.locale import ENGLISH, LANGUAGES, load_words
from atoll.server.entries import Created, Sat, unpack
from atoll.server.store import Store

log = logging.getLogger("atoll.server")
PICTURE = "preview.png"
WORDS = Path(__file__).with_name("locales")
PAGES = re.compile(r"/(?P<screen>[tr])/(?P<table>[a-z2-9]{1,32})/?")
ACCEPTED = re.compile(r"([a-z]{2,3})[a-z0-9-]*(?:\s*;\s*q\s*=\s*([01](?:\.\d+)?))?")


async def head(store: Store, url: URL, headers: Headers) -> bytes:
    """Return the tags for a page's head; empty for pages that are not about a table."""
    page = PAGES.fullmatch(url.path)
    if page is None:
        return b""
    try:
        entries = [unpack(body) for body in await store.first_entries(page["table"])]
        return _tags(entries, page["screen"], url, language(headers.get("accept-language", ""))) if entries else b""
    except UnknownGame:
        return b""
    except Exception:
        # The page itself needs no database.
        log.exception("table %s has no preview", page["table"])
        return b""


def language(accepted: str) -> str:
    """Return the supported language that an Accept-Language header prefers.

    >>> language("de-AT, pl;q=0.6, it-IT;q=0.8"), language("*"), language("")
    ('it', 'en', 'en')
    """
    found = [(float(weight or 1), name) for name, weight in ACCEPTED.findall(accepted.lower()) if name in LANGUAGES]
    return max(found, key=lambda pair: pair[0], default=(0, ENGLISH))[1]


def _tags(entries: list[object], screen: str, url: URL, language: str) -> bytes:
    created, *rest = entries
    assert isinstance(created, Created)
    game = find_game(created.game)
    game_words, words = game.words(language), load_words(WORDS, language)
    origin = f"{url.scheme}://{url.netloc}"
    opener = next((entry.name for entry in rest if isinstance(entry, Sat) and entry.by == created.by), "")
    if screen == "r":
        title = words("replay.of", game=game_words("name"))
    else:
        title = words("invite.by" if opener else "invite.to", game=game_words("name"), player=opener)
    tags = {
        "og:site_name": "Atoll",
        "og:type": "website",
        "og:title": title,
        "og:description": game_words("about"),
        "og:url": f"{origin}{url.path}",
        **_picture(game, origin),
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    return "".join(f"    {line}\n" for line in lines).encode()


def _picture(game: Game, origin: str) -> dict[str, str]:
    if not game.file(PICTURE).is_file():
        return {"og:image": f"{origin}/icon-512.png", "twitter:card": "summary"}
    size = {"og:image:width": "1200", "og:image:height": "630"}
    return {"og:image": f"{origin}/api/games/{game.id}/{PICTURE}", **size, "twitter:card": "summary_large_image"}
