"""Small projects, exported without writing, and what stands in their files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.export import ExportOptions, export
from pnp.exports.request import ExportRequest
from pnp.outputs import BuildResult
from pnp.project.files import Files

URL = "https://example.org/{game}/{language}"


def export_project(
    root: Path, target: str, *languages: str, jobs: int = 1, packed: bool = False, **request: Any
) -> BuildResult:
    """Export a project without writing."""
    options = ExportOptions(target, (), languages, ExportRequest(**{"url": URL, **request}), packed, jobs)
    return export(Files(root), options)


def files(built: BuildResult) -> dict[str, bytes]:
    """What an export gives, by path from the folder of its game, language and target; it has told of nothing."""
    told = [(d.code.value, d.what) for d in built.diagnostics]
    assert not told, told
    return {output.path.split("/", 3)[-1]: output.content for output in built.outputs}


def picture(content: bytes) -> Image.Image:
    """A picture as it is read back."""
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def manifest(made: dict[str, bytes]) -> Any:
    """What the manifest says."""
    return json.loads(made["manifest.json"])
