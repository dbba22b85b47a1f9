"""Sheets on the web: links, what a server may answer, the note, and bringing a table up to date."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from conftest import WriteProject
from test_import_decks import run

from pnp.diagnostics import Fault
from pnp.importing.addresses import csv_address, fetch

TABLE = "name,gain,tags\nPilot,3,a; b\n"
ANSWERS: dict[str, tuple[int, str, bytes]] = {}


class Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        code, kind, content = ANSWERS[self.path]
        self.send_response(code)
        self.send_header("Location" if code == 302 else "Content-Type", kind)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    ANSWERS.clear()
    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("link", "csv"),
    [
        ("/d/1aB-c_D/edit?usp=sharing", "/d/1aB-c_D/export?format=csv"),
        ("/d/1aB/edit?gid=7#gid=12", "/d/1aB/export?format=csv&gid=12"),
        ("/u/0/d/1aB/view#gid=0", "/d/1aB/export?format=csv&gid=0"),
        ("/d/1aB", "/d/1aB/export?format=csv"),
        ("/d/e/2PACX-1v/pubhtml?gid=3&single=true", "/d/e/2PACX-1v/pub?gid=3&single=true&output=csv"),
        ("/d/e/2PACX-1v/pub?output=xlsx", "/d/e/2PACX-1v/pub?output=csv"),
    ],
)
def test_links_that_people_copy_lead_to_the_csv(link: str, csv: str) -> None:
    base = "https://docs.google.com/spreadsheets"
    assert csv_address(base + link) == base + csv


@pytest.mark.parametrize(
    "address", ["https://example.org/spreadsheets/d/1/edit", "https://docs.google.com/document/d/1"]
)
def test_other_addresses_stay(address: str) -> None:
    assert csv_address(address) == address


def test_a_table_is_saved_with_a_note_and_brought_up_to_date(
    write_project: WriteProject, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    root, address = write_project(), f"{here}/t?output=csv"
    ANSWERS["/t?output=csv"] = (200, "text/csv", TABLE.replace("\n", "\r\n").encode())
    done = run(root, "sheet", address, "--name", "crew")
    assert done.code == 0, done.err
    assert done.out.splitlines()[0].endswith("data/small/crew.csv  1 row, 3 columns")
    assert "      gain: integer" in done.err
    assert (root / "data/small/crew.csv").read_text() == TABLE
    note = (root / "data/small/crew.csv.origin.txt").read_text()
    assert f"It came from\n{address}\non 2026-09-21." in note

    refused = run(root, "sheet", address, "--name", "crew")
    assert (refused.code, "error[import-exists]" in refused.err) == (1, True)
    ANSWERS["/t?output=csv"] = (200, "text/csv", (TABLE + "Cook,1,\n").encode())
    command = re.search(r"^pnp import (sheet) '(.*)' (.*)$", note, re.MULTILINE)
    assert command
    assert run(root, command[1], command[2], *command[3].split()).code == 0
    assert (root / "data/small/crew.csv").read_text() == TABLE + "Cook,1,\n"

    (root / "data/small/crew.csv").write_text(TABLE + "Cook,2,\n")
    changed = run(root, "sheet", address, "--name", "crew", "--replace")
    assert changed.code == 1
    assert "has been changed here since it was imported" in changed.err
    assert (root / "data/small/crew.csv").read_text() == TABLE + "Cook,2,\n"


PAGE = b"<!DOCTYPE html><html><a href='https://accounts.google.com/ServiceLogin'>Sign in</a></html>"


@pytest.mark.parametrize(
    ("code", "kind", "content", "fault", "what"),
    [
        (200, "text/html; charset=utf-8", PAGE, "import-page", "it asks to log in: the sheet is not shared"),
        (200, "text/csv", b"\n <html><body>", "import-page", "it is a page for people, and no table"),
        (401, "text/plain", b"", "import-address", "the server says 401 Unauthorized"),
        (404, "text/plain", b"", "import-address", "the server says 404 Not Found"),
        (302, "http://example.org/t.csv", b"", "import-address", "http: is not safe: anybody on the way could change"),
        (302, "file:///etc/hosts", b"", "import-address", "the server says 302"),
        (200, "text/csv", b"a,a\n1,2\n", "table-header", "column a is named twice"),
    ],
)
def test_what_is_no_table_is_refused(
    write_project: WriteProject, here: str, code: int, kind: str, content: bytes, fault: str, what: str
) -> None:
    ANSWERS["/t"] = (code, kind, content)
    root = write_project()
    done = run(root, "sheet", f"{here}/t", "--name", "crew")
    assert done.code == 1
    assert f"error[{fault}]: {what}" in done.err
    assert not (root / "data/small/crew.csv").exists()


def test_only_safe_addresses_are_asked() -> None:
    for address in ("http://example.org/t.csv", "http://127.0.0.1.example.org/t.csv"):
        with pytest.raises(Fault, match="is not safe") as raised:
            fetch(address)
        assert raised.value.diagnostic.code == "import-address"


def test_a_server_that_is_not_there_is_told(here: str) -> None:
    with pytest.raises(Fault, match="cannot be fetched"):
        fetch("http://127.0.0.1:1/t.csv")


def test_too_much_is_not_read(here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.importing.addresses.LARGEST", 10)
    ANSWERS["/t"] = (200, "text/csv", b"a" * 11)
    with pytest.raises(Fault, match="more than"):
        fetch(f"{here}/t")


def test_a_file_is_saved_as_utf_8_with_commas(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    (tmp_path / "Crew list.csv").write_bytes("name\tgain\nCafé, one\t3\n".encode("utf-16"))
    done = run(root, "sheet", str(tmp_path / "Crew list.csv"))
    assert done.code == 0, done.err
    assert (root / "data/small/crew_list.csv").read_text(encoding="utf-8") == 'name,gain\n"Café, one",3\n'
    workbook = run(root, "sheet", str(tmp_path / "c.xlsx"))
    assert (workbook.code, "a workbook is read as it is" in workbook.err) == (1, True)
    missing = run(root, "sheet", str(tmp_path / "none.csv"))
    assert (missing.code, "error[file-missing]" in missing.err) == (1, True)
