#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind link replay, and list, show and plot of configuration files."""
import json
import os
import resource
import shutil
import subprocess
import unittest

from captures import capture, ipv4_udp
from cli_support import BIN, CONFIGS, SeawindCase

KINDS = ("profiles", "routers", "tcp", "workloads")


class Offline(SeawindCase):
    def setUp(self):
        super().setUp()
        down, up = ((10, 0, 0, 1), (10, 0, 0, 2)), ((10, 0, 0, 2), (10, 0, 0, 1))
        packets = [(1000 + 0.06 * i, ipv4_udp(576, *down)) for i in range(300)]
        packets += [(1000.03 + 0.12 * i, ipv4_udp(40, *up)) for i in range(150)]
        (self.path / "in.pcap").write_bytes(capture(sorted(packets)))

    # ------------------------------------------------------------------------------ validate

    def test_a_file_by_itself_is_checked_as_in_a_test_set(self):
        (self.path / "profiles").mkdir()
        (self.path / "routers").mkdir()
        (self.path / "profiles/p.yaml").write_text(
            "downlink: &way {rate_base: 1Mbit/s, link_send_buffer_size: 9kB, link_reset: true}\n"
            "uplink: *way\n")
        (self.path / "routers/r.yaml").write_text(
            "root:\n  codel: {target: 50ms, interval: 20ms}\n")
        said = self.fails(2, "validate", "profiles/p.yaml", "routers/r.yaml")
        self.assertIn("profiles/p.yaml:1:77: error: `link_reset` has no effect", said)
        self.assertIn("routers/r.yaml:2:35: error: root.codel.interval: must be above target", said)

    def test_names_of_files_are_escaped_in_messages(self):
        said = self.fails(3, "validate", "")
        self.assertEqual(said, "seawind: cannot use ``: Invalid argument\n")
        (self.path / "profiles").mkdir()
        name = "profiles/\x1b[31m.yaml"
        (self.path / name).write_text("downlink: {rate_base: x}\n")
        self.assertNotIn("\x1b", self.fails(2, "validate", name))
        said = self.ok("link", "replay", "in.pcap", "--link", "e0", "-o", "\x1b[31m.pcapng")
        self.assertIn("capture: \\x1b[31m.pcapng\n", said)

    def test_a_link_that_does_too_much_ends_its_preview(self):
        (self.path / "fast.yaml").write_text(
            "channel: {states: [{name: a, dwell: 1us}, {name: b, dwell: 1us}]}\n"
            "downlink: &way {rate_base: 1Gbit/s, link_send_buffer_size: 9kB}\n"
            "uplink: *way\n")
        said = self.fails(2, "profiles", "plot", "fast.yaml", "--duration", "1h")
        self.assertIn("more than 1000000 times in its first", said)
        said = self.fails(2, "profiles", "plot", "e0", "--duration", "24h", "--probe-interval",
                          "1ms")
        self.assertIn("86400000 probe packets; at most 1000000", said)

    def test_a_probe_can_saturate_a_fast_link(self):
        # 1500 B every 60 us are 200 Mbit/s, twice the rate: from the second packet on, each waits.
        said = json.loads(self.ok("profiles", "plot", "lan", "--duration", "1ms", "--probe-size",
                                  "1500B", "--probe-interval", "60us", "--json"))
        self.assertEqual(said["downlink"]["probe"]["delays_ns"],
                         [620_000 + 60_000 * i for i in range(17)])
        said = self.fails(2, "profiles", "plot", "lan", "--probe-interval", "999ns")
        self.assertIn("--probe-interval: 999ns is not between 1us and 1h", said)

    def test_a_preview_without_memory_says_so(self):
        limit = 80_000_000  # bytes; enough to begin

        def limited():
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

        done = subprocess.run([BIN / "seawind", "profiles", "plot", "e0", "--duration", "20h",
                               "--probe-interval", "100ms", "--json"], cwd=self.path, text=True,
                              capture_output=True, check=False, preexec_fn=limited)
        self.assertEqual((done.returncode, done.stderr), (3, "seawind-link: out of memory\n"))

    # ------------------------------------------------------------------------------- dry run

    def test_a_dry_run_shows_the_plan_and_creates_nothing(self):
        quickstart = CONFIGS / "testsets/quickstart.yaml"
        said = self.ok("run", "--dry-run", quickstart)
        self.assertIn("quickstart: 4 cases x 6 repetitions = 24 runs, 24 at a time", said)
        self.assertIn("  r4/tail-drop-20/enhanced/w1\n", said)
        self.assertRegex(said, r"expected: \d+min.* to .*, 24 at a time\n")
        self.assertRegex(said, r"on disk:  \d+MB .* free\n")
        self.assertIn("basis:    from sizes and rates\n", said)
        self.assertEqual([entry.name for entry in self.path.iterdir()], ["in.pcap"])

        planned = json.loads(self.ok("run", "--dry-run", "--json", quickstart, "--repetitions", "2",
                                  "--parallel", "4"))
        self.assertEqual((planned["cases"], planned["runs"], planned["parallel"]), (4, 8, 4))
        self.assertEqual(len(planned["each"]), 4)
        # 760320 bytes on the 64 kbit/s of e0 are 95.04 s.
        e0 = planned["each"][0]
        self.assertEqual(e0["case"], "e0/tail-drop-20/baseline/w1")
        self.assertTrue(95 < e0["seconds"]["typical"] < 100, e0)
        self.assertEqual(e0["earlier_attempts"], 0)
        # Two rounds of four attempts; the slowest case determines the duration.
        slowest = max(c["seconds"]["typical"] for c in planned["each"])
        self.assertTrue(1.5 * slowest < planned["seconds"]["typical"] < 2 * slowest + 5, planned)

        (self.path / "bad.yaml").write_text("repetitions: many\n")
        self.assertIn("bad.yaml:1:14: error: ", self.fails(2, "run", "--dry-run", "bad.yaml"))

    # --------------------------------------------------------------------------- link replay

    def test_replay_is_the_same_every_time(self):
        for name in ("a", "b"):
            said = self.ok("link", "replay", "in.pcap", "--link", "r2", "--seed", "5", "-o",
                           f"{name}.pcapng", "--events", f"{name}.zst")
        self.assertIn("link: r2, router tail-drop-20\n", said)
        for end in ("pcapng", "zst"):
            self.assertEqual((self.path / f"a.{end}").read_bytes(),
                             (self.path / f"b.{end}").read_bytes())
        self.ok("link", "replay", "in.pcap", "--link", "r2", "--seed", "6", "-o", "c.pcapng")
        self.assertNotEqual((self.path / "a.pcapng").read_bytes(),
                            (self.path / "c.pcapng").read_bytes())

    def test_replay_replaces_no_fifo_or_device(self):
        os.mkfifo(self.path / "fifo")
        said = self.fails(3, "link", "replay", "in.pcap", "--link", "r2", "-o", "fifo")
        self.assertIn("cannot write fifo: something other than a file is there", said)
        self.assertTrue((self.path / "fifo").is_fifo())

    def test_replay_accounts_for_every_packet(self):
        result = json.loads(self.ok("link", "replay", "in.pcap", "--link", "r1", "--seed", "5", "-o",
                                  "out.pcapng", "--json", "--fixed", "10.0.0.1"))
        for way, received in (("downlink", 300), ("uplink", 150)):
            counts = result[way]
            self.assertEqual(counts["received"]["packets"], received)
            gone = counts["delivered"]["packets"] + counts["held"]["packets"]
            gone += sum(drop["packets"] for drop in counts["drops"].values())
            self.assertEqual(gone, received)
        self.assertGreater(result["downlink"]["drops"]["router_full"]["packets"], 0)

    def test_the_output_of_a_replay_can_be_replayed(self):
        replay = ("link", "replay", "--mobile", "10.0.0.2", "--link", "e0", "--json")
        first = json.loads(self.ok(*replay, "in.pcap", "-o", "a.pcapng"))
        again = json.loads(self.ok(*replay, "a.pcapng", "-o", "b.pcapng"))
        for way in ("downlink", "uplink"):
            self.assertEqual(again[way], first[way])
        self.assertEqual(again["skipped"]["left_link"],
                         first["downlink"]["delivered"]["packets"]
                         + first["uplink"]["delivered"]["packets"])

    def test_nothing_in_a_file_is_run_or_reaches_the_terminal(self):
        (self.path / "profiles").mkdir()
        profile = self.path / "profiles/p.yaml"
        way = "downlink: &way {rate_base: 1Mbit/s, link_send_buffer_size: 9kB}\nuplink: *way\n"
        profile.write_text(way + 'channel: {states: [{name: "`touch pwned`", dwell: 1s}]}\n')
        self.assertIn("p.yaml:3:27: error: `name`: ``touch pwned`` is not a name",
                      self.fails(2, "profiles", "plot", "p"))
        for said in (self.fails(2, "profiles", "plot", "x\x1b[2J"),
                     self.fails(2, "validate", "no\x1b[2Jne.yaml"),
                     self.fails(2, "link", "replay", "no\x1b[2Jne", "--link", "e0", "-o", "x")):
            self.assertNotIn("\x1b", said)
            self.assertIn("\\x1b[2J", said)
        profile.write_text(way + "channel: {lead_in: 1h, states: [{name: a, dwell: 1us}, "
                                 "{name: b, dwell: 1us}]}\n")
        self.assertIn("1h covers up to 3600000000 dwells of the state `a`",
                      self.fails(2, "profiles", "plot", "p"))
        self.assertFalse((self.path / "pwned").exists())

    def test_replay_reports_errors(self):
        replay = ("link", "replay", "in.pcap", "-o", "out.pcapng", "--link")
        self.assertIn("did you mean `r1`?", self.fails(2, *replay, "r11"))
        self.assertIn("did you mean `tail-drop-20`?",
                      self.fails(2, *replay, "e0", "--router", "tail-drop-2"))
        (self.path / "bad.yaml").write_text("extends: e0\ndownlink: {rate_base: 64}\n")
        self.assertIn("bad.yaml:2:23: error: `rate_base` needs a unit",
                      self.fails(2, *replay, "./bad.yaml"))
        (self.path / "up.yaml").write_text("extends: e0\nuplink: {queue_max_length: 1pkt}\n")
        self.assertIn("also take --uplink-router", self.fails(2, *replay, "./up.yaml"))
        self.ok(*replay, "./up.yaml", "--uplink-router", "tail-drop-20")
        self.assertIn("cannot read the capture none.pcap: No such file or directory",
                      self.fails(2, "link", "replay", "none.pcap", "--link", "e0", "-o", "x"))
        (self.path / "text").write_text("not a capture, whatever its name may say")
        self.assertIn("unknown file format",
                      self.fails(2, "link", "replay", "text", "--link", "e0", "-o", "x"))
        (self.path / "cut.pcap").write_bytes((self.path / "in.pcap").read_bytes()[:-3])
        self.assertIn("truncated",
                      self.fails(2, "link", "replay", "cut.pcap", "--link", "e0", "-o", "x"))
        self.assertFalse((self.path / "x").exists())
        self.fails(2, "link", "replay", "in.pcap", "--link", "e0")
        self.fails(2, "link")

    # ------------------------------------------------------------------- configuration files

    def test_list(self):
        for kind in KINDS:
            names = sorted(file.stem for file in (CONFIGS / kind).glob("*.yaml"))
            listed = json.loads(self.ok(kind, "list", "--json"))
            self.assertEqual([one["name"] for one in listed], names)
            for one in listed:
                self.assertTrue(one["valid"] and one["description"], one)
            lines = self.ok(kind, "list").splitlines()
            self.assertEqual([line.split()[0] for line in lines], names)

    def test_list_has_the_profiles_of_the_working_folder_and_marks_invalid_ones(self):
        (self.path / "profiles").mkdir()
        (self.path / "profiles" / "mine.yaml").write_text("nonsense: 1\n")
        code, out, err = self.run_seawind("profiles", "list")
        self.assertEqual(code, 2)
        self.assertIn("mine", out)
        self.assertIn("unknown key `nonsense`", err)

    def test_what_is_shown_can_be_read_again(self):
        shutil.copytree(CONFIGS / "profiles" / "traces", self.path / "traces")  # named by profiles
        for kind in KINDS:
            for file in (CONFIGS / kind).glob("*.yaml"):
                shown = self.ok(kind, "show", file.stem)
                self.assertTrue(shown.startswith("# "))
                again = self.path / f"{file.stem}.yaml"
                again.write_text(shown)
                names = (file.stem, f"./{again.name}")
                first, second = (self.ok(kind, "show", name).splitlines()[1:] for name in names)
                self.assertEqual(first, second, file.stem)
                first, second = (json.loads(self.ok(kind, "show", name, "--json")) for name in names)
                self.assertEqual(first, second, file.stem)

    def test_a_name_that_is_not_there_gets_the_nearest_one(self):
        for kind, one, wrong, near in (("profiles", "profile", "r11", "r1"),
                                       ("routers", "router", "fq-code", "fq-codel"),
                                       ("tcp", "TCP variant", "baselin", "baseline"),
                                       ("workloads", "workload", "iperf", "iperf3")):
            said = self.fails(2, kind, "show", wrong)
            self.assertIn(f"{one}: error: there is no file for `{wrong}`", said)
            self.assertIn(f"hint: did you mean `{near}`?", said)
    def test_plot(self):
        for name in ("e0", "r4"):
            said = self.ok("profiles", "plot", name, "-o", "plots", "--duration", "60s",
                           "--probe-interval", "500ms").split()
            self.assertEqual(said, [f"plots/{name}.{end}" for end in ("svg", "png", "json")])
            self.assertIn("<svg", (self.path / said[0]).read_text())
            self.assertTrue((self.path / said[1]).read_bytes().startswith(b"\x89PNG"))
        # The random processes: with errors the state is bad for part of the time, and delays vary.
        data = json.loads(self.ok("profiles", "plot", "r4", "--json", "--duration", "60s"))
        self.assertEqual(data["state_names"], ["good", "bad"])
        self.assertGreater(len(data["states"]), 5)
        quantiles = data["downlink"]["probe"]["delay"]["quantiles_ms"]
        self.assertGreater(quantiles[100], quantiles[0] + 600)
        self.assertEqual(data["downlink"]["rate"][0], [0, 64000])
        self.assertIn("--duration: needs a unit",
                      self.fails(2, "profiles", "plot", "e0", "--duration", "60"))

    def test_a_word_that_is_no_subcommand_is_named(self):
        for words, said in ((["bogus"], "`bogus` is not a subcommand of `seawind`\n"),
                            (["rum", "--help"], "`rum` is not a subcommand of `seawind`; did you mean `run`?\n"),
                            (["profiles", "lst"],
                             "`lst` is not a subcommand of `seawind profiles`; did you mean `list`?\n")):
            self.assertEqual(self.fails(2, *words), f"seawind: {said}See `seawind --help`.\n")
        self.assertIn("A subcommand is required", self.fails(2, "profiles"))
        for words, said in ((["run", "--parrallel", "3"],
                             "`--parrallel` is not an option of `seawind run`; did you mean `--parallel`?\n"),
                            (["exec", "--lnk", "lte", "--", "ls", "--all"],
                             "`--lnk` is not an option of `seawind exec`; did you mean `--link`?\n"),
                            (["profiles", "plot", "--duration", "--x", "--nothing=1"],
                             "`--nothing` is not an option of `seawind profiles plot`\n")):
            self.assertEqual(self.fails(2, *words), f"seawind: {said}See `seawind --help`.\n")
        self.assertIn("A subcommand is required", self.fails(2))

    def test_short_options_together_have_the_value_of_the_last_one(self):
        for quiet in (["-q", "-o", "rec"], ["-qo", "rec"], ["-qorec"]):
            self.assertIn("there is no file for `nosuch`", self.fails(2, "exec", "--link", "nosuch", *quiet, "--", "true"))

if __name__ == "__main__":
    unittest.main()
