#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every plural form of the window stands in the translation file, and nothing else does.

usage: translations_test.py LUPDATE; to update the file: ninja update_translations
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILE = ROOT / "gui/app/translations/seawind_en.ts"


def texts(file):
    """(context, source, comment) -> whether it is translated."""
    found = {}
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name")
        for message in context.iter("message"):
            translation = message.find("translation")
            kind = translation.get("type")
            if kind in ("vanished", "obsolete"):
                continue
            key = (name, message.findtext("source"), message.findtext("comment"))
            forms = [f.text for f in translation.findall("numerusform")] or [translation.text]
            found[key] = kind != "unfinished" and all(forms)
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "seawind_en.ts"
        subprocess.run([sys.argv[1], "-silent", "-pluralonly", "-I", ROOT, ROOT / "gui", "-ts", fresh],
                       check=True)
        wanted = texts(fresh)
    kept = texts(FILE)
    wrong = [f"missing: {key}" for key in wanted if not kept.get(key)]
    wrong += [f"no longer in the sources: {key}" for key in kept if key not in wanted]
    if not wanted:
        wrong.append("no text found: the check looked at nothing")
    if wrong:
        wrong.append("update the file with: ninja -C build/release update_translations")
    print("\n".join(wrong) or f"{len(wanted)} plural forms")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
