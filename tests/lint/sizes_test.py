#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No C++ or Python source has more than 400 lines."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("common", "emulator", "workloads", "controller", "gui", "tests", "scripts", "packaging")
LONGEST = 400


def is_source(path):
    if path.suffix in (".cc", ".h", ".py"):
        return True
    with path.open("rb") as file:
        return not path.suffix and file.readline(100).rstrip().endswith(b"python3")


def main():
    lines = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and is_source(path):
                lines[path.relative_to(ROOT).as_posix()] = path.read_bytes().count(b"\n")
    wrong = [f"{path}: {count} lines; at most {LONGEST}"
             for path, count in sorted(lines.items()) if count > LONGEST]
    print("\n".join(wrong) or f"{len(lines)} files have at most {LONGEST} lines")
    if not lines:
        print("no source file found: the check looked at nothing")
    return 1 if wrong or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
