# SPDX-License-Identifier: GPL-3.0-or-later
"""The rule that compares a page with printed output: accepted and rejected lines.
A small page that needs no Seawind is followed, as page_test.py follows those of docs/."""
import os
import pathlib
import tempfile
import unittest

from page import File, difference, same, steps
from page_test import follow
from shell import Shell

PAGE = """Save this:

```yaml
# profiles/a.yaml
description: x
```

```console
$ mkdir -p there && \\
    cd there
$ seawind run a.yaml
...
a: 8 of 8 repetitions done
```
"""


class RulesTest(unittest.TestCase):
    def test_counts_are_equal(self):
        self.assertTrue(same("8 of 8 repetitions valid", "8 of  8 repetitions valid"))
        self.assertFalse(same("8 of 8 repetitions valid", "7 of 8 repetitions valid"))
        self.assertTrue(same("8 of 8 repetitions valid",
                             "8 of 8 repetitions valid; 1 invalid attempt kept for inspection"))
        self.assertTrue(same("8 of 8 repetitions valid",
                             "8 of 8 repetitions valid; 2 invalid attempts kept for inspection, 1 lost to the machine"))
        self.assertTrue(same("w: 12 of 12 repetitions done, 0 failed, 0 pending",
                             "w: 12 of 12 repetitions done, 0 failed, 0 pending; 4 attempts lost to the machine"))

    def test_the_first_measured_number_is_near(self):
        shown = "  Overall throughput    240404.7   240397.4 - 240431.7     34.3 B/s"
        self.assertTrue(same(shown, "Overall throughput 230000.1   1.0 - 999999.9   0.0 B/s"))
        self.assertFalse(same(shown, "Overall throughput 150000.1   1.0 - 999999.9   0.0 B/s"))
        self.assertFalse(same(shown, "Overall goodput 240404.7   240397.4 - 240431.7   34.3 B/s"))
        self.assertTrue(same("x -0.50 +5.9", "x -0.55 -7.0"))
        self.assertFalse(same("x -0.50 +5.9", "x +0.50 +5.9"))
        self.assertFalse(same("tail-drop-20 1.5", "tail-drop-21 1.5"))
        self.assertTrue(same("on disk: 354kB free", "on disk: 400kB free"))
        self.assertFalse(same("on disk: 354kB free", "on disk: 354MB free"))

    def test_lateness_is_the_machines(self):
        self.assertTrue(same("valid, lateness p99.9 355us", "valid, lateness p99.9 1.44ms"))
        self.assertFalse(same("valid, lateness p99.9 355us", "invalid, lateness p99.9 355us"))
        self.assertFalse(same("after 355us: 2.0 s", "after 355us: 9.0 s"))

    def test_a_summary_that_only_a_late_machine_prints_is_as_good_as_none(self):
        late = ["seawind: the link ran 4.5s", "  down  delivered 74 packets",
                "  timing NOT VALID: lost to the machine: 4 of 143 packets later than 1.81ms"]
        self.assertIsNone(difference([], late))
        self.assertIsNone(difference(["got"], [*late, "got"]))
        self.assertIsNone(difference(["seawind: the link ran 4.5s", "..."], late))
        self.assertEqual(difference([], [*late[:2], "  timing valid: 143 packets"]), "(the end of the output)")
        self.assertEqual(difference([], [*late, "curl: refused"]), "(the end of the output)")

    def test_dots_stand_for_any_lines(self):
        got = ["one", "", "two", "three"]
        for shown in (["one", "two", "three"], ["...", "two", "..."], ["one", "..."], ["..."]):
            self.assertIsNone(difference(shown, got), shown)
        self.assertEqual(difference(["one", "three"], got), "three")
        self.assertEqual(difference(["one", "two"], got), "(the end of the output)")
        self.assertEqual(difference(["...", "four"], got), "four")
        self.assertEqual(difference([], got), "(the end of the output)")

    def test_pages(self):
        file, first, second = steps(PAGE)
        self.assertEqual((file.path, file.line), ("profiles/a.yaml", 4))
        self.assertIsInstance(file, File)
        self.assertEqual(first.text, "mkdir -p there && \\\n    cd there")
        self.assertEqual((second.text, second.shown, second.line),
                         ("seawind run a.yaml", ["...", "a: 8 of 8 repetitions done"], 11))
        for block in ("```sh\nls\n```\n", "```console\nout\n```\n", "```yaml\na: b\n```\n"):
            with self.assertRaises(ValueError):
                steps(block)

    def follow(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text, encoding="utf-8")
            shell = Shell(folder, dict(os.environ))
            try:
                return follow(page, shell)
            finally:
                shell.close()

    def test_follows_a_page_and_reports_differences(self):
        good = ("```console\n$ mkdir there && cd there\n$ word=hello\n```\n"
                "```yaml\n# a.yaml\nkey: 1\n```\n"
                "```console\n$ cat ../there/a.yaml; echo $word; echo later >&2\n# a.yaml\n...\nhello\nlater\n"
                "$ cat none\nerror: none\n```\n")
        with self.assertRaisesRegex(AssertionError, "did not print.*\\nerror: none"):
            self.follow(good)
        self.assertEqual(self.follow(good.replace("cat none", "echo error: none; false")), 4)
        for wrong in ("$ echo a\nb", "$ false", "$ true\nerror: x", "$ exit 0"):
            with self.assertRaises(AssertionError):
                self.follow(f"```console\n{wrong}\n```\n")


if __name__ == "__main__":
    unittest.main()
