"""The programs that some tests need: which are here, and how to have the others.

    python3 tests/programs.py    installs what is missing by apt-get, where it may; prints the names of what it cannot

A test that needs one is marked ``needs("gs")``, and skipped without it. Where CI is "true" it fails, unless CANNOT, the
output of this program, names it. It runs before pnp is installed, so it imports Python's own modules alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "ghostscript": ("gs",),
    "gettext": ("msgcat",),
    "npm": ("npm",),
}
"""The commands of each package of Debian and Ubuntu, any of which will do. npm has Node, and fetches Pyodide."""

ORACLE = "needs other engines: pip install -e '.[oracle]', as the nightly run does"
"""Why a test is skipped whose packages are too large for every run."""

CANNOT = "PNP_CANNOT_INSTALL"
"""The variable with the names of packages that cannot be installed here, with blanks between them."""


def find(package: str) -> str:
    """Return the path of a package's program; "" if it is not here."""
    return next(filter(None, map(shutil.which, PROGRAMS[package])), "")


def node() -> str:
    """Return the path of Node; without any here, of the one that Playwright brings."""
    from playwright._impl._driver import compute_driver_executable

    return shutil.which("node") or compute_driver_executable()[0]


def is_failure(package: str) -> bool:
    """Return whether a test without a program fails, rather than being skipped."""
    return os.environ.get("CI") == "true" and package not in os.environ.get(CANNOT, "").split()


def install() -> list[str]:
    """Install the programs that are missing, as root or by a sudo that asks nothing; return what is missing after it."""
    missing = [package for package in PROGRAMS if not find(package)]
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    may = hasattr(os, "geteuid") and (os.geteuid() == 0 or sudo is not None)
    if missing and apt and may:
        command = [apt] if os.geteuid() == 0 else [str(sudo), "-n", apt]
        quiet = [*command, "-qq", "-o", "DPkg::Lock::Timeout=60"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], *(["install", "-y", "--no-install-recommends", package] for package in missing)):
            subprocess.run([*quiet, *arguments], check=False, stdout=sys.stderr, env=environment)
    return [package for package in PROGRAMS if not find(package)]


if __name__ == "__main__":
    missing = install()
    if missing:
        why = "apt-get cannot install them here" if shutil.which("apt-get") else "there is no apt-get"
        print(f"{', '.join(missing)}: {why}; the tests that need them will be skipped", file=sys.stderr)
    print(*missing)
