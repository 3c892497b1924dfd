# SPDX-License-Identifier: GPL-3.0-or-later
"""The example notebook reads the store as it is: its version, and every query over the present schema."""
import json
import pathlib
import re
import sqlite3
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs/examples/campaign.ipynb"
SCHEMA = ROOT / "controller/store/schema.sql"


class NotebookTest(unittest.TestCase):
    def setUp(self):
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        self.code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        self.store = sqlite3.connect(":memory:")
        self.store.executescript(SCHEMA.read_text(encoding="utf-8"))

    def tearDown(self):
        self.store.close()

    def test_expects_the_version_of_the_schema(self):
        (version,) = self.store.execute("PRAGMA user_version").fetchone()
        expected = re.search(r"PRAGMA user_version.*== (\d+)", self.code)
        self.assertEqual(int(expected.group(1)), version)

    def test_its_queries_fit_the_schema(self):
        queries = re.findall(r'"""(.*?)"""', self.code, re.DOTALL)
        self.assertGreater(len(queries), 1)
        for query in queries:
            self.store.execute(query).fetchall()


if __name__ == "__main__":
    unittest.main()
