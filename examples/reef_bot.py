"""An example bot: `python reef_bot.py http://127.0.0.1:8000 TABLE TOKEN` plays a seat until the game is over."""

import json
import random
import sys
import urllib.error
import urllib.request

base, table, token = sys.argv[1:]
status = ""


def call(path: str, data: object = None) -> urllib.request.Request:
    """Return a request about our table, with our token."""
    body = None if data is None else json.dumps(data).encode()
    return urllib.request.Request(f"{base}/api/tables/{table}/{path}", body, {"Authorization": f"Bearer {token}"})


with urllib.request.urlopen(call("stream"), timeout=60) as stream:
    for frame in (json.loads(line) for line in stream if line.strip()):
        status = frame["status"]
        legal = frame["view"]["legal"] if frame["view"] else []  # only the seat to decide has any
        if legal:
            best = max(legal, key=lambda choice: (choice["preview"]["best"], random.random()))
            decide = {"type": "decide", "command": f"ply {frame['ply']}", "ply": frame["ply"], "decision": best["text"]}
            try:
                urllib.request.urlopen(call("commands", decide), timeout=60).close()
            except urllib.error.HTTPError as refusal:
                if refusal.code != 409:  # the position has moved on: the next line of the stream shows it
                    raise
sys.exit(status != "over")
