#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every citation of docs/model.md (`model 3`, `model Q4`) and docs/experiments.md (`experiments D9`,
`RQ10`, `B4.2`) names a heading or a row of a table of that page."""
import pathlib
import re
import sys

from folders import FOLDERS, ROOT

SUFFIXES = {".c", ".cc", ".cmake", ".h", ".md", ".proto", ".py", ".txt", ".yaml"}
# A mark of docs/model.md, or a name without its page, that a reader of code cannot follow.
OPAQUE = re.compile(r"\[[IPQ]\]|(?<=\()[QD]\d+\b")
CODE = {".c", ".cc", ".h", ".py"}
PAGES = {"model": ROOT / "docs/model.md", "experiments": ROOT / "docs/experiments.md"}

# `### Q4. What holds ...`, `## B1. Links`, `### B1.2 Error model`, `| D9 | ...`
DEFINITION = re.compile(r"^(?:#+ ([A-Z]{0,2}\d+(?:\.\d+)?)\.? |\| ([A-Z]{1,2}\d+(?:\.\d+)?) \|)", re.M)
NAME = {"model": r"(?:Q\d+|\d+)(?![\w-])", "experiments": r"[A-Z]{1,2}\d+(?:\.\d+)?(?![\w-])"}
JOIN = r"(?:,? and |, | to |-)"


def citations(text):
    """(place, page, name) of each."""
    for page, name in NAME.items():
        for cited in re.finditer(rf"\b{page} (?:section )?\(?(({name})(?:{JOIN}{name})*)", text):
            for one in re.finditer(name, cited.group(1)):
                yield cited.start(), page, one.group(0)
    for cited in re.finditer(r"\b(?:(?:RQ|LF)\d+|B\d\.\d)\b", text):
        yield cited.start(), "experiments", cited.group(0)


def main():
    defined = {page: {a or b for a, b in DEFINITION.findall(path.read_text())} for page, path in PAGES.items()}
    checked, wrong = 0, []
    for folder in FOLDERS:
        for source in sorted((ROOT / folder).rglob("*")):
            if source.suffix not in SUFFIXES or not source.is_file() or "crashes" in source.parts:
                continue
            text = source.read_text()
            if source.suffix in CODE and source != pathlib.Path(__file__):
                for mark in OPAQUE.finditer(text):
                    line = text.count("\n", 0, mark.start()) + 1
                    wrong.append(f"{source.relative_to(ROOT)}:{line}: `{mark.group()}` names no page: "
                                 "write `model Q1`, `experiments D2`, `an interpretation`")
            for start, page, name in citations(text):
                checked += 1
                if name not in defined[page]:
                    line = text.count("\n", 0, start) + 1
                    wrong.append(f"{source.relative_to(ROOT)}:{line}: {PAGES[page].relative_to(ROOT)} has no {name}")
    print("\n".join(wrong) or f"{checked} citations resolve")
    return 1 if wrong or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
