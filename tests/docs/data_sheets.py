# SPDX-License-Identifier: GPL-3.0-or-later
"""scripts/data-sheets: writes or checks the pages of docs/profiles/."""
import argparse
import pathlib
import shutil
import sys
import tempfile

from sheets import pages, seawind, tcp


def differences(committed, fresh, names):
    """Pages that differ, are missing, or should not be there."""
    found = {str(f.relative_to(committed)) for f in committed.rglob("*") if f.suffix in (".md", ".svg")}
    wrong = [f"{name} is not a page of a profile" for name in sorted(found - names)]
    for name in sorted(names):
        if name not in found or (committed / name).read_bytes() != (fresh / name).read_bytes():
            wrong.append(f"{name} is not what the programs measure")
    return wrong


def main():
    parser = argparse.ArgumentParser(prog="scripts/data-sheets")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--tcp", nargs="*", metavar="PROFILE", help="measure TCP in real time, of all profiles or some")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fresh, scratch = pathlib.Path(folder, "fresh"), pathlib.Path(folder, "scratch")
        if options.tcp is not None:
            tcp.measure(options.tcp or seawind.names(), pages.TCP)
        names = pages.write(fresh, scratch)
        if options.check:
            wrong = differences(seawind.PAGES, fresh, names)
            print("\n".join([*wrong, "run scripts/data-sheets"]) if wrong else f"{len(names)} pages are up to date")
            return 1 if wrong else 0
        shutil.rmtree(seawind.PAGES / "pictures", ignore_errors=True)
        shutil.copytree(fresh, seawind.PAGES, dirs_exist_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
