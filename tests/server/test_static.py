"""The browser client is served from its folder, and nothing else is."""

import gzip
import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from atoll.cli.serve import free_port
from atoll.server.app import Server
from atoll.server.static import NOT_BUILT, SECURITY
from server.logged import LogStore

SCRIPT = "export const reef = 1;\n" * 100
Answer = tuple[int, dict[str, str], bytes]


class Site:
    """A server in a thread that serves only the client, and raw requests to it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port("127.0.0.1", 0)
        app = Server(LogStore(), client=folder).app()
        settings = uvicorn.Config(app, port=self.port, lifespan="off", ws="none", log_config=None)
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Send a path as written, which a browser or urllib would normalize."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    (place / "secret.txt").write_text("secret", encoding="utf-8")
    built = place / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Atoll</title>", encoding="utf-8")
    (built / "sw.js").write_text("self;", encoding="utf-8")
    (built / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (built / "icon.png").write_bytes(bytes(range(256)))
    (built / "assets" / "index-4fd1.js").write_text(SCRIPT, encoding="utf-8")
    (built / "outside.txt").symlink_to(place / "secret.txt")
    return built


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    found = Site(folder)
    yield found
    found.stop()


@pytest.mark.parametrize(
    ("path", "content_type", "cache"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/icon.png", "image/png", "public, max-age=3600"),
        ("/assets/index-4fd1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
    ],
)
def test_files_have_a_type_and_a_cache_time(site: Site, folder: Path, path: str, content_type: str, cache: str) -> None:
    status, headers, body = site.ask(path)
    assert (status, headers["content-type"], headers["cache-control"]) == (200, content_type, cache)
    assert body == (folder / (path[1:] or "index.html")).read_bytes()
    assert "content-encoding" not in headers
    for name, value in SECURITY.items():
        assert headers[name.lower()] == value


def test_every_other_path_is_the_page(site: Site) -> None:
    page = site.ask("/")[2]
    for path in (
        "/t/kadfsba3a3dp",
        "/rules/reef",
        "/apis",
        "/assets",
        "/index.html",
        "/t/x?seat=1",
        "/%00",
        f"/{'x' * 999}",
    ):
        status, headers, body = site.ask(path)
        assert (status, headers["cache-control"], body) == (200, "no-cache", page)


def test_an_asset_of_an_older_build_is_not_found(site: Site) -> None:
    status, headers, _ = site.ask("/assets/index-0000.js")
    assert status == 404
    assert "immutable" not in headers.get("cache-control", "")


def test_routes_of_the_server_are_not_paths_of_the_client(site: Site) -> None:
    assert site.ask("/healthz")[2] == b'{"ok":true}'
    for path, status in (("/api", 404), ("/api/nothing", 404), ("/api/me", 405), ("/ws", 404), ("/metrics/x", 404)):
        assert site.ask(path)[0] == status
    status, headers, _ = site.ask("/t/abc", "POST")
    assert (status, headers["allow"]) == (405, "GET, HEAD")


def test_nothing_outside_the_folder_is_served(site: Site) -> None:
    page = site.ask("/")[2]
    ways = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/outside.txt"]
    ways += [
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/..\\secret.txt",
        "/%252e%252e/secret.txt",
    ]
    for path in ways:
        status, _, body = site.ask(path)
        assert (status, body) in ((200, page), (404, b"Not Found")), path


def test_an_unchanged_file_is_not_sent_again(site: Site) -> None:
    _, headers, _ = site.ask("/assets/index-4fd1.js")
    tag = headers["etag"]
    for known in (tag, f'"x", {tag}', tag.removeprefix("W/"), "*"):
        status, headers, body = site.ask("/assets/index-4fd1.js", If_None_Match=known)
        assert (status, headers["etag"], body) == (304, tag, b"")
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert site.ask("/assets/index-4fd1.js", If_None_Match='"x"')[0] == 200
    assert site.ask("/", If_None_Match=tag)[0] == 200


def test_text_is_gzipped_for_clients_that_accept_it(site: Site) -> None:
    for accepted in ("gzip", "br, gzip;q=0.8", "gzip, deflate, br"):
        _, headers, body = site.ask("/assets/index-4fd1.js", Accept_Encoding=accepted)
        assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
        assert len(body) < len(SCRIPT) / 10
        assert gzip.decompress(body).decode() == SCRIPT
    for accepted in ("", "br", "gzip;q=0", "gzip; q=0.0, br"):
        _, headers, body = site.ask("/assets/index-4fd1.js", Accept_Encoding=accepted)
        assert ("content-encoding" in headers, body.decode()) == (False, SCRIPT)
    assert "content-encoding" not in site.ask("/icon.png", Accept_Encoding="gzip")[1]


def test_head_is_get_without_the_body(site: Site) -> None:
    status, headers, body = site.ask("/assets/index-4fd1.js", "HEAD")
    assert (status, headers["content-length"], body) == (200, str(len(SCRIPT)), b"")


def test_the_page_of_an_unbuilt_client_says_how_to_build_it(tmp_path: Path) -> None:
    site = Site(tmp_path / "static")
    try:
        status, headers, body = site.ask("/t/abc")
        assert (status, body.decode(), headers["cache-control"]) == (503, NOT_BUILT, "no-store")
        assert "make web" in NOT_BUILT
        (tmp_path / "static").mkdir()
        for text in ("first", "second build"):
            (tmp_path / "static" / "index.html").write_text(text, encoding="utf-8")
            assert site.ask("/t/abc")[2].decode() == text
    finally:
        site.stop()
