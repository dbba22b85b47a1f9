"""The address of a table on the web → the address of its CSV, and its bytes.

Only an import uses the web, never a build.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.patterns import lazy_pattern

LARGEST = 16 * 2**20
"""The most bytes of a table: a hundred thousand cards."""

SECONDS = 45.0
"""The longest time that fetching a table may take, from looking up the server's name to its last byte."""

_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
_SHEET = lazy_pattern(r"/spreadsheets/(?:u/\d+/)?d/(?P<id>[\w-]+)(?:/(?P<rest>.*))?")
_PUBLISHED = lazy_pattern(r"/spreadsheets/(?:u/\d+/)?d/e/(?P<id>[\w-]+)/pub(?:html)?")
_COMMENT = lazy_pattern(rb"\s*<!--")
_PAGE = lazy_pattern(rb"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_address(source: str) -> bool:
    """Return whether the source of a table is an address of the web, and not a file."""
    return bool(re.match(r"https?://", source, re.IGNORECASE))


def csv_address(address: str) -> str:
    """Return the address of a Google sheet's CSV for a link to the sheet; any other address is returned as it is.

    A link from the browser's window or from *Share* names the sheet by gid; one from *Publish to web* may be to a page.

    Raises:
        Fault: ``import-address`` for text that is not an address.
    """
    parts = _parts(address)
    if parts.hostname != "docs.google.com":
        return address
    parameters = {**_parameters(parts.query), **_parameters(parts.fragment)}
    gid = {"gid": parameters["gid"]} if parameters.get("gid", "").isdecimal() else {}
    if match := _PUBLISHED.fullmatch(parts.path):
        query = {**gid, **({"single": "true"} if gid else {}), "output": "csv"}
        return f"https://docs.google.com/spreadsheets/d/e/{match['id']}/pub?{urlencode(query)}"
    if match := _SHEET.fullmatch(parts.path):
        return f"https://docs.google.com/spreadsheets/d/{match['id']}/export?{urlencode({'format': 'csv', **gid})}"
    return address


def _parameters(query: str) -> Mapping[str, str]:
    return {key: values[-1] for key, values in parse_qs(query).items()}


def fetch(address: str) -> bytes:
    """Return all bytes of a table.

    Args:
        address: An https address; http is allowed on this machine only.

    Raises:
        Fault: ``import-address``, or ``import-page`` for a web page instead of a table.
    """
    place = Place(_without_query(address))
    _check_scheme(address, place)
    answers: list[bytes | BaseException] = []

    def ask() -> None:
        try:
            answers.append(_answer(address, place))
        except BaseException as error:
            answers.append(error)

    asking = threading.Thread(target=ask, daemon=True, name="pnp fetch")  # urllib cannot limit a whole request
    asking.start()
    asking.join(SECONDS)
    if not answers:
        what = f"it takes more than {SECONDS:g} s"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix="download the table in a browser, and import the file")
    if isinstance(answers[0], BaseException):
        raise answers[0]
    return answers[0]


def _answer(address: str, place: Place) -> bytes:
    """Return the content that a server sends."""
    request = Request(address, headers={"User-Agent": "pnp-games", "Accept": "text/csv, text/plain;q=0.9"})  # noqa: S310
    try:
        with build_opener(_Redirects).open(request, timeout=SECONDS) as answer:
            lengths = set(answer.headers.get_all("Content-Length", []))
            is_length_known = answer.chunked or (answer.length is not None and len(lengths) == 1)
            status = answer.status
            content: bytes = answer.read(LARGEST + 1)
            missing = answer.length  # an answer of declared length may be cut off; one in chunks is complete, or raises
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
    if status != HTTPStatus.OK:
        what, fix = f"the server says {status}, not a whole table", "name the address of the table itself, as CSV"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix)
    if len(content) > LARGEST:
        what = f"there are more than {LARGEST // 2**20} MiB"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix="name the table itself, as CSV")
    if kind in ("text/html", "application/xhtml+xml") or _is_page(content):
        is_login = urlsplit(came_from).hostname == "accounts.google.com" or b"accounts.google.com" in content
        what = "it asks to log in: the sheet is not shared" if is_login else "it is a web page, not a table"
        raise Fault(Code.IMPORT_PAGE, place, what=what, fix=_SHARE)
    if missing or not is_length_known:
        end = "nothing says where it ends"
        what = f"the table is cut off: {missing:,} bytes are missing" if missing else f"the table may be cut off: {end}"
        why = "a part of a table looks like the whole"
        fix = "try again; or download the table in a browser, and import the file"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, why=why, fix=fix)
    return content


def _is_page(content: bytes) -> bool:
    """Return whether a content begins as an HTML page does, after comments."""
    start = 0
    while comment := _COMMENT.match(content, start):
        end = content.find(b"-->", comment.end())
        start = end + 3 if end >= 0 else len(content)
    return _PAGE.match(content, start) is not None


_SHARE = "in Google Sheets: File, Share, Publish to web, the sheet, Comma-separated values; take that link"


def _parts(address: str) -> SplitResult:
    """Return the parts of an address.

    Raises:
        Fault: It is not an address.
    """
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it tells whether it is a number
    except ValueError as error:
        fix = "copy the address from the browser's window"
        raise Fault(Code.IMPORT_ADDRESS, Place(address), what=f"this is not an address: {error}", fix=fix) from error
    return parts


def _without_query(address: str) -> str:
    """Return an address for messages, without user and query."""
    parts = _parts(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _check_scheme(address: str, place: Place) -> None:
    """Raise a Fault for an address that is neither https nor on this machine."""
    parts = _parts(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _THIS_MACHINE):
        what = f"{parts.scheme}: is not safe: the table could be changed on the way"
        fix = "use an https: address"
        raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix=fix)


def _nearness(address: str) -> int:
    """Return where the host of an address is, in any spelling: 2 this machine, 1 its network, 0 the internet."""
    try:
        entries = socket.getaddrinfo(_parts(address).hostname or "", None, type=socket.SOCK_STREAM)
    except (OSError, ValueError):
        return 0  # the name is unknown here; a proxy may know it
    reached = [_reached(ipaddress.ip_address(str(entry[4][0]).partition("%")[0])) for entry in entries]
    if any(host.is_loopback or host.is_unspecified for host in reached):
        return 2
    return int(any(host.is_multicast or not host.is_global for host in reached))


def _reached(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address that is reached by another: an IPv4 address by the IPv6 address that maps to it."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    within = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
    return address.ipv4_mapped or address.sixtofour or within or address


class _Redirects(HTTPRedirectHandler):
    """Follows redirects over https alone, and never from the internet to this machine or its network.

    The name is looked up once more for the connection and may then lead elsewhere; but the server there needs a
    certificate for that name.
    """

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        """Return the request for the new address; raise a Fault if it is not safe."""
        place = Place(_without_query(newurl))
        _check_scheme(newurl, place)
        if _nearness(newurl) > _nearness(req.full_url):
            what = "a server redirects to this machine, or into its network"
            raise Fault(Code.IMPORT_ADDRESS, place, what=what, fix="name the address of the table")
        return super().redirect_request(req, fp, code, msg, headers, newurl)
