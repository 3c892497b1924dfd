#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The audio class of the reference routers, in virtual time: W4's stream behind saturated bulk flows."""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import unittest

from captures import capture, ipv4_udp, pcapng_packets

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"


class AudioClass(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        self.addCleanup(shutil.rmtree, self.path)

    def stream_delays(self, link, router, seed=1, bulk_interval=0.06, meter=False):
        """Delays in seconds, by number, of the delivered packets of W4's stream behind a saturated
        class of 576-byte packets, and the reasons of the other packets. `meter`: arrivals are metered
        in place of the audio class's token bucket."""
        hosts = (10, 0, 0, 1), (10, 0, 0, 2)
        bulk = [(1000 + bulk_interval * i, ipv4_udp(576, *hosts))
                for i in range(int(48 / bulk_interval))]
        stream = [(1010.0037 + 0.02 * i, ipv4_udp(76, *hosts, 5003)) for i in range(1147)]
        (self.path / "stream.pcap").write_bytes(capture(sorted(bulk + stream)))
        text = (CONFIGS / f"routers/{router}.yaml").read_text()
        text = text.replace("{flow: stream}", "{port: 5003}")
        if meter:
            text, found = re.subn(
                r" {8}discipline:\n {10}token_bucket:\n.*?\n {12}discipline: ({.*?}})\n",
                r"        meter: {algorithm: token-bucket, committed_rate: 32kbit/s, committed_burst: 576B}"
                r"\n        discipline: \1\n", text, flags=re.DOTALL)
            self.assertEqual(found, 1)
        (self.path / "routers").mkdir(exist_ok=True)
        (self.path / "routers/r.yaml").write_text(text)
        subprocess.run([BIN / "seawind", "link", "replay", "stream.pcap", "--link", link, "--router",
                        "routers/r.yaml", "--seed", str(seed), "-o", "out.pcapng"], cwd=self.path,
                       check=True, stdout=subprocess.DEVNULL, timeout=120)
        sent, delays, lost = {}, {}, {}
        for _, at, length, packet, comment in pcapng_packets(
                (self.path / "out.pcapng").read_bytes()):
            if length != 76:
                continue
            if packet in sent:
                delays[packet] = at - sent[packet]
            else:
                sent[packet] = at
                if comment.startswith("dropped: "):
                    lost[packet] = comment.split()[1]
        self.assertEqual((len(sent), len(delays) + len(lost)), (1147, 1147))
        return delays, lost

    def test_the_stream_of_the_diffserv_router_loses_nothing(self):
        # K5 and K10: behind a saturated class of 576-byte packets every stream packet is delivered.
        # Its delay is at most the sum of the send buffer (1.5 s), the three packets that are in
        # neither buffer (216 ms), the packet in service (72 ms) and its own delay (309.5 ms).
        delays, lost = self.stream_delays("e0", "diffserv-audio")
        self.assertEqual(lost, {})
        self.assertLess(max(delays.values()), 1.5 + 0.216 + 0.072 + 0.3095)

    def test_the_shaper_of_the_diffserv_router_never_delays_the_stream(self):
        # Model Q6: the link stalls while it retransmits. The bucket holds what the queue does, so that
        # the stream passes as if the router metered its arrivals. Only a stall of more than 3 s, what
        # the queue holds, loses packets at the router.
        congestion, medians = [], []
        for seed in range(6):
            shaped = self.stream_delays("r4", "diffserv-audio", seed)
            metered = self.stream_delays("r4", "diffserv-audio", seed, meter=True)
            self.assertTrue(shaped == metered, f"seed {seed}")
            congestion.append(list(shaped[1].values()).count("router_full"))
            medians.append(statistics.median(shaped[0].values()))
        self.assertEqual(statistics.median(congestion), 0)
        self.assertLess(statistics.median(medians), 1.4)

    def test_delays_of_the_stream_with_a_send_buffer_of_one_packet(self):
        # Model Q7, in ms: at most five packets are ahead of a stream packet, and the cycle of three bulk
        # packets and the stream packets that arrive meanwhile spreads its delays evenly.
        for link, rate, propagation, bulk_interval, most, cycle, median in (
                ("e0-lsb1", 64, 300, 0.06, 669.5, (347.5, 544.5), 446),
                ("high-speed-lsb1", 384, 200, 0.01, 261.58, (228.75, 251.17), 239.96)):
            delays, lost = self.stream_delays(link, "diffserv-audio-lsb1",
                                              bulk_interval=bulk_interval)
            self.assertEqual(lost, {})
            delays = [1000 * delays[packet] for packet in sorted(delays)]
            self.assertLess(max(delays), most)
            steps = {round((b - a + 20 - 76 * 8 / rate) / (576 * 8 / rate), 3)
                     for a, b in zip(delays, delays[1:])}
            self.assertLessEqual(steps, {0, 1, 2, 3}, "whole packets between two of the stream")
            steady = delays[100:]
            self.assertTrue(cycle[0] <= min(steady) and max(steady) <= cycle[1],
                            (min(steady), max(steady)))
            self.assertLess(abs(statistics.median(steady) - median), 1.5)


if __name__ == "__main__":
    unittest.main()
