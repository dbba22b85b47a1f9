"""A wheel of pnp → a folder that runs without Python on the machine, and its archive: `python tools/download.py WHEEL`.

The folder has the Python that runs this script, the libraries of requirements.lock, the wheel, and a file to double
click. Nothing is frozen: processes start, and modules find their files, as after pip (docs/decisions/0056). Run it with
a Python that may be moved, as `uv python install` brings it; another one on Linux needs patchelf.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "site-packages", "test", "tests", "idlelib", "idle_test", "tkinter", "turtledemo", "lib2to3", "Tools", "Doc",
    "tcl[0-9]*", "tk[0-9]*", "itcl[0-9]*", "thread[0-9]*", "tcl", "Tix*", "_tkinter*", "_test*", "include", "share", "libs", "pkgconfig", "config-*", "*.a", "*.pdb",
)  # fmt: skip
"""Parts of Python that pnp does not need; headers and Tk are half of it."""

OF_THE_SYSTEM = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|pthread|rt|util|resolv|crypt|gcc_s)\.so")

SHELL = """\
#!/bin/sh
# Double click: the studio, in the browser. In a terminal: the pnp command.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1
PNP_BESIDE=$(dirname -- "$here") exec "$here/python/bin/python3" -P -m pnp.extensions.studio.double_click "$@"
"""
BATCH = """\
@echo off
rem Double click: the studio, in the browser. In a terminal: the pnp command.
setlocal
set "PYTHONHOME="
set "PYTHONPATH="
set "PYTHONNOUSERSITE=1"
set "PNP_BESIDE=%~dp0.."
"%~dp0python\\python.exe" -P -m pnp.extensions.studio.double_click %*
if errorlevel 1 if "%~1"=="" pause
"""
DESKTOP = """\
[Desktop Entry]
Type=Application
Name=pnp studio
Terminal=true
Exec=sh -c 'exec "$(dirname "$1")/pnp"' sh %k
"""
LAUNCHERS = {
    "linux": {"pnp": SHELL, "pnp studio.desktop": DESKTOP},
    "darwin": {"pnp.command": SHELL, "pnp": SHELL},
    "win32": {"pnp.cmd": BATCH},
}
"""The files to start pnp with, for each `sys.platform`."""


def write_launchers(folder: Path, system: str) -> None:
    """Write the files to start pnp with."""
    for name, text in LAUNCHERS[system].items():
        (folder / name).write_text(text, encoding="ascii", newline="\r\n" if system == "win32" else "\n")
        (folder / name).chmod(0o755)


def carry_libraries(home: Path) -> None:
    """Copy the libraries of the system that a Python on Linux needs beside it, but glibc. Wheels bring theirs."""
    binaries = [home / "bin" / "python3", *home.rglob("*.so")]
    for binary in binaries:
        listed = subprocess.run(["ldd", binary], capture_output=True, text=True, check=False).stdout
        needed = dict(re.findall(r"(\S+) => (/\S+)", listed))
        needed = {name: path for name, path in needed.items() if not OF_THE_SYSTEM.match(name)}
        for name, path in needed.items():
            if not Path(path).is_relative_to(home) and not (home / "lib" / name).exists():
                shutil.copy2(path, home / "lib" / name)
                binaries.append(home / "lib" / name)
        if needed:
            way = f"$ORIGIN/{os.path.relpath(home / 'lib', binary.parent)}"
            subprocess.run(["patchelf", "--force-rpath", "--set-rpath", way, binary.resolve()], check=True)


def make_folder(wheel: Path, folder: Path) -> None:
    """Make the folder that needs no Python."""
    home = folder / "python"
    shutil.copytree(sys.base_prefix, home, ignore=LEFT_OUT, symlinks=True)
    if sys.platform != "win32":
        programs = [path for path in (home / "bin").iterdir() if not re.fullmatch(r"python3(\.\d+)?", path.name)]
        for program in programs:
            program.unlink()
    if sys.platform == "linux":
        carry_libraries(home)
    libraries = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", libraries]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", wheel], check=True)
    shutil.rmtree(Path(libraries) / "bin", ignore_errors=True)
    # by content, as archives round times, and the folder may be one that nobody may write into
    compiled = [sys.executable, "-m", "compileall", "-q", "-j0", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([*compiled, "-s", home, "-x", r"bad_coding|badsyntax|starters", home], check=False)
    write_launchers(folder, sys.platform)
    shutil.copy2(ROOT / "LICENSE", folder)
    shutil.copy2(ROOT / "docs/licences.md", folder / "LICENCES OF LIBRARIES.md")


def main() -> None:
    """Make the folder, try it, and archive it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--to", type=Path, default=Path("dist"))
    options = parser.parse_args()
    name = f"pnp-{options.wheel.name.split('-')[1]}-{platform.system().lower()}-{platform.machine().lower()}"
    folder = options.to.resolve() / name / "pnp"
    shutil.rmtree(folder.parent, ignore_errors=True)
    make_folder(options.wheel, folder)
    start = folder / ("pnp.cmd" if sys.platform == "win32" else "pnp")
    subprocess.run([start, "--version"], check=True)
    kind = "zip" if sys.platform == "win32" else "gztar"
    archive = Path(shutil.make_archive(str(folder.parent), kind, folder.parent))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{archive}  {archive.stat().st_size / 1e6:.0f} MB, {size / 1e6:.0f} MB unpacked")


if __name__ == "__main__":
    main()
