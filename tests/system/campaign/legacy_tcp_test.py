# SPDX-License-Identifier: GPL-3.0-or-later
"""Legacy TCP in a campaign: SYNs, the first window, recovery. Where the kernel is too old for it, or the user is not the
real root, seawind must report that."""
import os
import pathlib
import re
import sys
import unittest

from support import TINY, Seawind, parse, rows


def is_supported():
    """The documented conditions: the real root, Linux 6.15 or newer, BTF."""
    release = tuple(map(int, re.match(r"(\d+)\.(\d+)", os.uname().release).groups()))
    identity = pathlib.Path("/proc/self/uid_map").read_text().split() == ["0", "0", "4294967295"]
    return os.geteuid() == 0 and identity and release >= (6, 15) and os.path.exists("/sys/kernel/btf/vmlinux")


class LegacyTcpTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.campaign = self.seawind.path / "c"

    def tearDown(self):
        self.seawind.close()

    def run_with_legacy_tcp(self, test_set):
        code, _, err = self.seawind.run("run", TINY.with_name(test_set), "-o", self.campaign)
        if code != 0 and not is_supported():
            self.assertIn("legacy TCP: ", err)
            self.skipTest(err)
        self.assertEqual(0, code, err)

    def tcp_samples(self):
        (directory,), = rows(self.campaign, "SELECT directory FROM attempt WHERE verdict = 'valid'")
        log = (self.campaign / directory / "down-source.jsonl").read_text().splitlines()
        return [line for line in map(parse, log) if line["event"] == "tcp_info"]

    def test_the_time_out_of_syns_outlives_the_warm_up(self):
        self.run_with_legacy_tcp("timed-syn.yaml")
        (count,), = rows(self.campaign, "SELECT sum(value) FROM metric WHERE metric IN "
                         "('syn_retransmissions', 'reverse_syn_retransmissions')")
        self.assertEqual(0, count)

    def test_a_connection_starts_as_in_2001(self):
        self.run_with_legacy_tcp("legacy.yaml")
        samples = self.tcp_samples()
        # Of the ACKs for each of the first sixteen segments every second counts, from a window of 2.
        early = [(one["segs_in"], one["cwnd"]) for one in samples if 1 <= one["segs_in"] <= 17]
        for acks, window in early:
            self.assertLessEqual(window, 2 + acks // 2, early)
        self.assertGreater(early[-1][1], 4, early)
        self.assertEqual(17152, max(one["snd_wnd"] for one in samples))

    def test_a_window_is_halved_at_once(self):
        self.run_with_legacy_tcp("halved.yaml")
        samples = self.tcp_samples()
        repairs = [(one["cwnd"], one["ssthresh"]) for one in samples if one["ca_state"] == 3]
        self.assertGreater(len(repairs), 8)
        # All but those before the first retransmission has left.
        halved = sum(window == half for window, half in repairs)
        self.assertGreater(halved, 0.8 * len(repairs), repairs)

    def test_a_program_may_change_its_control_group(self):
        """SYNs of `exec` begin with 3 s, wherever the program is."""
        groups = pathlib.Path(next(line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()
                                   if line.split()[2] == "cgroup2"))
        here, there = (groups / f"seawind-test-{os.getpid()}-{name}" for name in ("here", "there"))
        if os.geteuid() == 0:
            for group in here, there:
                group.mkdir()
                self.addCleanup(group.rmdir)
        profile = self.seawind.path / "small.yaml"
        profile.write_text("extends: e0\ndownlink: {max_packet_size: 576B}\nuplink: {max_packet_size: 576B}\n")
        program = (f"import os, socket, struct, sys\n"
                   f"open({str(there / 'cgroup.procs')!r}, 'w').write(str(os.getpid()))\n"
                   f"peer = socket.socket()\n"
                   f"peer.setblocking(False)\n"
                   f"peer.connect_ex((os.environ['SEAWIND_FIXED_ADDRESS'], 80))\n"
                   f"print(struct.unpack_from('I', peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 8)[0])\n")
        move = ["sh", "-c", f'echo $$ >{here}/cgroup.procs && exec "$@"', "sh"] if os.geteuid() == 0 else []
        code, out, err = self.seawind.run("exec", "-q", "--link", profile, "--tcp", "baseline-legacy", "--", sys.executable, "-c",
                                          program, prefix=move)
        if code != 0 and not is_supported():
            self.assertIn("legacy TCP: ", err)
            self.skipTest(err)
        self.assertEqual((0, "3000000\n"), (code, out), err)


if __name__ == "__main__":
    unittest.main()
