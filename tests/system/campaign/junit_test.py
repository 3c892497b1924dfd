# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind run --junit and resume --junit: valid by junit.xsd, and what its readers show."""
import os
import pathlib
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

from support import TINY, Seawind, rows

SCHEMA = pathlib.Path(__file__).with_name("junit.xsd")
LIMITS = "lateness_p999: 1s, lateness_max: 10s, start_error: 10s, cpu_steal: 100%"
BAD = """flows:
  - name: failing
    command: {duration: 4min, listen_within: off, starts: sink,
              sink: {argv: [sh, -c, "echo 'a <b> & \\"c\\"' >&2; exit 3"]}}
"""
LONG = """flows:
  - name: lasting
    command: {duration: 4min, listen_within: off, source: {argv: [sleep, "240"]}}
"""


class JunitTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.addCleanup(self.seawind.close)
        self.root = self.seawind.path
        self.file = self.root / "results.xml"
        for name in ("workloads", "testsets"):
            (self.root / name).mkdir()
        (self.root / "workloads/bad.yaml").write_text(BAD)
        (self.root / "workloads/long.yaml").write_text(LONG)

    def campaign(self, name, workloads, limits=LIMITS, repetitions=2, attempts=20):
        file = self.root / "testsets" / f"{name}.yaml"
        file.write_text(f"repetitions: {repetitions}\nparallel: 2\nsettle: 200ms\ntimeout: 5min\n"
                        f"limits: {{{limits}, attempts: {attempts}}}\n"
                        f"matrix: {{link: quick, router: small, tcp: plain, workload: [{workloads}]}}\n")
        return file

    def run_sets(self, *arguments):
        code, _, err = self.seawind.run("run", *arguments, "--junit", self.file, "--configs", TINY.parent.parent)
        return code, err

    def wait_until_it_runs(self, run):
        live = self.root / "c/live.json"
        while run.poll() is None and not (live.exists() and '"phase":"running"' in live.read_text().replace(" ", "")):
            time.sleep(0.02)

    def read(self):
        """The suites by name. Their counts are those of what they have."""
        done = subprocess.run(["xmllint", "--noout", "--schema", SCHEMA, self.file], capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr)
        root = xml.etree.ElementTree.parse(self.file).getroot()
        for counted in (root, *root):
            for attribute, path in (("tests", ""), ("failures", "/failure"), ("errors", "/error"), ("skipped", "/skipped")):
                self.assertEqual(int(counted.get(attribute)), len(counted.findall(f".//testcase{path}")), attribute)
        return {suite.get("name"): suite for suite in root}

    def test_repetitions_that_pass(self):
        code, err = self.run_sets(TINY, "-o", self.root / "tiny")
        self.assertEqual(0, code, err)
        suites = self.read()
        self.assertEqual(["tiny/quick/small/plain/pair"], list(suites))
        suite, = suites.values()
        stored = rows(self.root / "tiny", "SELECT r.seed, a.ended_unix_ns - a.started_unix_ns, a.directory FROM repetition r "
                      "JOIN attempt a ON a.id = r.attempt_id ORDER BY r.number")
        self.assertEqual(4, len(suite))
        for number, (case, (seed, duration, directory)) in enumerate(zip(suite, stored)):
            self.assertEqual((suite.get("name"), f"repetition {number}"), (case.get("classname"), case.get("name")))
            self.assertAlmostEqual(duration / 1e9, float(case.get("time")), places=3)
            self.assertEqual(f"seed {seed % 2**64}\n{directory}", case.find("system-out").text)

    def test_failures_and_invalid_timing(self):
        late = LIMITS.replace("lateness_p999: 1s, lateness_max: 10s", "lateness_p999: 1us, lateness_max: 1us")
        self.campaign("a-late", "short", late, repetitions=1, attempts=2)
        self.campaign("b-mixed", "short, bad")
        code, err = self.run_sets(self.root / "testsets", "-o", self.root / "out")
        self.assertEqual(1, code, err)
        suites = self.read()
        self.assertEqual({"a-late/quick/small/plain/short": ("1", "0", "0", "1"),
                          "b-mixed/quick/small/plain/short": ("2", "0", "0", "0"),
                          "b-mixed/quick/small/plain/bad": ("2", "2", "0", "0")},
                         {name: tuple(suite.get(count) for count in ("tests", "failures", "errors", "skipped"))
                          for name, suite in suites.items()})
        self.assertRegex(suites["a-late/quick/small/plain/short"].find(".//skipped").get("message"),
                         "^no valid timing in 2 attempts: .*later than 1us")
        failure = suites["b-mixed/quick/small/plain/bad"].find(".//failure")
        self.assertIn('sh ended with status 3: a <b> & "c"', failure.get("message"))
        self.assertEqual(failure.get("message"), failure.text)

    def test_a_campaign_that_is_stopped_and_resumed(self):
        test_set = self.campaign("stopped", "long", repetitions=3)
        run = self.seawind.start("run", test_set, "-o", self.root / "c", "--junit", self.file, "--configs", TINY.parent.parent)
        self.wait_until_it_runs(run)
        self.assertFalse(self.file.exists())
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertEqual(130, run.returncode)
        suite, = self.read().values()
        self.assertEqual("3", suite.get("skipped"))
        self.assertIn("the campaign was stopped", suite.find(".//skipped").get("message"))
        # What is resumed takes the place of an earlier file.
        run = self.seawind.start("resume", self.root / "c", "--junit", self.file)
        before = self.file.stat().st_ino
        self.wait_until_it_runs(run)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertNotEqual(before, self.file.stat().st_ino)
        self.assertEqual("3", next(iter(self.read().values())).get("skipped"))

    def test_a_campaign_that_cannot_be_resumed(self):
        engines = self.root / "seawind/engines.yaml"
        engines.parent.mkdir()
        engines.write_text("slurm: {tasks: many}\n")
        self.seawind.environment["XDG_CONFIG_HOME"] = str(self.root)
        code, err = self.run_sets(TINY, "--engine", "slurm", "-o", self.root / "c")
        self.assertEqual(2, code, err)
        for written in ("run", "resume"):
            with self.subTest(written):
                self.assertEqual("4", next(iter(self.read().values())).get("skipped"))
                self.file.unlink()
                code, _, err = self.seawind.run("resume", self.root / "c", "--junit", self.file)
                self.assertEqual(2, code, err)
                self.assertIn("engines.yaml", err)

    def test_a_file_that_cannot_be_written_is_known_before_anything_runs(self):
        folder = self.root / "folder"
        folder.mkdir()
        for junit, code, words in ((folder, 3, "folder"), (self.root / "none/file.xml", 3, "none"),
                                   (f"{folder}/", 2, "not the name of a file")):
            got, _, err = self.seawind.run("run", TINY, "-o", self.root / "c", "--junit", junit)
            self.assertEqual((code, True), (got, words in err), err)
            self.assertFalse((self.root / "c").exists())
        (self.root / "c").mkdir()
        code, err = self.run_sets(TINY, "-o", self.root / "c")
        self.assertEqual(2, code, err)
        self.assertIn("exists already", err)
        self.assertFalse(self.file.exists())
        code, _, err = self.seawind.run("run", TINY, "--dry-run", "--junit", self.file)
        self.assertEqual(2, code, err)

    def test_a_test_set_that_did_not_run_is_an_error(self):
        """The folder of its campaign cannot be made."""
        self.campaign("a", "short", repetitions=1)
        self.campaign("b", "short", repetitions=1)
        out = self.root / "out"
        out.mkdir()
        (out / "a.new").mkdir()
        (out / "a.new/precious").touch()  # not a run's own
        code, err = self.run_sets(self.root / "testsets", "-o", out)
        self.assertEqual(2, code, err)
        suites = self.read()
        self.assertEqual("1", suites["b/quick/small/plain/short"].get("tests"))
        self.assertEqual("1", suites[os.fspath(out / "a")].get("errors"))
        self.file.unlink()
        code, err = self.run_sets(self.root / "testsets/a.yaml", "-o", out / "a")  # the same of one alone
        self.assertEqual(2, code, err)
        self.assertEqual("1", self.read()[os.fspath(out / "a")].get("errors"))

    def test_what_exists_is_wrong_usage_among_several_too(self):
        self.campaign("a", "short", repetitions=1)
        self.campaign("b", "short", repetitions=1)
        out = self.root / "out"
        (out / "a").mkdir(parents=True)
        (out / "a/other").touch()
        codes = [self.seawind.run("run", *words, "--configs", TINY.parent.parent)[0] for words in (
            [self.root / "testsets/a.yaml", "-o", out / "a"], [self.root / "testsets", "-o", out])]
        self.assertEqual([2, 2], codes)


if __name__ == "__main__":
    unittest.main()
