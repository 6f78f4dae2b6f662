"""Serves the built browser client: its files by their names, and its one page at every other path."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

BUILT = Path(__file__).with_name("static")
PAGE = "index.html"
ASSETS = "/assets/"
NOT_BUILT = "The browser client has not been built here: run `make web` in Atoll's folder, then load this page again."
SERVER_PATHS = ("api", "ws", "metrics", "healthz")
"""First parts of paths that belong to the server, not to the client."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
FOREVER = "public, max-age=31536000, immutable"
FOR_A_WHILE = "public, max-age=3600"
REVALIDATE = "no-cache"
MAX_PAGES = 256
"""How many pages with different heads are cached: each takes a millisecond to make, and 50 kB."""
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


@dataclass(frozen=True)
class File:
    """A file ready to send; `packed` is the gzipped body, empty where that is no smaller."""

    version: tuple[int, int]
    body: bytes
    packed: bytes
    tag: str
    headers: dict[str, str]


class Static:
    """The files of one folder; each is read and gzipped once, and again when it has changed."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.folder = folder.resolve()
        self.files: dict[Path, File] = {}
        self.pages: dict[tuple[str, bytes], File] = {}

    def serves(self, path: str) -> bool:
        """Return whether a path belongs to the client, not to the server's routes."""
        return path.lstrip("/").partition("/")[0] not in SERVER_PATHS

    def answer(self, request: Request, head: bytes = b"") -> Response:
        """Return the file that a request's path names, else the page, which routes all other paths itself.

        `head` is inserted into the head of the page.
        """
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405, {"Allow": "GET, HEAD", **SECURITY})
        path = request.scope["path"]
        file = self._file(path)
        if file is None and path.startswith(ASSETS):
            # A page of an older build asks for a part that is gone: it has to notice, and reload.
            return PlainTextResponse("Not Found", 404, SECURITY)
        file = file or self._page(head)
        if file is None:
            return PlainTextResponse(NOT_BUILT, 503, {"Cache-Control": "no-store", **SECURITY})
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if known & {file.tag.removeprefix("W/"), "*"}:
            return Response(status_code=304, headers=file.headers)
        if file.packed and GZIP.search(request.headers.get("accept-encoding", "")):
            return Response(file.packed, headers={**file.headers, "Content-Encoding": "gzip"})
        return Response(file.body, headers=file.headers)

    def _page(self, head: bytes) -> File | None:
        """Return the page with an addition to its head, from the cache if possible."""
        page = self._file(PAGE)
        if page is None or not head:
            return page
        found = self.pages.pop((page.tag, head), None)
        if found is None:
            body = page.body.replace(b"</head>", head + b"  </head>", 1)
            headers = {**page.headers, "Vary": "Accept-Encoding, Accept-Language"}
            found = _packed(page.version, body, headers)
        self.pages[page.tag, head] = found
        if len(self.pages) > MAX_PAGES:
            del self.pages[next(iter(self.pages))]
        return found

    def _file(self, path: str) -> File | None:
        """Return a file of the folder; None for a path outside it or one that is not a file."""
        try:
            place = (self.folder / path.lstrip("/")).resolve(strict=True)
            if not place.is_relative_to(self.folder) or not place.is_file():
                return None
            now = place.stat()
            version = now.st_mtime_ns, now.st_size
            file = self.files.get(place)
            if file is None or file.version != version:
                file = self.files[place] = self._read(place, version)
        except (OSError, ValueError):  # an impossible file name, or a file that has just been removed
            return None
        return file

    def _read(self, place: Path, version: tuple[int, int]) -> File:
        hashed_name = place.parent == self.folder / "assets"
        picture = place.suffix in (".svg", ".png")
        headers = {
            "Content-Type": TYPES.get(place.suffix, "application/octet-stream"),
            "Cache-Control": FOREVER if hashed_name else FOR_A_WHILE if picture else REVALIDATE,
            "Vary": "Accept-Encoding",
            **SECURITY,
        }
        return _packed(version, place.read_bytes(), headers)


def _packed(version: tuple[int, int], body: bytes, headers: dict[str, str]) -> File:
    packed = gzip.compress(body, mtime=0)
    # Weak, as it stands for both the gzipped and the plain file.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(version, body, packed if len(packed) < len(body) else b"", tag, {**headers, "ETag": tag})
