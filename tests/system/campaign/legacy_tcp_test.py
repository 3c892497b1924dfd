# SPDX-License-Identifier: GPL-3.0-or-later
"""Legacy TCP in a campaign: SYNs, the first window, recovery. If the kernel rejects BPF programs,
seawind must report that."""
import unittest

from support import TINY, Seawind, parse, rows


class LegacyTcpTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.campaign = self.seawind.path / "c"

    def tearDown(self):
        self.seawind.close()

    def ran_with_legacy_tcp(self, test_set):
        code, _, err = self.seawind.run("run", TINY.with_name(test_set), "-o", self.campaign)
        if code != 0:
            self.assertIn("legacy TCP: ", err)
        return code == 0

    def tcp_samples(self):
        (directory,), = rows(self.campaign, "SELECT directory FROM attempt WHERE verdict = 'valid'")
        log = (self.campaign / directory / "down-source.jsonl").read_text().splitlines()
        return [line for line in map(parse, log) if line["event"] == "tcp_info"]

    def test_the_time_out_of_syns_outlives_the_warm_up(self):
        if self.ran_with_legacy_tcp("timed-syn.yaml"):
            (count,), = rows(self.campaign, "SELECT sum(value) FROM metric WHERE metric IN "
                             "('syn_retransmissions', 'reverse_syn_retransmissions')")
            self.assertEqual(0, count)

    def test_a_connection_starts_as_in_2001(self):
        if not self.ran_with_legacy_tcp("legacy.yaml"):
            return
        samples = self.tcp_samples()
        # Of the ACKs for each of the first sixteen segments every second counts, from a window of 2.
        early = [(one["segs_in"], one["cwnd"]) for one in samples if 1 <= one["segs_in"] <= 17]
        for acks, window in early:
            self.assertLessEqual(window, 2 + acks // 2, early)
        self.assertGreater(early[-1][1], 4, early)
        self.assertEqual(17152, max(one["snd_wnd"] for one in samples))

    def test_a_window_is_halved_at_once(self):
        if not self.ran_with_legacy_tcp("halved.yaml"):
            return
        samples = self.tcp_samples()
        repairs = [(one["cwnd"], one["ssthresh"]) for one in samples if one["ca_state"] == 3]
        self.assertGreater(len(repairs), 8)
        # All but those before the first retransmission has left.
        halved = sum(window == half for window, half in repairs)
        self.assertGreater(halved, 0.8 * len(repairs), repairs)


if __name__ == "__main__":
    unittest.main()
