#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the manual pages and the completions of the programs.

usage: write_texts.py BIN OUT VERSION    BIN has the programs; OUT gets man/ and completions/"""
import pathlib
import shutil
import sys

import completions
import help_texts
import man_pages

PROGRAMS = ["seawind", "seawindd", "seawind-agent", "seawind-workload", "seawind-link", "seawind-gui"]
SHELLS = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish"}


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main():
    bin_folder, out, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    programs = [help_texts.help_of(bin_folder / name, [name]) for name in PROGRAMS]
    for folder in ("man", "completions"):
        shutil.rmtree(out / folder, ignore_errors=True)
    for name, text in man_pages.pages(programs, version):
        write(out / "man" / f"man{name[-1]}" / name, text)
    for program in programs:
        part = "seawind-gui" if program.name == "seawind-gui" else "seawind"
        for shell, file in SHELLS.items():
            write(out / "completions" / part / shell / file.format(program.name), getattr(completions, shell)(program))


if __name__ == "__main__":
    main()
