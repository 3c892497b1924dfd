#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plugin of pytest: pytest runs test files that this test writes. --ordinary-user: not as root."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from programs import Network, enter, within

if __name__ == "__main__":
    enter()

HEAD = """
import pathlib, pytest, seawind
FAST = "fast.yaml"
LATE = {"lateness_max": "1us", "lateness_p999": "1us"}  # a packet is later than that everywhere

def ping(link):
    link.mobile.run(["ping", "-q", "-c", "1", link.fixed.address], check=True)

def count(name):  # of the runs of a test
    file = pathlib.Path(f"runs-{name}")
    file.write_text(file.read_text() + "x" if file.exists() else "x")
    return len(file.read_text())
"""
# The machine of a test may be busy.
LIMITS = [f"--seawind-limit={limit}" for limit in ("lateness_p999=1s", "lateness_max=10s", "cpu_steal=100%")]
FAST = "{rate_base: 20Mbit/s, propagation_delay: 1ms, link_send_buffer_size: 100kB}"


class PluginTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="seawind-pytest-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "fast.yaml").write_text(f"downlink: {FAST}\nuplink: {FAST}\n")

    def pytest(self, tests, *options):
        """Returns the exit status and what is printed."""
        (self.folder / "test_it.py").write_text(HEAD + tests)
        done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *LIMITS, *options],
                              cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              env={**os.environ, "COLUMNS": "200"})
        return done.returncode, done.stdout

    def runs(self, name):
        return len((self.folder / f"runs-{name}").read_text())

    def test_a_failed_test_has_the_seeds_of_its_links(self):
        code, shown = self.pytest("""
def test_passes(seawind_link):
    ping(seawind_link(FAST, seed=111))

def test_fixture(seawind_link):
    seawind_link(FAST, seed=222), seawind_link(FAST, seed=333, fixed_address="10.1.0.1/30", mobile_address="10.1.0.2/30")
    assert 0

def test_block():
    with seawind.link(FAST) as link:
        print("the chosen one:", link.seed)
        assert 0
""")
        self.assertEqual(1, code, shown)
        self.assertIn("2 failed, 1 passed", shown)
        self.assertIn("link fast.yaml: seed 222, timing valid\nlink fast.yaml: seed 333, timing valid\n", shown)
        chosen = re.search(r"the chosen one: (\d+)\n", shown)[1]
        self.assertIn(f"link fast.yaml: seed {chosen}, timing valid\n", shown)
        self.assertNotIn("seed 111", shown)

    def test_invalid_timing_repeats_and_is_a_result_of_its_own(self):
        tests = """
def test_passes(seawind_link):
    count("passes")
    print("output of a run")
    ping(seawind_link(FAST, limits=LATE))

def test_fails():
    count("fails")
    with seawind.link(FAST, limits=LATE) as link:
        ping(link)
        assert 0

def test_other():
    count("other")
"""
        code, shown = self.pytest(tests, "--seawind-repeats", "2", "--junitxml", "results.xml", "-rA")
        self.assertEqual(0, code, shown)
        self.assertRegex(shown, r"test_it.py II\.")
        self.assertIn("1 passed, 2 invalid", shown)
        self.assertRegex(shown, "INVALID test_it.py::test_fails - invalid timing in 3 runs; "
                                "fast.yaml: 2 of 2 packets later than 1us")
        self.assertEqual((3, 3, 1), tuple(map(self.runs, ("passes", "fails", "other"))))
        suite = xml.etree.ElementTree.parse(self.folder / "results.xml").getroot()[0]
        self.assertEqual(("3", "0", "0", "2"), tuple(suite.get(name) for name in ("tests", "failures", "errors", "skipped")))
        self.assertIn("invalid timing in 3 runs", suite[0][0].get("message"))

        code, shown = self.pytest(tests, "--seawind-repeats=0", "--seawind-strict")
        self.assertEqual(1, code, shown)
        self.assertIn("1 passed, 2 invalid", shown)
        self.assertIn("invalid timing in 1 run;", shown)
        self.assertEqual((4, 4, 2), tuple(map(self.runs, ("passes", "fails", "other"))))

    def test_a_later_run_with_valid_timing_counts(self):
        """The one that fails does so in the run that counts; what earlier runs printed is not shown."""
        code, shown = self.pytest("""
@pytest.fixture(scope="module")
def shared():
    return count("shared")

def test_passes(seawind_link, shared):
    ping(seawind_link(FAST, limits=LATE if count("passes") < 3 else None))

def test_fails(seawind_link):
    run = count("fails")
    print(f"run {run}")
    ping(seawind_link(FAST, seed=500 + run, limits=LATE if run < 2 else None))
    assert 0

def test_skips(seawind_link):
    count("skips")
    ping(seawind_link(FAST, limits=LATE))
    pytest.skip("for a reason")
""", "--seawind-strict")
        self.assertEqual(1, code, shown)
        self.assertIn("1 failed, 1 passed, 1 skipped", shown)
        self.assertEqual((3, 2, 1), tuple(map(self.runs, ("passes", "fails", "skips"))))
        self.assertNotIn("run 1", shown)
        self.assertIn("run 2\n", shown)
        self.assertIn("link fast.yaml: seed 502, timing valid", shown)
        self.assertNotIn("seed 501", shown)

    def test_a_link_that_cannot_be_made_is_a_failure(self):
        code, shown = self.pytest("""
@pytest.fixture
def broken(seawind_link):
    count("broken")
    return seawind_link("nonsense")

def test_it(broken):
    pass
""")
        self.assertEqual(1, code, shown)
        self.assertIn("there is no file for `nonsense`", shown)
        self.assertIn("1 error", shown)
        self.assertEqual(1, self.runs("broken"))

    def test_a_link_of_a_module(self):
        """Its timing is known after the last test of the module, which is invalid, whether it used the link or not."""
        tests = """
@pytest.fixture(scope="module")
def link():
    with seawind.link(FAST, limits=LATE) as made:
        yield made

def test_first(link):
    count("first")
    ping(link)
"""
        for second in ("link", ""):
            code, shown = self.pytest(f"{tests}\ndef test_second({second}):\n    count('second{second}')\n", "-v",
                                      "--seawind-strict")
            self.assertEqual(1, code, shown)
            self.assertRegex(shown, r"test_first PASSED.*\n.*test_second INVALID")
            self.assertIn("invalid timing of a link that several tests used; fast.yaml: ", shown)
            self.assertEqual(1, self.runs(f"second{second}"))

    def test_options_that_are_wrong(self):
        for word in ("-1", "many", "1.5"):
            code, shown = self.pytest("", f"--seawind-repeats={word}")
            self.assertEqual(4, code, shown)
            self.assertIn(f"`{word}` is not a whole number from 0", shown)
        code, shown = self.pytest("", "--seawind-limit=lateness_max")
        self.assertEqual((4, True), (code, "`lateness_max` is not KEY=VALUE" in shown), shown)

    def test_limits_of_all_links(self):
        """They hold for links that do not have their own, also for those without the fixture."""
        code, shown = self.pytest("""
def test_late():
    with seawind.link(FAST) as link:
        ping(link)

def test_own(seawind_link):
    ping(seawind_link(FAST, limits={"lateness_max": "10s", "lateness_p999": "1s"}))
""", "--seawind-limit=lateness_max=1us", "--seawind-limit=lateness_p999=1us", "--seawind-repeats=0", "-v")
        self.assertEqual(0, code, shown)
        self.assertRegex(shown, r"test_late INVALID.*\n.*test_own PASSED")

    def test_a_killed_pytest_leaves_nothing(self):
        (self.folder / "test_it.py").write_text(HEAD + """
def test_it(seawind_link):
    link = seawind_link(FAST)
    link.mobile.popen(["ping", "-q", link.fixed.address])
    pathlib.Path("pids").write_text(f"{link.fixed.pid} {link.mobile.pid} {link._bridge.pid}\\n")
    link.fixed.run(["sleep", "1000"])
""")
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            pids = self.folder / "pids"
            pids.unlink(missing_ok=True)
            run = subprocess.Popen([sys.executable, "-m", "pytest", "-p", "no:cacheprovider"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(lambda run=run: (run.kill(), run.wait()))
            self.assertTrue(within(20, lambda: pids.exists() and pids.read_text().endswith("\n")))
            fixed, mobile, bridge = pids.read_text().split()
            networks = [Network(fixed), Network(mobile)]
            self.assertTrue(within(10, lambda: [len(network.processes()) for network in networks] == [2, 2]))
            run.send_signal(number)
            run.wait(30)
            self.assertTrue(within(10, lambda: not any(map(Network.processes, networks))), number)
            self.assertTrue(within(10, lambda: not os.path.exists(f"/proc/{bridge}")), number)


if __name__ == "__main__":
    unittest.main()
