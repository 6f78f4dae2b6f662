"""Link previews for messengers."""

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
from server.logged import LogStore
from server.serving import Served

SECRET = "never shown"
CREATED = Created(at=0.0, by="ada", game="reef", rules=1, seats=2, options={}, secret=SECRET)


def tags(*entries: AnyEntry, path: str = "/t/abcdef", accept: str = "en") -> dict[str, str]:
    """Return the tags in the page of a table with these entries."""

    class Logs(LogStore):
        async def first_entries(self, table_id: str) -> list[bytes]:
            return [pack(entry) for entry in entries] if table_id == "abcdef" else []

    head = asyncio.run(preview.head(Logs(), URL(f"https://play.example{path}"), Headers({"accept-language": accept})))
    assert SECRET not in head.decode()
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', head.decode())
    assert len(found) == head.count(b"<")
    return {name: unescape(text) for name, text in found}


def sat(name: str, by: str = "ada", seat: int = 0) -> Sat:
    return Sat(at=0.0, by=by, seat=seat, name=name)


def test_a_preview_names_the_opener_and_the_game_and_has_its_picture() -> None:
    found = tags(CREATED, Invited(at=0.0, seat=1, bot="crab"), sat("Zosia"))
    assert found["og:title"] == "Zosia invites you to Reef"
    assert found["og:url"] == "https://play.example/t/abcdef"
    assert found["og:image"] == "https://play.example/api/games/reef/preview.png"
    assert "coral" in found["og:description"]


@pytest.mark.parametrize(
    ("accept", "title"),
    [("pl-PL,pl;q=0.9,en;q=0.5", "Zosia zaprasza"), ("de, it;q=0.4", "Zosia ti invita"), ("", "Zosia invites you")],
)
def test_a_preview_is_in_the_readers_language(accept: str, title: str) -> None:
    assert tags(CREATED, sat("Zosia"), accept=accept)["og:title"].startswith(title)


def test_an_opener_without_a_name_or_a_seat_is_not_named() -> None:
    for entries in ([CREATED], [CREATED, sat("")], [CREATED, sat("Bo", by="bo")]):
        assert tags(*entries)["og:title"] == "You are invited to Reef"


def test_a_name_is_escaped() -> None:
    name = '"><script>alert(1)</script>&'
    assert tags(CREATED, sat(name))["og:title"] == f"{name} invites you to Reef"


def test_a_replay_is_not_an_invitation() -> None:
    assert tags(CREATED, sat("Zosia"), path="/r/abcdef")["og:title"] == "Reef: replay"


@pytest.mark.parametrize("path", ["/", "/t/nobodys", "/t/%22", "/t/abcdef/more", "/settings"])
def test_other_pages_have_no_preview(path: str) -> None:
    assert tags(CREATED, path=path) == {}


def test_without_the_database_or_the_game_there_is_no_preview() -> None:
    assert tags(Created(at=0.0, game="chess", rules=1, seats=2, options={}, secret=SECRET)) == {}
    assert tags(Decided(at=0.0, seat=0, decision=1)) == {}


def test_the_tags_are_in_the_head_of_the_clients_page(tmp_path_factory: pytest.TempPathFactory) -> None:
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


def test_every_game_has_a_picture_that_messengers_accept(served: Served) -> None:
    for game in atoll.find_games().values():
        picture = game.file(preview.PICTURE).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1200, 630)
        assert len(picture) < 300_000
    assert served.refused("GET", "/api/games/chess/preview.png")[0] == 404
