# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns whose flows are programs or transfers for a duration."""
import pathlib
import time
import unittest

from support import TINY, Seawind, rows, wait_for

LIMITS = ("limits: {lateness_p999: 1s, lateness_max: 10s, start_error: 10s, cpu_steal: 100%, "
          "attempts: 3}")


class ProgramsTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.addCleanup(self.seawind.close)
        for name in ("workloads", "testsets", "tcp"):
            (self.seawind.path / name).mkdir()

    def campaign(self, workload, tcp="plain", timeline=""):
        """The result of one repetition with these flows over the link `quick`."""
        process = self.start(workload, tcp, timeline)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def start(self, workload, tcp="plain", timeline=""):
        root = self.seawind.path
        (root / "workloads" / "w.yaml").write_text(workload)
        (root / "testsets" / "t.yaml").write_text(
            f"timeout: 5min\n{LIMITS}\nmatrix: {{link: quick, router: small, tcp: {tcp}, workload: w}}\n{timeline}\n")
        return self.seawind.start("run", root / "testsets" / "t.yaml", "-o", root / "c",
                                  "--configs", TINY.parent.parent)

    def attempts(self):
        return rows(self.seawind.path / "c", "SELECT verdict, reason FROM attempt")

    def metrics(self):
        return {(flow, metric): value for flow, metric, value in rows(
            self.seawind.path / "c", "SELECT flow, metric, value FROM metric")}

    def test_a_failed_program_ends_its_repetition_at_once_and_for_good(self):
        begun = time.monotonic()
        code, out, err = self.campaign("""flows:
  - name: lasting
    direction: up
    command: {duration: 4min, listen_within: off, source: {argv: [sleep, "240"]}}
  - name: failing
    command:
      duration: 4min
      listen_within: off
      starts: sink
      sink: {argv: [sh, -c, "echo begun; echo the reason >&2; exit 3"]}
""")
        self.assertEqual((1, []), (code, self.seawind.what_is_left()), err)
        self.assertLess(time.monotonic() - begun, 60)  # of 4 min; it takes 3 s
        self.assertEqual([("failed", "flow failing: sink: sh ended with status 3: the reason; its "
                           "output is in failing-sink.output.txt")], self.attempts())
        self.assertIn("the reason", out + err)

    def test_a_flow_that_has_ended_is_not_notified(self):
        code, _, err = self.campaign("""flows:
  - {name: short, tfrc: {duration: 500ms, drain: 100ms}}
  - {name: long, start: 3s, bulk_tcp: {size: 10kB}}
""", timeline="timeline: [{at: 2500ms, notify: [{flow: short, text: handover}]}]")
        self.assertEqual((0, []), (code, self.seawind.what_is_left()), err)

    def test_a_stop_leaves_no_files_of_programs(self):
        mark = self.seawind.mark
        process = self.start(f"""flows:
  - name: lasting
    command:
      duration: 4min
      listen_within: off
      source: {{argv: [sh, -c, "trap : TERM; touch {mark}; sleep 240 & wait; wait"]}}
""")

        def files():
            return list(pathlib.Path("/tmp").glob(f"seawind-program-*/{mark}"))
        wait_for(files, "the program")
        code, _, err = self.seawind.run("stop", self.seawind.path / "c")
        self.assertEqual(code, 0, err)
        _, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, self.seawind.what_is_left()), (130, []), err)
        self.assertEqual(files(), [])

    def test_a_program_that_does_not_exist_is_tried_once(self):
        self.campaign("""flows:
  - name: server
    command: {duration: 1s, source: {argv: ["true"]}, sink: {argv: [no-such-program]}}
""")
        (verdict, reason), = self.attempts()
        self.assertEqual("failed", verdict)
        self.assertIn("cannot start no-such-program: No such file or directory", reason)

    def test_programs_beside_their_ports_leave_the_metrics_of_the_directions(self):
        code, _, err = self.campaign("""flows:
  - name: beside
    command:
      duration: 10s
      listen_within: off
      source:
        argv: [python3, -c, "import socket; s = socket.socket(type=socket.SOCK_DGRAM);
          [s.sendto(bytes(100), ('{peer}', 4000)) for _ in range(20)]"]
""")
        self.assertEqual(0, code, (err, self.attempts()))
        metrics = self.metrics()
        self.assertEqual(20, metrics["downlink", "packets_received"])
        self.assertGreaterEqual(metrics["downlink", "delay_min"], 0.005)
        self.assertIn(("downlink", "drops_congestion"), metrics)
        self.assertNotIn("beside", {flow for flow, _ in metrics})
        code, out, err = self.seawind.run("report", self.seawind.path / "c")
        self.assertEqual(0, code, out + err)

    def test_a_transfer_for_a_duration(self):
        code, _, err = self.campaign("""flows:
  - {name: timed, bulk_tcp: {duration: 2s}}
""")
        self.assertEqual(0, code, (err, self.attempts()))
        metrics = self.metrics()
        self.assertGreaterEqual(metrics["timed", "elapsed"], 2)
        self.assertLess(metrics["timed", "elapsed"], 3)
        self.assertAlmostEqual(metrics["timed", "throughput"],
                               metrics["timed", "object_bytes"] / metrics["timed", "elapsed"], 3)
        # The link carries 4 Mbit/s; slow start and the last window leave the rest.
        self.assertGreater(metrics["timed", "throughput"], 0.7 * 500_000)
        self.assertLessEqual(metrics["timed", "throughput"], 500_000)

    def test_a_missing_congestion_control_is_an_error_before_anything_runs(self):
        (self.seawind.path / "tcp" / "other.yaml").write_text("route: {congctl: nosuch}\n")
        code, _, err = self.campaign("flows: [{name: a, bulk_tcp: {size: 1kB}}]\n", tcp="other")
        self.assertEqual(3, code, err)
        self.assertIn("TCP variant `other`: this kernel has no congestion control `nosuch`", err)
        self.assertIn("modprobe tcp_nosuch", err)
        self.assertFalse((self.seawind.path / "c").exists())


if __name__ == "__main__":
    unittest.main()
