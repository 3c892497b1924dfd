#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of packaging/ci, executed as GitHub and GitLab do it: what the YAML says, with the settings of a user.
--ordinary-user: not as root."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import yaml
from programs import BIN, enter

if __name__ == "__main__":
    enter()

ROOT = pathlib.Path(__file__).resolve().parents[2]
CI = ROOT / "packaging/ci"
SETTINGS = {"TESTSET", "PYTEST", "PACKAGES", "JUNIT", "PYTHON", "ROOT"}
TINY = ROOT / "tests/system/campaign/configs/testsets/tiny.yaml"
TESTS = """
def test_seven(seawind_link):
    link = seawind_link("umts", seed=7)
    assert link.mobile.run(["ping", "-q", "-c", "1", link.fixed.address]).returncode == 0

def test_eight(seawind_link):
    seawind_link("umts", seed=8)
    assert 0
"""


class CiTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="seawind-ci-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "test_it.py").write_text(TESTS)

    def script(self, lines, settings, path=None):
        """Returns the exit code and the output."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SEAWIND_")}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", "\n".join(lines)], cwd=self.folder,
                              env={**kept, **settings, **({"PATH": path} if path else {})}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=200)
        return done.returncode, done.stdout

    def github(self, path=None, **inputs):
        action = yaml.safe_load((CI / "action.yml").read_text())
        self.assertEqual("composite", action["runs"]["using"])
        self.assertLessEqual(set(inputs), set(action["inputs"]))
        values = {name: inputs.get(name, what["default"]) for name, what in action["inputs"].items()}
        self.assertTrue(all(isinstance(value, str) for value in values.values()), values)
        step, = action["runs"]["steps"]
        self.assertEqual("bash", step["shell"])
        self.assertEqual({f"SEAWIND_{name}" for name in SETTINGS}, set(step["env"]))
        settings = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], text)
                    for name, text in step["env"].items()}
        self.assertEqual(set(values.values()), set(settings.values()))
        return self.script([step["run"]], {**settings, "GITHUB_ACTION_PATH": str(CI)}, path)

    def gitlab(self, **variables):
        """A job of the user that extends the template. Returns also its artifacts."""
        job = yaml.safe_load((CI / "gitlab.yml").read_text())[".seawind"]
        self.assertEqual({f"SEAWIND_{name}" for name in {*SETTINGS, "CI"}}, set(job["variables"]))
        settings = {**job["variables"], "SEAWIND_CI": str(CI), **variables}
        code, shown = self.script(job["script"], settings)
        artifacts = job["artifacts"]
        junit = re.sub(r"\$(\w+)", lambda found: settings[found[1]], artifacts["reports"]["junit"])
        return code, shown, self.folder / junit, [self.folder / path for path in artifacts["paths"]]

    def counts_in(self, file):
        root = xml.etree.ElementTree.parse(file).getroot()
        return len(root.findall(".//testcase")), len(root.findall(".//failure"))

    def pages(self):
        return list(self.folder.glob("campaigns/*/report/report.html"))

    def test_a_test_set_on_github(self):
        code, shown = self.github(testset=f"'{TINY}' --configs '{TINY.parent.parent}' --repetitions 2")
        self.assertEqual(0, code, shown)
        self.assertEqual((2, 0), self.counts_in(self.folder / "seawind.xml"))
        self.assertEqual(1, len(self.pages()))
        self.assertRegex(shown, r"(?m)^ok +network namespaces")

    def test_pytest_on_github(self):
        code, shown = self.github(pytest="test_it.py -k 'seven or none'", junit="own.xml", python=sys.executable)
        self.assertEqual(0, code, shown)
        self.assertEqual((1, 0), self.counts_in(self.folder / "own.xml"))
        code, shown = self.github(pytest="test_it.py", python=sys.executable)
        self.assertEqual(1, code, shown)
        self.assertEqual((2, 1), self.counts_in(self.folder / "seawind.xml"))
        self.assertIn("link umts: seed 8", shown)

    def test_both_on_gitlab(self):
        code, shown, junit, _ = self.gitlab(SEAWIND_PYTEST="test_it.py::test_seven", SEAWIND_PYTHON=sys.executable)
        self.assertEqual(0, code, shown)
        self.assertEqual((1, 0), self.counts_in(junit))
        code, shown, junit, paths = self.gitlab(SEAWIND_TESTSET=f"{TINY} --configs {TINY.parent.parent} --repetitions 1",
                                                SEAWIND_JUNIT="own.xml")
        self.assertEqual(0, code, shown)
        self.assertEqual((1, 0), self.counts_in(junit))
        self.assertTrue(any(path in page.parents for path in paths for page in self.pages()))

    def test_root_by_sudo(self):
        """A sudo that changes nothing but notes what it executes."""
        if os.geteuid() == 0:
            self.skipTest("root needs no sudo")
        sudo = self.folder / "bin/sudo"
        sudo.parent.mkdir()
        sudo.write_text(f"#!/bin/sh\nshift; echo \"$@\" >>{self.folder}/log\nexec env \"$@\"\n")
        sudo.chmod(0o755)
        code, shown = self.github(f"{sudo.parent}:{os.environ['PATH']}", pytest="test_it.py -k seven", root="yes",
                                  python=sys.executable)
        self.assertEqual(0, code, shown)
        executed = (self.folder / "log").read_text()
        for words in (" seawind doctor\n", f" {sys.executable} -m pytest --junitxml seawind.xml test_it.py -k seven\n",
                      " chown -R --reference . seawind.xml\n"):
            self.assertIn(words, executed)
        self.assertNotIn("campaigns", executed)

    def test_settings_that_are_wrong(self):
        (self.folder / "empty").mkdir()
        (self.folder / "seawind.xml").write_text("of an earlier run")
        for inputs, code, words in (({}, 2, "nothing to run"), ({"pytest": " "}, 2, "nothing to run"),
                                    ({"pytest": "b", "python": "nopython"}, 2, "there is no program nopython"),
                                    ({"testset": "a", "pytest": "b"}, 2, "are both set"),
                                    ({"pytest": "b", "root": "maybe"}, 2, "use yes or no"),
                                    ({"testset": "none.yaml"}, 2, "none.yaml"),
                                    ({"testset": 'a.yaml "b.yaml'}, 2, 'a quote has no end, or holds a quote or a line break: a.yaml "b.yaml'),
                                    ({"pytest": "it's test_it.py"}, 2, "a quote has no end"),
                                    ({"pytest": "b", "packages": "none"}, 2, "there is no folder none"),
                                    ({"testset": "b", "packages": "empty"}, 2, "one file seawind_*.deb is expected")):
            got, shown = self.github(**inputs)
            self.assertEqual((code, True), (got, words in shown), shown)
        self.assertFalse((self.folder / "seawind.xml").exists())
        path = os.environ["PATH"].replace(f"{BIN}:", "")
        got, shown = self.github(path, pytest="test_it.py")
        self.assertEqual((3, True), (got, "seawind is not installed" in shown), shown)


if __name__ == "__main__":
    unittest.main()
