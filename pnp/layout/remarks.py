"""A PNG or JPEG file → the same picture without what a camera or a program wrote beside it.

Cameras write their maker, their owner and the place (EXIF, XMP, IPTC), telephones whole pictures behind the first. What
is needed to show the picture stays, its ICC profile among it, byte for byte.
"""

from __future__ import annotations

import re

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_APP_FIRST, _APP_LAST, _COMMENT, _SCAN, _END = 0xE0, 0xEF, 0xFE, 0xDA, 0xD9
_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""Segments of applications that say how a JPEG is shown, and what each begins with."""
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""The start of a segment; data of a scan has FF 00 and marks to start again from."""
_REMARKS = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")


def without_remarks(content: bytes) -> bytes:
    """The file of a sound picture, without EXIF, XMP, IPTC, comments, and what stands behind its end.

    From where a file is not as the format asks, it stays as it is.
    """
    if content.startswith(_JPEG):
        return _jpeg(content)
    return _png(content) if content.startswith(_PNG) else content


def _jpeg(content: bytes) -> bytes:
    kept, position, is_scan = [_JPEG], len(_JPEG), False
    while marker := _MARKER.search(content, position):
        code, start = marker[1][0], marker.end()
        if is_scan:
            kept.append(content[position : marker.start()])
        if code == _END:
            return b"".join([*kept, b"\xff\xd9"])
        end = start + int.from_bytes(content[start : start + 2], "big")
        if not start + 2 <= end <= len(content):
            position = marker.start()
            break
        is_app = _APP_FIRST <= code <= _APP_LAST
        if code != _COMMENT and (not is_app or content.startswith(_KEPT.get(code, b"\xff"), start + 2)):
            kept.append(b"\xff" + content[marker.end() - 1 : end])
        position, is_scan = end, code == _SCAN
    return b"".join([*kept, content[position:]])


def _png(content: bytes) -> bytes:
    kept, position = [_PNG], len(_PNG)
    while position + 12 <= len(content):
        kind = content[position + 4 : position + 8]
        end = position + 12 + int.from_bytes(content[position : position + 4], "big")
        if kind not in _REMARKS:
            kept.append(content[position:end])
        position = end
        if kind == b"IEND":
            break
    return b"".join(kept)
