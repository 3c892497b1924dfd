# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders with sources, and not with what builds and runs have made."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED = {"build", "campaigns"}
FOLDERS = sorted(path.name for path in ROOT.iterdir()
                 if path.is_dir() and path.name not in GENERATED and not path.name.startswith("."))
