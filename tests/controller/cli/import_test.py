#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind import: what is written is valid, nothing is replaced, and packets leave the link when those of netem and
mahimahi do."""
import json
import struct
import unittest

from captures import capture, ipv4_udp
from cli_support import SeawindCase

DOWN = ((10, 0, 0, 1), (10, 0, 0, 2))
SOURCES = {
    "mahimahi": ["up.trace", "down.trace", "mm-delay 40 mm-link --uplink-queue=droptail "
                                           "--uplink-queue-args=packets=100"],
    "netem": ["tc qdisc add dev eth0 root netem delay 100ms 20ms loss gemodel 1% 30% rate 10mbit limit 1000"],
    "netemu": ["netemu.yaml", "edge"],
    "preset": ["chrome:Fast 3G"],
    "rattan": ["rattan.toml"],
}
FILES = {
    "up.trace": "1\n2\n3\n",
    "down.trace": "2\n5\n5\n10\n",
    "netemu.yaml": "profiles:\n  edge: {description: Edge, delay_ms: 2, jitter_ms: 1, rate_mbit: 200}\n",
    "rattan.toml": '[cells.bw]\ntype = "Bw"\nbandwidth = "30Mbps"\n[links]\nleft = "bw"\nbw = "right"\n'
                   'right = "left"\n',
}


def departures(path):
    """Link time in seconds of each packet that left, by its IP id."""
    data, at, out = path.read_bytes(), 0, {}
    begin = None
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            interface, high, low, taken = struct.unpack_from("<IIII", data, at + 8)
            stamp = (high << 32 | low) / 1e9
            begin = stamp if begin is None else begin
            if interface == 1:  # mobile
                out[struct.unpack_from(">H", data, at + 28 + 4)[0]] = stamp - begin
        at += length
    return out


def netem(arrivals, delay, rate, limit, size):
    """sch_netem.c: a packet enters while fewer than `limit` are held, and leaves at max(exit of the one before,
    arrival + delay) + its transmission time."""
    exits, held = {}, []
    last = 0.0
    for number, arrival in enumerate(arrivals, 1):
        held = [one for one in held if one > arrival]
        if len(held) >= limit:
            continue
        last = max(last, arrival + delay) + (size + 14) * 8 / rate
        held.append(last)
        exits[number] = last
    return exits


class Import(SeawindCase):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            (self.path / name).write_text(text)

    def imported(self, *arguments):
        code, out, err = self.run_seawind("import", *arguments)
        self.assertEqual(code, 0, err)
        return out, err

    def replayed(self, arrivals, size):
        """The exits of UDP packets of `size` bytes that are numbered from 1."""
        packets = []
        for number, arrival in enumerate(arrivals, 1):
            packet = bytearray(ipv4_udp(size, *DOWN))
            packet[4:6] = struct.pack(">H", number)
            packets.append((1000 + arrival, bytes(packet)))
        (self.path / "in.pcap").write_bytes(capture(packets))
        self.ok("link", "replay", "in.pcap", "--link", "./link.yaml", "--fixed", "10.0.0.1", "-o", "out.pcapng")
        return departures(self.path / "out.pcapng")

    def test_every_format_is_valid(self):
        for name, sources in SOURCES.items():
            with self.subTest(name):
                out, err = self.imported(name, *sources, "--name", "my-link")
                file = self.path / f"of-{name}.yaml"
                self.assertEqual(self.imported(name, *sources, "--name", "my-link", "-o", file.name), ("", err))
                self.assertEqual(file.read_text(), out)
                self.assertEqual(self.ok("validate", file.name), "1 file valid\n")
                shown = json.loads(self.ok("profiles", "show", f"./{file.name}", "--json"))
                self.assertEqual(shown["name"], "my-link")

    def test_nothing_is_replaced_and_nothing_is_written_of_what_is_not_understood(self):
        (self.path / "x.yaml").write_text("mine\n")
        said = self.fails(2, "import", "netem", "netem delay 5ms", "-o", "x.yaml")
        self.assertEqual(said, "seawind: x.yaml exists, and is not replaced\n")
        self.assertEqual((self.path / "x.yaml").read_text(), "mine\n")
        (self.path / "y.yaml").symlink_to("nowhere")
        self.assertIn("y.yaml exists", self.fails(2, "import", "netem", "netem delay 5ms", "-o", "y.yaml"))
        (self.path / "tc").write_text("tc qdisc add dev eth0 root \\\n  netem delay 5mm\n")
        code, out, err = self.run_seawind("import", "netem", "tc", "-o", "z.yaml")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, "tc:2:15: error: `5mm` is not a time; expected a time up to 1 h: 100ms, 1.5s, 20us\n"
                              "      netem delay 5mm\n"
                              "                  ^~~\n")
        self.assertFalse((self.path / "z.yaml").exists())

    def test_mistakes_of_the_command_line(self):
        for words, said in (
                (["nettem", "x"], "`nettem` is not a format; expected one of mahimahi, netem, netemu, preset, rattan; "
                                  "did you mean `netem`?"),
                (["mahimahi", "up.trace"], "1 sources; expected: seawind import mahimahi UPLINK DOWNLINK [COMMAND]"),
                (["netem", "netem delay 5ms", "--name", "../x"], "--name: `../x` is not a name"),
                (["netem", "netem delay 5ms", "-o", "x.yml"], "-o x.yml: the name of a profile's file ends in .yaml")):
            self.assertIn(f"seawind: {said}", self.fails(2, "import", *words))
        self.assertIn("none.trace: error: cannot read: No such file", self.fails(2, "import", "mahimahi", "none.trace",
                                                                                 "down.trace"))
        self.assertIn("netem: error: cannot read", self.fails(2, "import", "netem", "netem"))
        (self.path / "large").write_text("#" * (1 << 20) + "\n")
        self.assertIn("larger than 1024 KiB", self.fails(2, "import", "netem", "large"))

    def test_a_trace_is_named_from_the_profile_and_not_beyond_its_folder(self):
        (self.path / "profiles").mkdir()
        self.imported("mahimahi", "up.trace", "down.trace", "-o", "profiles/m.yaml")
        self.assertIn('file: "../down.trace"', (self.path / "profiles/m.yaml").read_text())
        self.ok("validate", "profiles/m.yaml")
        (self.path / "other").mkdir()
        said = self.fails(2, "import", "mahimahi", "up.trace", "down.trace", "-o", "other/m.yaml")
        self.assertIn("a file that a document names lies in the document's folder or below", said)
        self.assertFalse((self.path / "other/m.yaml").exists())

    def test_packets_leave_when_those_of_netem_do(self):
        # 15 at once, of which 10 fit; one more when the first has left and one just before; then a pause.
        tick = 1e-6
        first = 0.1 + 1514 * 8 / 1e6
        arrivals = [0.0] * 15 + [first - tick, first + tick, first + 2 * tick, 0.5, 0.505, 0.6]
        self.assertEqual(sorted(netem(arrivals, 0.1, 1e6, 10, 1500)), [*range(1, 11), 17, 19, 20, 21])
        for options, delay, limit in (("delay 100ms rate 1mbit limit 10", 0.1, 10), ("rate 1mbit limit 3", 0, 3),
                                      ("delay 100ms rate 1mbit", 0.1, 1000)):
            for size in (1500, 200):
                with self.subTest(f"{options}, {size} B"):
                    (self.path / "link.yaml").unlink(missing_ok=True)
                    self.imported("netem", "netem " + options, "-o", "link.yaml")
                    expected = netem(arrivals, delay, 1e6, limit, size)
                    left = self.replayed(arrivals, size)
                    self.assertEqual(sorted(left), sorted(expected))
                    for number, exit_time in expected.items():
                        self.assertAlmostEqual(left[number], exit_time, delta=2e-9)

    def test_without_a_rate_netems_limit_bounds_what_is_on_its_way(self):
        arrivals = [0.001 * i for i in range(60)]
        self.imported("netem", "netem delay 20ms limit 5", "-o", "link.yaml")
        left = self.replayed(arrivals, 1000)
        expected = netem(arrivals, 0.02, 100e9, 5, 986)
        self.assertEqual(sorted(left), sorted(expected))
        self.assertEqual(len(left), 15)

    def test_packets_leave_at_mahimahis_opportunities(self):
        self.imported("mahimahi", "up.trace", "down.trace", "mm-delay 40", "-o", "link.yaml")
        left = self.replayed([0.0] * 6, 1500)
        # 2, 5, 5 and 10 ms, and again 10 ms later; each carries one full packet.
        self.assertEqual([round(left[i], 9) for i in range(1, 7)], [0.042, 0.045, 0.045, 0.05, 0.052, 0.055])


if __name__ == "__main__":
    unittest.main()
