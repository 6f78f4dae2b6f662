"""What messengers show of a link to a table: who invites to what, in words and with the game's picture.

It is made from the entries that a table's log begins with, and goes into the page's head as Open Graph tags.
"""

import logging
import re
from html import escape
from pathlib import Path

from starlette.datastructures import URL, Headers

from atoll.core.errors import UnknownGame
from atoll.core.game import Game, game
from atoll.core.locale import ENGLISH, LANGUAGES, load_words
from atoll.server.entries import Created, Sat, unpack
from atoll.server.store import Store

log = logging.getLogger("atoll.server")
PICTURE = "preview.png"
WORDS = Path(__file__).with_name("locales")
PAGES = re.compile(r"/(?P<screen>[tr])/(?P<table>[a-z2-9]{1,32})/?")
WANTED = re.compile(r"([a-z]{2,3})[a-z0-9-]*(?:\s*;\s*q\s*=\s*([01](?:\.\d+)?))?")


async def head(store: Store, url: URL, headers: Headers) -> bytes:
    """Return the tags for a page's head; nothing for pages that are not about a table."""
    page = PAGES.fullmatch(url.path)
    if page is None:
        return b""
    try:
        entries = [unpack(body) for body in await store.beginning(page["table"])]
        return _tags(entries, page["screen"], url, language(headers.get("accept-language", ""))) if entries else b""
    except UnknownGame:
        return b""
    except Exception:
        # The page itself needs no database.
        log.exception("table %s has no preview", page["table"])
        return b""


def language(accepted: str) -> str:
    """Return the language that a reader wants most of those we speak.

    >>> language("de-AT, pl;q=0.6, it-IT;q=0.8"), language("*"), language("")
    ('it', 'en', 'en')
    """
    found = [(float(weight or 1), name) for name, weight in WANTED.findall(accepted.lower()) if name in LANGUAGES]
    return max(found, key=lambda one: one[0], default=(0, ENGLISH))[1]


def _tags(entries: list[object], screen: str, url: URL, spoken: str) -> bytes:
    created, *rest = entries
    assert isinstance(created, Created)
    kind = game(created.game)
    words, own = load_words(kind.file("locales"), spoken), load_words(WORDS, spoken)
    origin = f"{url.scheme}://{url.netloc}"
    host = next((entry.name for entry in rest if isinstance(entry, Sat) and entry.by == created.by), "")
    if screen == "r":
        title = own("replay.of", game=words("name"))
    else:
        title = own("invite.by" if host else "invite.to", game=words("name"), player=host)
    tags = {
        "og:site_name": "Atoll",
        "og:type": "website",
        "og:title": title,
        "og:description": words("about"),
        "og:url": f"{origin}{url.path}",
        **_picture(kind, origin),
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    return "".join(f"    {line}\n" for line in lines).encode()


def _picture(kind: Game, origin: str) -> dict[str, str]:
    if not kind.file(PICTURE).is_file():
        return {"og:image": f"{origin}/icon-512.png", "twitter:card": "summary"}
    size = {"og:image:width": "1200", "og:image:height": "630"}
    return {"og:image": f"{origin}/api/games/{kind.id}/{PICTURE}", **size, "twitter:card": "summary_large_image"}
