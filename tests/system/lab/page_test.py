# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the page "Your first lab": its commands and its file, on machines that know nothing of a lab."""
import pathlib
import re
import shlex
import subprocess
import time
import unittest

from lab_support import HOSTS, Lab

from support import BIN, TINY, rows

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/how-to/first-lab.md"
QUICKSTART = "configs/testsets/quickstart.yaml"  # takes minutes: a smaller one is run in its place


class BareLab(Lab):
    def set_up(self):
        self.environment["PATH"] = f"{BIN}:{self.environment['PATH']}"
        self.make_machines()
        for name in HOSTS:  # the folder of seawind-agent
            self.machines[name].run("mount", "-t", "tmpfs", "none", "/var/lib")


class Page(unittest.TestCase):
    def setUp(self):
        self.lab = BareLab()
        self.addCleanup(self.lab.close)
        self.keys, self.answers = {}, {}

    def at(self, name, words, attempts=1):
        here = ["sh", "-c", 'cd "$0" && exec "$@"', self.lab.path]
        done = subprocess.run(self.lab.machines[name].inside(*here, *words), env=self.lab.environment,
                              capture_output=True, text=True, timeout=150, check=False)
        if done.returncode != 0 and attempts > 1 and "fail  lab: a link" in done.stdout:
            return self.at(name, words, attempts - 1)
        self.assertEqual(done.returncode, 0, f"{name}: {words}: {done.stdout}{done.stderr}")
        return done.stdout

    def serve(self, name, words):
        self.lab.services[name] = subprocess.Popen(self.lab.machines[name].inside(*words), env=self.lab.environment,
                                                   stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not self.lab.machines[name].run("ss", "-Hltn", "sport", "=", "7600"):
            self.assertLess(time.monotonic(), deadline, f"{name} does not listen")
            time.sleep(0.05)

    def follow(self, command):
        """A command of the page, where the page says: on the hosts or on the controller."""
        words = shlex.split(command)
        if words[:2] == ["seawind-agent", "key"]:
            self.keys = {name: self.at(name, words).strip() for name in HOSTS}
        elif words[:3] == ["seawind", "lab", "add"]:
            self.assertTrue(self.keys[words[3]].startswith(words[4].removesuffix("...")))
            words[4] = self.keys[words[3]]
            self.answers[words[3]] = self.at("controller", words).strip()
        elif words[:2] == ["seawind-agent", "join"]:
            for name in HOSTS:
                self.assertTrue(self.answers[name].startswith(words[2].removesuffix("...")))
                self.at(name, [*words[:2], self.answers[name], *(["--emulator"] if name == "box" else [])])
        elif words[:2] == ["seawind-agent", "serve"]:
            for name in HOSTS:
                self.serve(name, words)
        else:
            if QUICKSTART in words:
                self.assertTrue((ROOT / QUICKSTART).exists())
                words[words.index(QUICKSTART)] = TINY
            # The doctor's link is late where other tests keep the processors busy, and it says so.
            return self.at("controller", words, attempts=3 if words[1] == "doctor" else 1)
        return ""

    def test_its_commands(self):
        text = PAGE.read_text()
        printed = {}
        for step in re.finditer(r"^ {7}(seawind[^\n]*)$|^ {3}```yaml\n(.*?)^ {3}```$", text, re.MULTILINE | re.DOTALL):
            command, file = step.groups()
            if file:
                (self.lab.path / "lab.yaml").write_text(re.sub("^ {3}", "", file, flags=re.MULTILINE))
            else:
                printed[command.split("\n")[0]] = self.follow(command)
        self.assertEqual(len(printed), 10, printed.keys())
        self.assertIn("lab: a link", printed["seawind doctor --lab lab.yaml"])
        self.assertEqual({verdict for (verdict,) in rows(self.lab.path / "campaign", "SELECT verdict FROM attempt WHERE id "
                                                         "IN (SELECT attempt_id FROM repetition)")}, {"valid"})
        self.assertIn("box", self.follow("seawind lab list"))
        self.follow("seawind lab revoke phone")
        self.assertTrue((self.lab.path / "campaign/report/report.html").exists())


if __name__ == "__main__":
    unittest.main()
