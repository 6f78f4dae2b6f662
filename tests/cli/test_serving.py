"""`atoll serve` prints its address, or one sentence why it can't; `atoll export` refuses a missing database."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from atoll.cli import main
from atoll.cli.serve import free_port

SERVE = [sys.executable, "-u", "-c", "from atoll.cli import main; main()", "serve"]


def refusal(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as exited:
        main(arguments)
    out, err = capfd.readouterr()
    assert (exited.value.code, out) == (2, "")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--port", "99999"], "--port must be from 0 (any that is free) to 65535, not 99999"),
        (["--port", "-1"], "--port must be from 0 (any that is free) to 65535, not -1"),
        (["--host", "no.such.host.invalid"], "http://no.such.host.invalid:8000 can't be served: "),
        (["--host", "192.0.2.1"], "http://192.0.2.1:8000 can't be served: "),
        (["--host", f"{'a' * 64}.org"], "is not a host name"),
    ],
)
def test_an_address_that_cannot_be_served_is_refused(
    capfd: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert named in refusal(capfd, "serve", *arguments)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_port_in_use_is_refused(capfd: pytest.CaptureFixture[str], workers: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = [] if workers == 1 else ["--database", "postgresql://127.0.0.1:1/none"]
        sentence = refusal(capfd, "serve", "--port", port, "--workers", str(workers), *database)
    assert sentence == f"atoll: http://127.0.0.1:{port} can't be served: Address already in use\n"


def test_a_port_that_was_just_closed_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        client = socket.create_connection(("127.0.0.1", port))
        served, _ = server.accept()
        served.close()
        client.close()
    assert free_port("127.0.0.1", port) == port


@pytest.mark.slow
def test_a_server_on_any_free_port_prints_its_address(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        found = re.match(r"Atoll serves (http://127\.0\.0\.1:[1-9][0-9]*) with ", line)
        assert found, line
        for log_line in process.stderr:
            if "running on" in log_line:
                break
        with urllib.request.urlopen(f"{found[1]}/api/games") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def test_a_missing_database_is_not_exported(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing, file = tmp_path / "none.sqlite", tmp_path / "all.jsonl"
    assert f"--database {missing}: there is no such file" in refusal(
        capfd, "export", str(file), "--database", str(missing)
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", [".", "/", "no/such/folder/all.jsonl", "there.sqlite/all.jsonl", "a" * 300])
def test_an_export_that_cannot_be_written_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.sqlite").touch()
    assert f"{file}: can't be written: " in refusal(capfd, "export", file, "--database", "there.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["there.sqlite"]
