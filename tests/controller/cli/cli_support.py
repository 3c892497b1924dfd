# SPDX-License-Identifier: GPL-3.0-or-later
"""Test cases that run `seawind` in a temporary folder."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"


class SeawindCase(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        self.addCleanup(shutil.rmtree, self.path)

    def run_seawind(self, *arguments):
        done = subprocess.run([BIN / "seawind", *arguments], cwd=self.path, text=True,
                              capture_output=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def ok(self, *arguments):
        code, out, err = self.run_seawind(*arguments)
        self.assertEqual((code, err), (0, ""), arguments)
        return out

    def fails(self, code, *arguments):
        got, _, err = self.run_seawind(*arguments)
        self.assertEqual(got, code, err)
        return err
