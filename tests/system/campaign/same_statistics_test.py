# SPDX-License-Identifier: GPL-3.0-or-later
"""With deterministic traffic, a campaign that was paused, interrupted, killed and resumed has the same results
as one that ran without interruption."""
import pathlib
import signal
import unittest

from support import Seawind, counts, done, parse, wait_for

DATAGRAMS = pathlib.Path(__file__).parent / "configs" / "testsets" / "datagrams.yaml"
REPETITIONS = 20  # more than can be done when it is killed: 8 and twice 4


class SameStatisticsTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()

    def tearDown(self):
        self.seawind.close()

    def wait_for_done(self, campaign, more_than):
        wait_for(lambda: (campaign / "campaign.db").exists() and len(done(campaign)) > more_than,
                 f"more than {more_than} repetitions")

    def end(self, process, how):
        process.send_signal(how)
        process.communicate(timeout=30)
        wait_for(lambda: not self.seawind.what_is_left(), "the end of what it started")

    def statistics(self, campaign, of):
        """The report's values of these (flow, metric)."""
        code, out, err = self.seawind.run("report", campaign, "--json")
        self.assertEqual(code, 0, err)
        metrics = parse(out)["cases"][0]["metrics"]
        return [m for m in metrics if (m["flow"], m["metric"]) in of]

    def test_as_if_nothing_had_happened(self):
        whole = self.seawind.path / "whole"
        code, _, err = self.seawind.run("run", DATAGRAMS, "-o", whole)
        self.assertEqual(code, 0, err)

        broken = self.seawind.path / "broken"
        process = self.seawind.start("run", DATAGRAMS, "-o", broken)
        self.wait_for_done(broken, 0)
        self.end(process, signal.SIGINT)
        process = self.seawind.start("resume", broken, "--parallel", 4)
        self.wait_for_done(broken, len(done(broken)))
        self.assertEqual(self.seawind.run("pause", broken)[0], 0)
        self.assertEqual(self.seawind.run("continue", broken)[0], 0)
        self.wait_for_done(broken, len(done(broken)))
        self.end(process, signal.SIGKILL)
        self.assertLess(len(done(broken)), REPETITIONS)
        code, _, err = self.seawind.run("resume", broken)
        self.assertEqual(code, 0, err)

        expected = counts(whole, "stream")
        self.assertEqual(len(expected), REPETITIONS)
        lost = [e["stream", "packets_dropped"] for e in expected.values()]
        self.assertGreater(len(set(lost)), 4, lost)  # the repetitions do differ
        self.assertEqual(expected, counts(broken, "stream"))
        counted = set().union(*expected.values())
        said = self.statistics(whole, counted)
        self.assertIn("packets_dropped", [m["metric"] for m in said])
        self.assertEqual(said, self.statistics(broken, counted))


if __name__ == "__main__":
    unittest.main()
