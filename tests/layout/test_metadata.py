"""Pictures without what a camera wrote beside them."""

from __future__ import annotations

import io

import pypdf
import pytest
from PIL import Image, ImageCms, PngImagePlugin

from pnp.core.diagnostics import Place
from pnp.core.frame import Frame
from pnp.core.frame import Image as Placed
from pnp.layout.assets import Assets
from pnp.layout.pictures import without_metadata
from pnp.render.pdf import DocumentMetadata, Page, render_pdf

MAKER, GPS = 0x010F, 0x8825
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def taken(kind: str, mode: str = "RGB", **options: object) -> bytes:
    """A photograph with its camera's name, a place, a profile and a comment."""
    exif = Image.Exif()
    exif[MAKER] = "Spectacular Cameras"
    exif.get_ifd(GPS)[1] = "N"
    written = io.BytesIO()
    more = {"comment": b"of Spectacular origin"} if kind == "JPEG" else {}
    if kind == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Author", "Spectacular people")
        more = {"pnginfo": texts}  # type: ignore[dict-item]
    Image.linear_gradient("L").convert(mode).save(written, kind, exif=exif, icc_profile=PROFILE, **more, **options)
    return written.getvalue()


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [("JPEG", "RGB", {}), ("JPEG", "RGB", {"progressive": True}), ("JPEG", "L", {}), ("JPEG", "CMYK", {}),
     ("JPEG", "RGB", {"restart_marker_rows": 1}), ("PNG", "RGB", {}), ("PNG", "P", {})],
)  # fmt: skip
def test_metadata_goes_and_pixels_stay(kind: str, mode: str, options: dict[str, object]) -> None:
    before = taken(kind, mode, **options)
    after = without_metadata(before)
    assert b"Spectacular" in before
    assert b"Spectacular" not in after
    assert b"Exif" not in after
    with Image.open(io.BytesIO(before)) as one, Image.open(io.BytesIO(after)) as other:
        assert one.tobytes() == other.tobytes()
        assert other.info["icc_profile"] == PROFILE
        assert dict(other.getexif()) == {}
    assert without_metadata(after) == after


def test_pictures_behind_the_end_go() -> None:
    photo = without_metadata(taken("JPEG"))
    assert without_metadata(photo + taken("JPEG")) == photo


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_files_that_end_early_are_kept(kind: str) -> None:
    whole = without_metadata(taken(kind))
    for length in range(len(whole)):
        assert whole.startswith(without_metadata(whole[:length])[:-2])


def test_a_photograph_in_a_pdf_tells_nothing_of_its_camera() -> None:
    picture = Assets(lambda *_: taken("JPEG")).picture("small/photo.jpg", Place("face.yaml"))
    frame = Frame(63, 88, (Placed(0, 0, 63, 88, picture),))
    made = render_pdf([Page(frame)], DocumentMetadata("Small", "en"))
    (image,) = pypdf.PdfReader(io.BytesIO(made)).pages[0].images
    assert b"Spectacular" not in made
    assert b"Exif" not in image.data
    assert b"ICC_PROFILE" in picture.content
