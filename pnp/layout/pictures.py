"""The bytes of a picture in any common format → a checked Picture, PNG or JPEG; and one with a bleed made of its edge.

A picture is decoded once here, so that a broken one is reported; renderers decode it again. PNG and JPEG keep their
bytes, with ICC profiles, except metadata (EXIF, XMP, IPTC, and bytes after the end), in which cameras write the owner
and the place. Other formats become PNG, or JPEG where that is far smaller.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.frame import Picture
from pnp.core.patterns import lazy_pattern

if TYPE_CHECKING:
    from PIL import ImageCms
    from PIL.Image import Image as Raster

MAX_PIXELS = 89_000_000
"""The most pixels of a picture: an A3 page at 600 dpi. It fits a home computer's memory, and Pillow does not warn."""

KEPT = ("PNG", "JPEG")
"""Formats that PDF supports, whose files are kept."""

FORMATS = (
    *KEPT, "WEBP", "AVIF", "TIFF", "GIF", "BMP", "PSD", "JPEG2000", "TGA", "ICO", "ICNS", "PPM", "QOI", "PCX",
    "DDS", "SGI",
)  # fmt: skip
"""Formats that Pillow detects by content and decodes itself; others start programs (EPS, WMF) or are not pictures."""

LOSSY = ("WEBP", "AVIF", "JPEG2000")
"""Formats of photographs, which become JPEG if PNG would take more than LARGER times the bytes."""

LARGER = 3
QUALITY = 95
"""The quality of JPEG files written here, in Pillow's measure."""

ORIENTATION = 0x0112
"""The EXIF tag for how the camera was turned."""

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_APP_FIRST, _APP_LAST, _COMMENT, _SCAN, _END = 0xE0, 0xEF, 0xFE, 0xDA, 0xD9
_SHOWN_BY = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""Application segments that affect how a JPEG looks, and the bytes that each begins with."""
_MARKER = lazy_pattern(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""The start of a segment. Within a scan, FF 00 stands for a byte FF, and FF D0 to FF D7 are restart markers."""
_METADATA_CHUNKS = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")


def without_metadata(content: bytes) -> bytes:
    """Return a picture file without EXIF, XMP, IPTC, comments, and bytes after its end.

    From the first place that violates the format, the file is kept unchanged.
    """
    if content.startswith(_JPEG):
        return _jpeg(content)
    return _png(content) if content.startswith(_PNG) else content


def _jpeg(content: bytes) -> bytes:
    parts, position, is_scan = [_JPEG], len(_JPEG), False
    while marker := _MARKER.search(content, position):
        code, start = marker[1][0], marker.end()
        if is_scan:
            parts.append(content[position : marker.start()])
        if code == _END:
            return b"".join([*parts, b"\xff\xd9"])
        end = start + int.from_bytes(content[start : start + 2], "big")
        if not start + 2 <= end <= len(content):
            position = marker.start()
            break
        is_app = _APP_FIRST <= code <= _APP_LAST
        if code != _COMMENT and (not is_app or content.startswith(_SHOWN_BY.get(code, b"\xff"), start + 2)):
            parts.append(b"\xff" + content[marker.end() - 1 : end])
        position, is_scan = end, code == _SCAN
    return b"".join([*parts, content[position:]])


def _png(content: bytes) -> bytes:
    parts, position = [_PNG], len(_PNG)
    while position + 12 <= len(content):
        kind = content[position + 4 : position + 8]
        end = position + 12 + int.from_bytes(content[position : position + 4], "big")
        if kind not in _METADATA_CHUNKS:
            parts.append(content[position:end])
        position = end
        if kind == b"IEND":
            break
    return b"".join(parts)


def read_picture(content: bytes, path: str, place: Place) -> Picture:
    """Decode a picture completely; return it upright, by its EXIF orientation, and without metadata.

    Args:
        content: The bytes of the file.
        path: Its path, for faults.
        place: The place that names it.

    Raises:
        Fault: ``image-broken`` or ``image-large``.
    """
    from PIL import Image as Pillow
    from PIL import ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # decompression bombs, and misplaced metadata
            with Pillow.open(io.BytesIO(content), formats=_formats_of(content)) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise _too_large(path, place)
                image.load()
                if (
                    image.getexif().get(ORIENTATION, 1) == 1
                    and image.format in (*KEPT, "MPO")
                    and image.mode[0] not in "IF"
                ):
                    return make_picture(without_metadata(content), image.size, path)
                upright = ImageOps.exif_transpose(image)
                return make_picture(_encoded(_printable(upright), image), upright.size, path)
    except Pillow.DecompressionBombError:
        raise _too_large(path, place) from None
    except MemoryError:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError) as error:
        what, fix = _what_it_is(content, path)
        why = "" if isinstance(error, UnidentifiedImageError) else str(error)[:120]
        raise Fault(Code.IMAGE_BROKEN, place, what=what, why=why, fix=fix) from error


def _what_it_is(content: bytes, path: str) -> tuple[str, str]:
    """Return a description of a file that cannot be read as a picture, and the fix."""
    start = content[:1000].lower()
    if not content.strip(b"\0"):
        return f"{path} is empty", "copy or download it again"
    if b"<svg" in start:
        return f"{path} is a drawing, an SVG", "give it a name that ends with .svg, and write svg: for image:"
    if start.startswith(b"%pdf"):
        return f"{path} is a PDF", "export its page as PNG, or as SVG"
    if start[4:8] == b"ftyp" and start[8:11] in (b"hei", b"hev", b"mif", b"msf"):
        return f"{path} is a HEIC picture, as phones save them", "save it as JPEG"
    what = f"{path} is not a picture that pnp reads, or is broken"
    return what, "save it again, a photograph as JPEG, anything else as PNG"


def _formats_of(content: bytes) -> tuple[str, ...]:
    """Return the formats that a file may have; Pillow's readers of formats other than PNG and JPEG are loaded first."""
    if content.startswith((_PNG, _JPEG)):
        return KEPT
    from PIL import Image as Pillow

    Pillow.init()
    return tuple(form for form in FORMATS if form in Pillow.OPEN)


def make_picture(content: bytes, size: tuple[int, int], path: str) -> Picture:
    """Return a picture made from the bytes of a PNG or JPEG file and its size in pixels."""
    return Picture(hashlib.sha256(content).hexdigest()[:16], content, *size, path)


def _printable(image: Raster) -> Raster:
    """Return a picture in a mode that PNG supports: grey or RGB, 8 bits per channel."""
    from PIL import ImageCms

    if image.mode[0] == "I":
        return _in_eight_bits(image)
    if image.mode == "F":
        return _from_floats(image)
    if image.mode in ("CMYK", "LAB", "YCbCr", "HSV"):
        if profile := _profile_of(image):
            image = ImageCms.profileToProfile(image, profile, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
        image.info.pop("icc_profile", None)  # the profile of its original colours
        return image.convert("RGB")
    if image.mode in ("PA", "La", "RGBa", "RGBX"):
        return image.convert("RGB" if image.mode == "RGBX" else "LA" if image.mode == "La" else "RGBA")
    return image


def _profile_of(image: Raster) -> ImageCms.ImageCmsProfile | None:
    """Return the ICC profile of a picture's own colours; None for one without, or with a broken one."""
    from PIL import ImageCms

    if image.mode == "LAB":
        return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    try:
        return ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
    except (KeyError, OSError):
        return None


def _from_floats(image: Raster) -> Raster:
    """Convert a picture of real numbers to 8 bits: they range to 1, or to 255 if some are larger."""
    highest = image.getextrema()[1]
    scale = 255.0 if isinstance(highest, float) and highest <= 1 else 1.0
    return image.point(lambda value: value * scale).convert("L")


def _in_eight_bits(image: Raster) -> Raster:
    """Convert a grey picture of 16 bits (I;16, or I with values up to 65,535) to 8 bits.

    Where the file names one value as transparent, the result has an alpha channel.

    Pillow itself clips such values at 255, which makes everything but black white.
    """
    from PIL import Image as Pillow
    from PIL import ImageChops

    samples, size = image.tobytes(), 4 if image.mode == "I" else 2
    low, high = (Pillow.frombytes("L", image.size, samples[start::size]) for start in (0, 1))
    if image.mode == "I;16B":
        low, high = high, low
    clear = image.info.get("transparency")
    if not isinstance(clear, int):
        return high
    differing = [
        part.point(lambda value, clear_byte=clear_byte: 255 * (value != clear_byte))
        for part, clear_byte in ((low, clear & 255), (high, clear >> 8))
    ]
    return Pillow.merge("LA", (high, ImageChops.lighter(*differing)))


def _encoded(image: Raster, original: Raster) -> bytes:
    """Return a changed picture as a file in its original format, or as the better one of PNG and JPEG."""
    if original.format in ("JPEG", "MPO"):
        return _saved(image, "JPEG", original)
    png = _saved(image, "PNG", original)
    if original.format in LOSSY and image.mode in ("L", "RGB"):
        jpeg = _saved(image, "JPEG", original)
        return jpeg if len(png) > LARGER * len(jpeg) else png
    return png


def _saved(image: Raster, form: str, original: Raster) -> bytes:
    buffer = io.BytesIO()
    profile = image.info.get("icc_profile", original.info.get("icc_profile") if image is original else None)
    image.save(buffer, form, quality=QUALITY, subsampling=0, icc_profile=profile)
    return buffer.getvalue()


def _too_large(path: str, place: Place) -> Fault:
    what = f"{path} has more than {MAX_PIXELS:,} pixels"
    why = "it would take gigabytes of memory; a card at 1200 dpi has 13 million"
    fix = "scale it down to the size it is printed in"
    return Fault(Code.IMAGE_LARGE, place, what=what, why=why, fix=fix)


Extension = Literal["mirror", "stretch"]
"""How a picture continues beyond its edge: mirrored, or in the colours of its last pixels."""


@lru_cache(maxsize=256)
def extended_picture(
    picture: Picture, shown: tuple[int, int, int, int], margins: tuple[int, int, int, int], extension: Extension
) -> Picture:
    """Return a part of a picture with margins that are made of its edge, as a bleed.

    Args:
        picture: The picture.
        shown: The part: left, top, right and bottom, px.
        margins: The width of the margins: left, top, right and bottom, px.
        extension: How they are made.
    """
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        image.load()
        part = image.convert("RGBA" if "transparency" in image.info else image.mode.replace("P", "RGB")).crop(shown)
        left, top, right, bottom = margins
        wide = _with_margins(part, left, right, extension)
        upright = wide.transpose(Pillow.Transpose.TRANSPOSE)
        whole = _with_margins(upright, top, bottom, extension).transpose(Pillow.Transpose.TRANSPOSE)
        whole.info = image.info
        content = _saved(whole, image.format or "PNG", image)
    return make_picture(content, whole.size, picture.file)


def _with_margins(image: Raster, left: int, right: int, extension: Extension) -> Raster:
    """Return a picture with margins at its left and right."""
    from PIL import Image as Pillow

    width, height = image.size
    whole = Pillow.new(image.mode, (left + width + right, height))
    whole.paste(image, (left, 0))
    for margin, x, edge in ((left, 0, 0), (right, left + width, width)):
        if not margin:
            continue
        reach = 1 if extension == "stretch" else min(margin, width)
        strip = image.crop((0, 0, reach, height) if not edge else (width - reach, 0, width, height))
        strip = strip.transpose(Pillow.Transpose.FLIP_LEFT_RIGHT)
        whole.paste(strip.resize((margin, height)), (x, 0))
    return whole
