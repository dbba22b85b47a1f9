"""The address of a table on the web → the address of its CSV, and the bytes that are there.

Only an import asks the web for anything, never a build.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pnp.diagnostics import Code, Fault, Place

LARGEST = 16 * 2**20
"""Bytes of a table: a hundred thousand cards."""

SECONDS = 30.0
"""How long a server may be silent."""

_HERE = ("127.0.0.1", "localhost", "::1")
_SHEET = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(?P<id>[\w-]+)(?:/(?P<rest>.*))?")
_PUBLISHED = re.compile(r"/spreadsheets/(?:u/\d+/)?d/e/(?P<id>[\w-]+)/pub(?:html)?")
_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)


def is_address(written: str) -> bool:
    """Whether something written is the address of a page, and no file."""
    return bool(re.match(r"https?://", written, re.IGNORECASE))


def csv_address(address: str) -> str:
    """Where the CSV of a Google sheet is, by the link that one copies; any other address stays as it is.

    A link from the browser's window or from *Share* names the sheet by gid; one from *Publish to web* may be to a page.
    """
    parts = urlsplit(address)
    if parts.hostname != "docs.google.com":
        return address
    asked = {**_asked(parts.query), **_asked(parts.fragment)}
    gid = {"gid": asked["gid"]} if asked.get("gid", "").isdecimal() else {}
    if match := _PUBLISHED.fullmatch(parts.path):
        query = {**gid, **({"single": "true"} if gid else {}), "output": "csv"}
        return f"https://docs.google.com/spreadsheets/d/e/{match['id']}/pub?{urlencode(query)}"
    if match := _SHEET.fullmatch(parts.path):
        return f"https://docs.google.com/spreadsheets/d/{match['id']}/export?{urlencode({'format': 'csv', **gid})}"
    return address


def _asked(query: str) -> Mapping[str, str]:
    return {key: values[-1] for key, values in parse_qs(query).items()}


def fetch(address: str) -> bytes:
    """The bytes of a table.

    Args:
        address: With https; with http on this machine only.

    Raises:
        Fault: ``import-address``, or ``import-page`` for what is a page for people.
    """
    place = Place(_without_query(address))
    _check_scheme(address, place)
    request = Request(address, headers={"User-Agent": "pnp-games", "Accept": "text/csv, text/plain;q=0.9"})  # noqa: S310
    try:
        with build_opener(_Redirects).open(request, timeout=SECONDS) as answer:
            content: bytes = answer.read(LARGEST + 1)
            kind = answer.headers.get_content_type()
            came_from = answer.url
    except HTTPError as error:
        private = error.code in (401, 403)
        what = f"the server says {error.code} {error.reason}"
        fix = _SHARE if private else "open the address in a browser: is it the right one?"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix) from error
    except (OSError, HTTPException, ValueError) as error:
        what = f"it cannot be fetched: {getattr(error, 'reason', None) or error}"
        fix = "check the address and the network; or download the table and import the file"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix) from error
    if len(content) > LARGEST:
        what = f"there are more than {LARGEST // 2**20} MiB"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix="name the table itself, as CSV")
    if kind in ("text/html", "application/xhtml+xml") or _PAGE.match(content):
        is_login = urlsplit(came_from).hostname == "accounts.google.com" or b"accounts.google.com" in content
        what = "it asks to log in: the sheet is not shared" if is_login else "it is a page for people, and no table"
        raise Fault(Code.IMPORT_PAGE, place, what=what, fix=_SHARE)
    return content


_SHARE = "in Google Sheets: File, Share, Publish to web, the sheet, Comma-separated values; take that link"


def _without_query(address: str) -> str:
    """An address for messages."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _check_scheme(address: str, place: Place, *, may_be_here: bool = True) -> None:
    parts = urlsplit(address)
    is_here = parts.hostname in _HERE
    if is_here and not may_be_here:
        what, fix = "a server sends to this machine itself", "name the address of the table"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
        what, fix = f"{parts.scheme}: is not safe: anybody on the way could change the table", "use an https: address"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix)


class _Redirects(HTTPRedirectHandler):
    """Follows where a server sends to, over https alone, and not to this machine."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        """The request for the new address, as of the class above; a Fault where it is not safe."""
        may_be_here = req.host.partition(":")[0] in _HERE
        _check_scheme(newurl, Place(_without_query(newurl)), may_be_here=may_be_here)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
