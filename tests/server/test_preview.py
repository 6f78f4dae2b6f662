"""What messengers show of a link to a table."""

import asyncio
import re
from html import unescape

import pytest
from starlette.datastructures import URL, Headers
from starlette.requests import Request

import atoll
from atoll.server import preview
from atoll.server.entries import AnyEntry, Created, Decided, Invited, Sat, pack
from atoll.server.static import Static
from server.serving import Served
from server.test_fuzz import Memory

SECRET = "never told"
CREATED = Created(at=0.0, by="ada", game="reef", rules=1, seats=2, options={}, secret=SECRET)


def tags(*entries: AnyEntry, path: str = "/t/abcdef", accept: str = "en") -> dict[str, str]:
    """Return the tags of the page of a table with that log."""

    class Logs(Memory):
        async def beginning(self, game: str) -> list[bytes]:
            return [pack(entry) for entry in entries] if game == "abcdef" else []

    head = asyncio.run(preview.head(Logs(), URL(f"https://play.example{path}"), Headers({"accept-language": accept})))
    assert SECRET not in head.decode()
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', head.decode())
    assert len(found) == head.count(b"<")
    return {name: unescape(text) for name, text in found}


def sat(name: str, by: str = "ada", seat: int = 0) -> Sat:
    return Sat(at=0.0, by=by, seat=seat, name=name)


def test_a_link_says_who_invites_to_what_and_shows_the_game() -> None:
    found = tags(CREATED, Invited(at=0.0, seat=1, bot="crab"), sat("Zosia"))
    assert found["og:title"] == "Zosia invites you to Reef"
    assert found["og:url"] == "https://play.example/t/abcdef"
    assert found["og:image"] == "https://play.example/api/games/reef/preview.png"
    assert "coral" in found["og:description"]


@pytest.mark.parametrize(
    ("accept", "title"),
    [("pl-PL,pl;q=0.9,en;q=0.5", "Zosia zaprasza"), ("de, it;q=0.4", "Zosia ti invita"), ("", "Zosia invites you")],
)
def test_it_is_in_the_readers_language(accept: str, title: str) -> None:
    assert tags(CREATED, sat("Zosia"), accept=accept)["og:title"].startswith(title)


def test_a_host_without_a_name_or_a_seat_is_not_named() -> None:
    for entries in ([CREATED], [CREATED, sat("")], [CREATED, sat("Bo", by="bo")]):
        assert tags(*entries)["og:title"] == "You are invited to Reef"


def test_a_name_is_text_and_nothing_else() -> None:
    name = '"><script>alert(1)</script>&'
    assert tags(CREATED, sat(name))["og:title"] == f"{name} invites you to Reef"


def test_a_replay_is_no_invitation() -> None:
    assert tags(CREATED, sat("Zosia"), path="/r/abcdef")["og:title"] == "Reef: replay"


@pytest.mark.parametrize("path", ["/", "/t/nobodys", "/t/%22", "/t/abcdef/more", "/settings"])
def test_other_pages_have_none(path: str) -> None:
    assert tags(CREATED, path=path) == {}


def test_without_the_database_or_the_game_the_page_is_plain() -> None:
    assert tags(Created(at=0.0, game="chess", rules=1, seats=2, options={}, secret=SECRET)) == {}
    assert tags(Decided(at=0.0, seat=0, decision=1)) == {}


def test_the_page_is_the_clients_with_these_tags_in_its_head(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<head><title>Atoll</title></head><body></body>", encoding="utf-8")
    static = Static(folder)

    def page(head: bytes) -> tuple[bytes, str]:
        request = Request({"type": "http", "method": "GET", "path": "/t/abcdef", "headers": []})
        answer = static.answer(request, head)
        assert "content-security-policy" in answer.headers
        return bytes(answer.body), answer.headers["etag"]

    plain, tag = page(b"")
    found, other = page(b"<meta />")
    assert found == plain.replace(b"</head>", b"<meta />  </head>")
    assert tag != other
    assert page(b"<meta />") == (found, other)


def test_every_game_has_a_picture_that_messengers_take(served: Served) -> None:
    for kind in atoll.games().values():
        picture = kind.file(preview.PICTURE).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1200, 630)
        assert len(picture) < 300_000
    assert served.refused("GET", "/api/games/chess/preview.png")[0] == 404
