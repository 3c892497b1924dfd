#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text of the window stands in the translation file, and nothing else does.

usage: translations_test.py LUPDATE; to renew the file: ninja update_translations
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "gui/app/translations"


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


def compare(wanted, kept, name):
    wrong = [f"missing in {name}: {key}" for key in wanted if key not in kept]
    return wrong + [f"no longer in the sources: {key} of {name}" for key in kept if key not in wanted]


def main():
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "fresh_fi.ts"
        subprocess.run([sys.argv[1], "-silent", "-I", ROOT, ROOT / "gui", "-ts", fresh], check=True)
        wanted = texts(fresh)
        plurals = pathlib.Path(folder) / "plurals_en.ts"
        subprocess.run([sys.argv[1], "-silent", "-pluralonly", "-I", ROOT, ROOT / "gui", "-ts",
                        plurals], check=True)
        wanted_plurals = texts(plurals)
    kept = texts(FOLDER / "seawind_fi.ts")
    wrong = compare(wanted, kept, "seawind_fi.ts")
    wrong += compare(wanted_plurals, texts(FOLDER / "seawind_en.ts"), "seawind_en.ts")
    if not wanted:
        wrong.append("no text found: the check looked at nothing")
    if wrong:
        wrong.append("renew it with: ninja -C build/debug update_translations")
    print("\n".join(wrong) or f"{len(wanted)} texts, {sum(kept.values())} translated")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
