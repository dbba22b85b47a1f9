"""Sheets on the web: links, what a server may answer, the note, and bringing a table up to date."""

from __future__ import annotations

import re
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import Request

import pytest
from conftest import WriteProject, build_project
from test_import_decks import run

from pnp.core.diagnostics import Diagnostics, Fault
from pnp.extensions.importing.deck import columns_of
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.web import _is_page, _Redirects, csv_address, fetch
from pnp.project.delimited import parse_csv

pytestmark = pytest.mark.slow

TABLE = "name,gain,tags\nPilot,3,a; b\n"
ANSWERS: dict[str, tuple[int, str, bytes]] = {}
HEADERS: dict[str, str] = {}
"""What the server says of the length of a table, where that is not so; nothing where it says nothing."""


class Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        code, kind, content = ANSWERS[self.path]
        self.send_response(code)
        self.send_header("Location" if code == 302 else "Content-Type", kind)
        for name, value in HEADERS.items() or [("Content-Length", str(len(content)))]:
            self.send_header(name, value)
        self.end_headers()
        if "X-Slow" in HEADERS:
            time.sleep(3)
        with suppress(OSError):
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    ANSWERS.clear()
    HEADERS.clear()
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
        (200, "text/csv", b"\n <html><body>", "import-page", "it is a web page, not a table"),
        (401, "text/plain", b"", "import-address", "the server says 401 Unauthorized"),
        (404, "text/plain", b"", "import-address", "the server says 404 Not Found"),
        (302, "http://example.org/t.csv", b"", "import-address", "http: is not safe: the table could be changed"),
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


@pytest.mark.parametrize(
    ("headers", "content", "what"),
    [
        ({"Content-Length": "999"}, TABLE.encode(), "the table is cut off: 971 bytes are missing"),
        ({"Content-Length": "999"}, b"", "the table is cut off: 999 bytes are missing"),
        (
            {"Content-Length": "28", "content-length": "10"},
            TABLE.encode(),
            "the table may be cut off: nothing says where it ends",
        ),
        ({"X-None": ""}, TABLE.encode(), "the table may be cut off: nothing says where it ends"),
        ({"Transfer-Encoding": "chunked"}, b"ff\r\n" + TABLE.encode(), "it cannot be fetched: IncompleteRead"),
    ],
)
def test_a_part_of_a_table_replaces_nothing(
    write_project: WriteProject, here: str, headers: dict[str, str], content: bytes, what: str
) -> None:
    root = write_project()
    ANSWERS["/t"] = (200, "text/csv", TABLE.encode())
    assert run(root, "sheet", f"{here}/t", "--name", "crew").code == 0
    HEADERS.update(headers)
    ANSWERS["/t"] = (200, "text/csv", content)
    done = run(root, "sheet", f"{here}/t", "--name", "crew", "--replace")
    assert (done.code, f"error[import-address]: {what}" in done.err) == (1, True), done.err
    assert (root / "data/small/crew.csv").read_text() == TABLE


def test_a_part_that_a_server_sends_unasked_is_refused(write_project: WriteProject, here: str) -> None:
    ANSWERS["/t"] = (206, "text/csv", TABLE.encode())
    done = run(write_project(), "sheet", f"{here}/t", "--name", "crew")
    assert (done.code, "the server says 206, not a whole table" in done.err) == (1, True), done.err


def test_a_table_in_chunks_is_whole(here: str) -> None:
    HEADERS["Transfer-Encoding"] = "chunked"
    ANSWERS["/t"] = (200, "text/csv", b"4\r\na,b\n\r\n0\r\n\r\n")
    assert fetch(f"{here}/t") == b"a,b\n"


def test_a_download_takes_no_longer_than_it_may(here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.extensions.importing.web.SECONDS", 0.5)
    HEADERS["X-Slow"] = ""
    ANSWERS["/t"] = (200, "text/csv", TABLE.encode())
    with pytest.raises(Fault, match=r"more than 0\.5 s|timed out"):
        fetch(f"{here}/t")


@pytest.mark.parametrize("address", ["http://[::1", "https://\u2100.invalid/", "https://a:b/", "https://a:99999/"])
def test_what_is_no_address_is_a_fault(write_project: WriteProject, address: str) -> None:
    done = run(write_project(), "sheet", address, "--name", "crew")
    assert (done.code, "error[import-address]: this is not an address" in done.err) == (1, True), done.err


PRIVATE = [
    "127.0.0.1",
    "127.0.0.2",
    "127.1",
    "0.0.0.0",
    "2130706433",
    "0x7f000001",
    "localhost",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "fe80::1",
    "fc00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "224.0.0.1",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_a_server_sends_nobody_into_a_private_network(host: str) -> None:
    url = f"https://[{host}]/t" if ":" in host else f"https://{host}/t"
    asked = Request("https://93.184.216.34/t")
    with pytest.raises(Fault, match="into its network"):
        _Redirects().redirect_request(asked, None, 302, "", {}, url)
    assert _Redirects().redirect_request(Request(url), None, 302, "", {}, url).full_url == url


def test_a_server_of_the_network_does_not_send_to_this_machine() -> None:
    with pytest.raises(Fault, match="redirects to this machine"):
        _Redirects().redirect_request(Request("https://10.0.0.1/t"), None, 302, "", {}, "http://127.0.0.1/t")


def test_a_server_may_send_to_another_on_the_internet() -> None:
    for url in ("https://93.184.216.35/t", "https://[64:ff9b::5db8:d822]/t", "https://no-such-name.invalid/t"):
        asked = Request("https://93.184.216.34/t")
        assert _Redirects().redirect_request(asked, None, 302, "", {}, url).full_url == url


def test_comments_before_a_table_take_no_time() -> None:
    assert not _is_page(b"<!---->" * 1_000_000 + b"a,b")
    assert not _is_page(b" <!--" * 1_000_000)
    assert _is_page(b" <!-- > -->\n<!-- --> <!DOCTYPE  html>")


def test_columns_take_a_time_that_grows_with_their_number() -> None:
    names = [",".join(f"c{n}" for n in range(40_000)), ",".join("?" * n for n in range(1, 3_000))]
    for header in names:
        diagnostics = Diagnostics()
        rows = parse_csv(f"{header}\n{'1,' * header.count(',')}1\n", "t.csv", diagnostics)
        assert rows is not None
        columns = [column.name for column in columns_of(FoundDeck(rows), [])]
        assert len(set(columns)) == len(columns) == header.count(",") + 1


@pytest.mark.parametrize(
    "table",
    [
        "a\n" + "1\n" * 250_000,
        ",".join("abcdefgh") * 720_000 + "\n",
        "\n\n" + "a," * 20_000 + "\n1\n",
        "sep=|\n" + "a|" * 20_000 + "\n1\n",
    ],
)
def test_a_table_that_is_too_large_is_told(write_project: WriteProject, tmp_path: Path, table: str) -> None:
    (tmp_path / "t.csv").write_text(table)
    done = run(write_project(), "sheet", str(tmp_path / "t.csv"))
    assert (done.code, "error[import-large]" in done.err) == (1, True), done.err


def test_a_cell_without_an_end_is_told(write_project: WriteProject, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('a\tb\n"' + "x" * 140_000)
    done = run(write_project(), "sheet", str(tmp_path / "t.csv"))
    assert (done.code, "error[csv-syntax]" in done.err) == (1, True), done.err


@pytest.mark.skipif(sys.platform != "linux", reason="what is changed here reaches only processes that are forked")
def test_work_that_takes_too_much_is_ended(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("pnp.extensions.importing.sheet.parse_csv", too_much)
    (tmp_path / "t.csv").write_text(TABLE)
    done = run(write_project(), "sheet", str(tmp_path / "t.csv"))
    assert (done.code, "data/small/t.csv: error[memory-limit]" in done.err) == (1, True), done.err


def test_the_command_of_a_note_is_one_for_a_shell(write_project: WriteProject, here: str) -> None:
    root, address = write_project(), f"{here}/t?'$(x)"
    ANSWERS["/t?'$(x)"] = (200, "text/csv", TABLE.encode())
    assert run(root, "sheet", address, "--name", "crew").code == 0
    note = (root / "data/small/crew.csv.origin.txt").read_text()
    command = next(line for line in note.splitlines() if line.startswith("pnp import"))
    assert shlex.split(command)[3] == address


def test_only_safe_addresses_are_asked() -> None:
    for address in ("http://example.org/t.csv", "http://127.0.0.1.example.org/t.csv"):
        with pytest.raises(Fault, match="is not safe") as raised:
            fetch(address)
        assert raised.value.diagnostic.code == "import-address"


def test_a_server_that_is_not_there_is_told(here: str) -> None:
    with pytest.raises(Fault, match="cannot be fetched"):
        fetch("http://127.0.0.1:1/t.csv")


def test_too_much_is_not_read(here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.extensions.importing.web.LARGEST", 10)
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
    assert (workbook.code, "a workbook needs no import" in workbook.err) == (1, True)
    missing = run(root, "sheet", str(tmp_path / "none.csv"))
    assert (missing.code, "error[file-missing]" in missing.err) == (1, True)


@pytest.mark.parametrize("separator", [",", ";"])
def test_what_is_proposed_for_a_sheet_builds_when_it_is_pasted(
    write_project: WriteProject, tmp_path: Path, separator: str
) -> None:
    sheet = "Crew\n\nCard Name,Größe,each,copies\nOtter,1,x,2\n".replace(",", separator)
    (tmp_path / "crew.csv").write_text(sheet)
    root = write_project()
    done = run(root, "sheet", str(tmp_path / "crew.csv"))
    assert done.code == 0, done.err
    assert "column Card Name is renamed to card_name in the copy" in done.err
    block = done.err[done.err.index("  crew:\n") :]
    head = "title: Small\nplayers: 2\ndecks:\n"
    (root / "data/small/game.yaml").write_text(head + block.replace("small/crew", "small/face"))
    (root / "templates/small/face.yaml").write_text(
        'elements:\n  n: {text: "{{ card.card_name }} {{ card.Größe }} {{ card.field_each }}", in: safe, size: 9pt}\n'
    )
    assert not [fault for fault in build_project(root).diagnostics if fault.severity == "error"]
    copy = (root / "data/small/crew.csv").read_text()
    assert copy.endswith("card_name,Größe,field_each,copies\nOtter,1,x,2\n".replace(",", separator))
    again = run(root, "sheet", str(tmp_path / "crew.csv"), "--replace")
    assert again.code == 0, again.err
    assert (root / "data/small/crew.csv").read_text() == copy
