"""requirements.lock: it has every library of a release, in versions that pyproject.toml takes, with digests."""

from __future__ import annotations

import re
import tomllib

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = sorted(Requirement(PROJECT["optional-dependencies"]["all"][0]).extras)
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
LOCKED = re.findall(
    r"^([\w.-]+)==(\S+)(?: ;[^\\\n]*)? \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", LOCK, re.MULTILINE
)


@pytest.mark.parametrize(
    "wanted", [*PROJECT["dependencies"], *(each for name in EXTRAS for each in PROJECT["optional-dependencies"][name])]
)
def test_every_library_is_locked_in_a_version_that_is_taken(wanted: str) -> None:
    requirement = Requirement(wanted)
    versions = [version for name, version, _ in LOCKED if name == canonicalize_name(requirement.name)]
    assert versions and all(requirement.specifier.contains(version) for version in versions)


def test_every_library_has_its_digests() -> None:
    assert len(LOCKED) == len(re.findall(r"^[\w.-]+==", LOCK, re.MULTILINE)) > 50
