#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind link replay, and list, show and plot of configuration files."""
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from captures import capture, ipv4_udp

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"
KINDS = ("profiles", "routers", "tcp", "workloads")


class Offline(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        self.addCleanup(shutil.rmtree, self.path)
        down, up = ((10, 0, 0, 1), (10, 0, 0, 2)), ((10, 0, 0, 2), (10, 0, 0, 1))
        packets = [(1000 + 0.06 * i, ipv4_udp(576, *down)) for i in range(300)]
        packets += [(1000.03 + 0.12 * i, ipv4_udp(40, *up)) for i in range(150)]
        (self.path / "in.pcap").write_bytes(capture(sorted(packets)))

    def run_seawind(self, *arguments):
        done = subprocess.run([BIN / "seawind", *arguments], cwd=self.path, text=True,
                              capture_output=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def ok(self, *arguments):
        code, out, err = self.run_seawind(*arguments)
        self.assertEqual((code, err), (0, ""), arguments)
        return out

    def fails(self, code, *arguments):
        got, _, err = self.run_seawind(*arguments)
        self.assertEqual(got, code, err)
        return err

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

    # ------------------------------------------------------------------------------ old names

    def test_an_old_name_stands_for_the_current_one_with_a_warning(self):
        folder = CONFIGS / "testsets/reference"
        warning = "; the old name will be removed in the next version\n"
        expected = (f"{folder}/w1-period.yaml: warning: `{folder}/w1-period.yaml` is now "
                    f"`{folder}/w1-legacy.yaml`{warning}")
        code, out, err = self.run_seawind("validate", folder / "w1-period.yaml")
        self.assertEqual((code, out, err), (0, "1 file valid\n", expected))
        code, out, err = self.run_seawind("run", "--dry-run", folder / "w1-period.yaml")
        self.assertEqual((code, err), (0, expected))
        self.assertIn("w1-legacy: ", out)
        self.assertIn("/baseline-legacy/w1\n", out)
        self.ok("validate", folder / "w1-legacy.yaml")
        self.assertIn("cannot read", self.fails(2, "validate", folder / "w9-period.yaml"))
        test_set = self.path / "t.yaml"
        test_set.write_text("matrix: {link: e0, router: tail-drop-20, tcp: enhanced-period, "
                            "workload: w1}\n")
        code, out, err = self.run_seawind("run", "--dry-run", "t.yaml")
        self.assertEqual(code, 0, err)
        self.assertTrue(err.startswith("t.yaml:1:47: warning: `enhanced-period` is now "
                                       "`enhanced-legacy`" + warning), err)
        self.assertIn("e0/tail-drop-20/enhanced-legacy/w1", out)

    def test_cases_are_compared_by_their_old_and_current_names(self):
        directory = self.campaign()
        arguments = ("compare", directory, "--metric", "overall_throughput", "--against")
        with_names = [("baseline-legacy", "baseline-period",
                       "--against: warning: `e0/baseline-period/w1` is now `e0/baseline-legacy/w1`; the "
                       "old name will be removed in the next version\n"),
                      ("baseline-period", "baseline-legacy", ""),
                      ("baseline-period", "baseline-period", ""),
                      ("baseline-legacy", "baseline-legacy", "")]
        for stored, given, expected in with_names:
            db = sqlite3.connect(directory / "campaign.db")
            db.execute("UPDATE test_case SET tcp = ?, name = link || '/' || ? || '/w1'",
                       (stored, stored))
            db.commit()
            db.close()
            code, out, err = self.run_seawind(*arguments, f"e0/{given}/w1")
            self.assertEqual((code, err), (0, expected))
            self.assertIn(f"r4/{stored}/w1 against e0/{stored}/w1", out)
        self.assertIn("the campaign c has no case `e0/enhanced-period/w1`",
                      self.fails(2, *arguments, "e0/enhanced-period/w1"))

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
        self.assertIn("hint: give --uplink-router", self.fails(2, *replay, "./up.yaml"))
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
        code, out, err = self.run_seawind("tcp", "show", "baseline-period")
        self.assertEqual((code, out.splitlines()[1]), (0, "name: baseline-legacy"))
        self.assertIn("warning: `baseline-period` is now `baseline-legacy`", err)

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

    def campaign(self):
        """A store of two cases with three repetitions each (controller/store/schema.sql)."""
        directory = self.path / "campaign"
        directory.mkdir()
        db = sqlite3.connect(directory / "campaign.db")
        db.executescript((CONFIGS.parent / "controller/store/schema.sql").read_text())
        db.execute("INSERT INTO campaign VALUES (1, 'c', 't.yaml', '0', 1, '0.1', '{}', 0)")
        for case, link in enumerate(["e0", "r4"]):
            db.execute("INSERT INTO test_case VALUES (?, ?, ?, '', 'baseline', 'w1')",
                       (case, f"{link}/baseline/w1", link))
            for number in range(3):
                attempt = 1 + 3 * case + number
                db.execute("INSERT INTO repetition VALUES (?, ?, 0, 'done', ?)",
                           (case, number, attempt))
                db.execute("INSERT INTO attempt VALUES (?, ?, ?, 0, 0, 1, 'valid', '', 'attempts/a', '', '')",
                           (attempt, case, number))
                for flow, metric, value in (("", "overall_throughput", 100 * case + number),
                                            ("bulk1", "delay_median", 0.5 + number)):
                    db.execute("INSERT INTO metric VALUES (?, ?, ?, 'B/s', ?)",
                               (attempt, flow, metric, value))
        db.commit()
        db.close()
        (directory / "resolved.json").write_text("{}")
        return directory

    def test_a_word_that_is_no_subcommand_is_named(self):
        for words, said in ((["bogus"], "`bogus` is no subcommand of `seawind`\n"),
                            (["rum", "--help"], "`rum` is no subcommand of `seawind`; did you mean `run`?\n"),
                            (["profiles", "lst"],
                             "`lst` is no subcommand of `seawind profiles`; did you mean `list`?\n")):
            self.assertEqual(self.fails(2, *words), f"seawind: {said}See `seawind --help`.\n")
        self.assertIn("A subcommand is required", self.fails(2, "profiles"))
        self.assertIn("A subcommand is required", self.fails(2))

    def test_every_verb_names_the_nearest_case_or_metric(self):
        directory = self.campaign()
        case, metric = "e0/baseline/w1", "bulk1/delay_median"
        recipe = self.path / "r.yaml"
        recipe.write_text("view: cdf\nmetric: bulk1/delay_medan\n")
        near_case, near_metric = f"did you mean `{case}`?", f"did you mean `{metric}`?"
        svg = ("-o", "p.svg")
        for near, arguments in (
                (near_case, ("compare", directory, "--against", "e0/baselin/w1", "--metric", metric)),
                (near_case, ("export", directory, "--csv", "--case", "e0/baselin/w1")),
                (near_case, ("export", directory, "--csv", "--repetition", "e0/baselin/w1/0")),
                (near_case, ("plot", directory, "timeline", "--repetition", "e0/baselin/w1/0", *svg)),
                (near_case, ("report", directory, "--repetition", "e0/baselin/w1/0")),
                (near_case, ("report", directory, "--json", "--repetition", "e0/baselin/w1/0")),
                (near_metric, ("compare", directory, "--against", case, "--metric", "bulk1/delay_medan")),
                (near_metric, ("compare", directory, directory, "--metric", "delay_median")),
                (near_metric, ("plot", directory, "answer", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "boxes", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "starts", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "--recipe", recipe, *svg)),
                ("cannot find repetition e0/baseline/w1/7", ("plot", directory, "timeline",
                                                             "--repetition", f"{case}/7", *svg)),
                ("cannot find repetition e0/baseline/w1/7", ("report", directory, "--repetition",
                                                             f"{case}/7")),
                ("cannot export repetition 7", ("export", directory, "--csv", "--repetition", "7")),
                ("cannot parse the repetition `x`", ("export", directory, "--csv", "--repetition",
                                                     "x"))):
            self.assertIn(near, self.fails(2, *arguments))
            self.assertFalse((self.path / "p.svg").exists(), arguments)

    def test_a_metric_that_can_be_compared_can_be_plotted(self):
        directory = self.campaign()
        for metric in ("overall_throughput", "bulk1/delay_median"):
            self.ok("compare", directory, "--against", "e0/baseline/w1", "--metric", metric)
            self.ok("plot", directory, "answer", "--metric", metric, "-o", "p.svg")
            drawn = json.loads((directory / "report/plots/plot-answer.json").read_text())
            self.assertEqual([answer["n"] for answer in drawn["data"]["comparison"]["answers"]], [3])
            self.assertEqual("/".join(filter(None, drawn["pictures"][0]["metric"])), metric)
            (self.path / "p.svg").unlink()

    def test_a_recipe_draws_the_cases_it_selects(self):
        directory = self.campaign()
        recipe = self.path / "delay.yaml"
        recipe.write_text("view: versus\nmetric: bulk1/delay_median\nagainst: overall_throughput\n"
                          "cases: {link: r4}\ny: {from: 0}\n")
        self.ok("plot", directory, "--recipe", recipe, "-o", "p.svg")
        self.assertIn("<svg", (self.path / "p.svg").read_text())
        drawn = json.loads((directory / "report/plots/plot-versus.json").read_text())
        points = [tuple(point) for series in drawn["pictures"][0]["series"]
                  for point in series["points"]]
        self.assertEqual(points, [(100, 0.5), (101, 1.5), (102, 2.5)])
        recipe.write_text("view: cdf\nmetrik: x\n")
        self.assertIn("delay.yaml:2:1: error: unknown key `metrik`",
                      self.fails(2, "plot", directory, "--recipe", recipe, "-o", "p.svg"))
        self.assertIn("--recipe", self.fails(2, "plot", directory, "-o", "p.svg"))
        self.fails(2, "plot", directory, "boxes", "--recipe", recipe, "-o", "p.svg")


if __name__ == "__main__":
    unittest.main()
