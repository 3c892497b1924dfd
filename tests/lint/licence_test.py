#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source file names its licence in its first two lines."""
import sys

from folders import FOLDERS, ROOT

SUFFIXES = {".cc", ".h", ".proto", ".py", ".cmake", ".sql"}
TAG = "SPDX-License-Identifier: GPL-3.0-or-later"


def main():
    checked, wrong = 0, []
    for folder in FOLDERS:
        for source in sorted((ROOT / folder).rglob("*")):
            if not source.is_file() or not (source.suffix in SUFFIXES or folder == "scripts"):
                continue
            checked += 1
            if not any(TAG in line for line in source.read_text().splitlines()[:2]):
                wrong.append(f"{source.relative_to(ROOT)}: no `{TAG}`")
    print("\n".join(wrong) or f"{checked} files name their licence")
    return 1 if wrong or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
