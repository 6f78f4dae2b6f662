"""A server's log: one JSON object a line, and no tokens, chat, decisions or secrets."""

import asyncio
import json
import sqlite3
import time
import urllib.error
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets

from atoll.server.auth import COOKIE, token_hash
from atoll.server.entries import Created, unpack
from server.serving import Client, Served, serving

LEVELS = {"debug", "info", "warning", "error", "critical"}


@dataclass
class Sent:
    """What was sent to a server and must not be in its log."""

    served: Served
    secrets: list[str] = field(default_factory=list)

    def secret(self, text: str) -> str:
        self.secrets.append(text)
        return text

    def guest(self, name: str) -> str:
        """Return the token of a new person, and a key of the same person, which becomes a cookie."""
        token = self.secret(self.served.guest(name))
        key = self.secret(self.served.post("/api/me/key", token=token)["key"])
        self.served.post("/api/me/redeem", {"key": key})
        assert self.served.post("/api/me", Cookie=f"{COOKIE}={key}") == self.served.post("/api/me", token=token)
        return token

    async def talk_and_decide(self, table: str, tokens: list[str]) -> None:
        """Play a few turns by websocket and by HTTP, with chat, a refusal and an invalid message."""
        clients = [Client(self.served, table, token) for token in tokens]
        async with clients[0], clients[1]:
            for number in range(12):
                for client in clients:
                    await client.until(max(other.frame["seq"] for other in clients))
                client = next(client for client in clients if client.legal)
                said = {"text": self.secret(f"whisper {number}")}
                wanted = {"ply": client.frame["ply"], "decision": self.secret(client.legal[-1])}
                seq = client.frame["seq"]
                for type_, fields in (("chat", said), ("decide", wanted)):
                    if number % 2:
                        self.post(client, {"type": type_, "command": f"{number} {type_}", **fields})
                    else:
                        assert (await client.command(type_, **fields))["ok"]
                await client.until(seq + 2)
            await clients[0].send(self.secret('{"type": "murmur"}'))
            assert (await clients[0].next("fault"))["error"]
            refused = await clients[0].command("decide", ply=0, decision=self.secret("play nothing at all"))
            assert not refused["ok"]

    def post(self, client: Client, message: dict[str, Any]) -> None:
        self.served.post(f"/api/tables/{client.table}/commands", message, client.token)

    async def fail_to_store(self, table: str, token: str) -> None:
        """Chat by HTTP and by websocket when nothing can be stored."""
        client = Client(self.served, table, token)
        async with client:
            with sqlite3.connect(self.served.database) as database:
                database.execute("DROP TABLE entry")
            text = self.secret("mumble mumble")
            with pytest.raises(urllib.error.HTTPError, match="500") as failed:
                self.post(client, {"type": "chat", "command": "mumble", "text": text})
            failed.value.close()
            with pytest.raises(websockets.ConnectionClosed):
                await client.command("chat", text=text)


def secrets_of(served: Served) -> list[str]:
    """Return the secrets in the database: the key of all deals, and the secret of each."""
    with sqlite3.connect(served.database) as database:
        keys = [value for (value,) in database.execute("SELECT value FROM setting")]
        entries = [unpack(body) for (body,) in database.execute("SELECT body FROM entry")]
    return keys + [entry.secret for entry in entries if isinstance(entry, Created)]


def test_the_log_is_json_lines_without_tokens_chat_decisions_and_secrets(tmp_path: Path) -> None:
    begin = time.time()
    with serving(tmp_path / "atoll.sqlite", "--no-limits") as served:
        sent = Sent(served)
        tokens = [sent.guest("Ada"), sent.guest("Bo")]
        table = served.table(tokens[0], ["me", "open"], nonce=sent.secret("nonce of Ada"))
        sit = {"type": "sit", "command": "sit", "seat": 1, "nonce": sent.secret("nonce of Bo")}
        served.post(f"/api/tables/{table}/commands", sit, tokens[1])
        asyncio.run(sent.talk_and_decide(table, tokens))
        assert served.refused("GET", "/api/me/tables", token=sent.secret("nobody's token"))[0] == 401
        kept = secrets_of(served)
        assert len(kept) == 2
        asyncio.run(sent.fail_to_store(table, tokens[0]))
        served.process.terminate()
        assert served.process.stderr is not None
        log = served.process.stderr.read().decode()
    lines = [json.loads(line) for line in log.splitlines()]
    for line in lines:
        assert set(line) - {"error"} == {"at", "level", "message"}
        assert begin - 1 < line["at"] < time.time() + 1
        assert line["level"] in LEVELS
        assert line["message"]
    assert sum("[accepted]" in line["message"] for line in lines) == 3
    # The failure is logged with its traceback, for the websocket and for HTTP.
    troubles = [line["error"] for line in lines if "no such table" in line.get("error", "")]
    assert any("connection.py" in trouble for trouble in troubles)
    assert any("connection.py" not in trouble for trouble in troubles)
    whole = json.dumps(lines, ensure_ascii=False)
    hashes = [token_hash(text) for text in sent.secrets]
    assert [text for text in sent.secrets + hashes + kept if text in whole] == []
