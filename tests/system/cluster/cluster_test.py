# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns on a Slurm cluster of two nodes: the same results as on one machine, and every fault of controller, tasks,
nodes and queue leaves each finished repetition in, once."""
import csv
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "campaign"))
from slurm_cluster import SlurmCluster
from support import BIN, Seawind, counts, done, parse, rows, wait_for

TESTSETS = pathlib.Path(__file__).parents[1] / "campaign" / "configs" / "testsets"
PATIENCE = 90


class ClusterCase(unittest.TestCase):
    def on_nodes(self):
        return ()

    def setUp(self):
        self.seawind = Seawind()
        self.addCleanup(self.seawind.close)
        os.environ["SEAWIND_TEST_MARK"] = self.seawind.mark  # of the daemons, too
        self.addCleanup(os.environ.pop, "SEAWIND_TEST_MARK")
        self.cluster = SlurmCluster(on_nodes=self.on_nodes())
        self.addCleanup(self.cluster.stop)
        self.seawind.environment["SLURM_CONF"] = self.cluster.environment["SLURM_CONF"]
        self.seawind.environment["XDG_CONFIG_HOME"] = str(self.seawind.path)
        self.campaign = self.seawind.path / "campaign"
        self.engines("{cpus: 1, tasks: 2, task_time: 10s, grace: 3s}")

    def engines(self, slurm):
        folder = self.seawind.path / "seawind"
        folder.mkdir(exist_ok=True)
        (folder / "engines.yaml").write_text(f"slurm: {slurm}\n")

    def begin(self, test_set="steps", repetitions=24, *options):
        return self.seawind.start("run", TESTSETS / f"{test_set}.yaml", "--engine", "slurm", "--repetitions",
                                  repetitions, "-o", self.campaign, *options)

    def finish(self, process, code=0, timeout=PATIENCE):
        out, err = process.communicate(timeout=timeout)
        self.assertEqual(process.returncode, code, f"{out}\n{err}\n{self.outputs()}")
        return out, err

    def outputs(self):
        return "\n".join(f"{path}: {path.read_text()}" for path in sorted(self.campaign.glob("cluster/*/*.out")))

    def states(self):
        texts = {f"{path.parent.name}/{path.name}": path.read_text() for path in self.campaign.glob("cluster/*/*.*.json")}
        return {name: parse(text) for name, text in texts.items() if text}  # empty: a task that has just begun

    def wait_for_traffic(self, tasks=1):
        wait_for(lambda: sum(state["phase"] == "running" and state["running"] > 0
                             for state in self.states().values()) >= tasks, f"{tasks} tasks that run", PATIENCE)

    def shards(self):
        """pid -> SUBMISSION/TASK of what runs on the nodes."""
        found = {}
        for pid, name in self.seawind.processes().items():
            try:
                words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if name == "seawind" and words[1:2] == [b"shard"]:
                found[pid] = words[3].decode()
        return found

    def expect_no_work(self):
        """No task goes on. One that has delivered everything needs no cancelling: Slurm shows it until its process is gone."""
        for line in self.cluster.ask("squeue", "--noheader", "--array", "--states=PENDING,RUNNING", "--format=%j %K %T").splitlines():
            name, task, state = line.split()
            own = f"{name.rpartition('-')[2]}/{task}."
            phases = [told["phase"] for file, told in sorted(self.states().items()) if file.startswith(own)]
            self.assertEqual((state, phases[-1:]), ("RUNNING", ["ended"]), line)

    def expect_all(self, repetitions):
        """Every repetition is there once, with its files."""
        finished = rows(self.campaign, "SELECT r.number, directory FROM repetition r JOIN attempt ON id = attempt_id "
                                       "WHERE state = 'done' ORDER BY 1")
        self.assertEqual([number for number, _ in finished], list(range(repetitions)), self.outputs())
        for _, directory in finished:
            self.assertTrue((self.campaign / directory / "events.zst").is_file(), directory)
        self.expect_no_work()


class CampaignTest(ClusterCase):
    def test_is_as_on_one_machine(self):
        here = self.seawind.path / "here"
        code, out, err = self.seawind.run("run", TESTSETS / "datagrams.yaml", "--repetitions", 120, "--parallel", 30,
                                          "-o", here)
        self.assertEqual(code, 0, out + err)
        self.finish(self.begin("datagrams", 120, "--parallel", 30))
        self.expect_all(120)
        self.assertEqual(counts(self.campaign, "stream"), counts(here, "stream"))
        self.assertEqual(len(counts(here, "stream")), 120)
        seeds = "SELECT * FROM repetition ORDER BY number"
        self.assertEqual([row[:4] for row in rows(self.campaign, seeds)], [row[:4] for row in rows(here, seeds)])
        nodes = dict(rows(self.campaign, "SELECT r.number, node FROM repetition r JOIN attempt a ON a.id = attempt_id "
                                         "JOIN task t ON t.id = task_id"))
        self.assertEqual(set(nodes.values()), {"n1", "n2"})
        _, page, _ = self.seawind.run("report", self.campaign)
        self.assertIn("120 of 120 repetitions valid", page)
        code, out, err = self.seawind.run("export", self.campaign, "--csv")
        self.assertEqual(code, 0, out + err)
        with open(self.campaign / "export/csv/wide.csv", encoding="utf-8") as table:
            self.assertEqual({int(row["repetition"]): row["node"] for row in csv.DictReader(table)}, nodes)
        wait_for(lambda: self.seawind.what_is_left(0) == self.daemons(), "nothing beside the cluster's programs")

    def daemons(self):
        """What of this test goes on: the programs of the cluster."""
        return [(pid, name) for pid, name in self.seawind.processes().items() if name.startswith(("munged", "slurmctld", "slurmd"))]

    def test_repetitions_that_until_makes_unnecessary_are_left_out(self):
        _, err = self.finish(self.seawind.start("run", TESTSETS / "early.yaml", "--engine", "slurm", "-o", self.campaign))
        self.assertNotIn("warning", err)
        told = parse((self.campaign / "cluster/unneeded.json").read_text())["cases"]
        self.assertEqual([case for case, _ in told], [0, 1])
        for case, first in told:
            states = dict(rows(self.campaign, f"SELECT number, state FROM repetition WHERE case_id = {case}"))
            self.assertEqual({states[number] for number in range(first)}, {"done"})
            self.assertEqual({states[number] for number in range(first, 400)}, {"skipped"})

    def test_why_repetitions_fail_is_told(self):
        """Their attempts end faster than they are delivered."""
        _, err = self.finish(self.begin("half-legacy", 20), 1)
        self.assertRegex(err, r"(?s)\nquick/small/legacy/pair repetition \d+: failed: .* \(further ones of this case are not "
                              r"shown here\)\n")
        self.assertEqual(err.count("further ones"), 1, err)
        self.assertNotIn("warning", err)
        self.assertEqual(rows(self.campaign, "SELECT count(*) FROM attempt WHERE verdict = 'failed'"), [(200,)])

    def test_a_stop_takes_what_is_finished(self):
        process = self.begin("steps", 60)
        self.wait_for_traffic(2)
        wait_for(lambda: sum(state["done"] for state in self.states().values()) > 0
                 or rows(self.campaign, "SELECT 1 FROM attempt"), "a finished repetition", PATIENCE)
        code, out, err = self.seawind.run("stop", self.campaign)
        self.assertEqual(code, 0, out + err)
        self.finish(process, 130)
        self.expect_no_work()
        self.assertGreater(len(done(self.campaign)), 0, self.outputs())
        self.finish(self.seawind.start("resume", self.campaign))
        self.expect_all(60)

    def test_status_shows_tasks_and_nodes(self):
        process = self.begin("steps", 60)
        self.wait_for_traffic(2)
        wait_for(lambda: all(task["running"] > 0 for task in self.tasks_of_status()), "tasks in the status")
        tasks = self.tasks_of_status()
        self.assertEqual({(task["task"], task["state"]) for task in tasks}, {("1/1", "running"), ("1/2", "running")})
        self.assertEqual({task["node"] for task in tasks}, {"n1", "n2"})
        _, out, _ = self.seawind.run("status", self.campaign)
        self.assertRegex(out, r"task 1/1 on n[12]: running; \d running")
        code, out, err = self.seawind.run("stop", self.campaign, "--after-current")
        self.assertEqual(code, 0, out + err)
        self.finish(process, 130)

    def tasks_of_status(self):
        _, out, _ = self.seawind.run("status", self.campaign, "--json")
        return parse(out)["live"]["tasks"]

    def test_refusals_are_told(self):
        self.engines("{partition: none, cpus: 1}")
        _, err = self.finish(self.begin(), 3)
        self.assertIn("the cluster cannot run this: sbatch: error: invalid partition specified: none", err)
        self.engines("{cpus: 1, time_limit: 2h}")  # the partition has one hour
        code, _, err = self.seawind.run("resume", self.campaign)
        self.assertEqual(code, 3, err)
        self.assertIn("Requested time limit is invalid", err)
        self.engines("{cpus: 1, grace: 1s, program: /nowhere/seawind}")
        code, _, err = self.seawind.run("resume", self.campaign)
        self.assertEqual(code, 3, err)
        self.assertRegex(err, r"nothing came of 3 submissions; the last problem: task \d+/\d+ ended without a state: .*"
                              r"/nowhere/seawind: not found")
        self.engines("{cpus: 1, node_folder: scratch, task_time: 10min, time_limit: 5min, options: [constraint=x, "
                     "--array=1-4, --comment=a --output=b, --arr=1-3, '--comment=\"a -b\"', -W, -x n1]}")
        code, out, err = self.seawind.run("resume", self.campaign)
        self.assertEqual(code, 2, out + err)
        self.assertIn("engines.yaml:1:31: error: `scratch` is relative", err)
        self.assertIn("`constraint=x` is not an option of sbatch", err)
        self.assertIn("`--array`: this option Seawind gives itself", err)
        self.assertIn("`--comment=a --output=b` has more than one option", err)
        self.assertIn("`--arr` is short for `--array`: this option", err)
        self.assertIn("`-W`: this option", err)
        self.assertIn("the limit is shorter than `task_time`", err)
        self.assertIn("`-x n1`: write --exclude=NODES", err)
        self.assertEqual(err.count(": error: "), 8, err)
        self.engines("{cpus: 1}")
        self.seawind.environment["SLURM_CONF"] = "/dev/null"
        process = self.seawind.start("resume", self.campaign)
        wait_for(lambda: "squeue: " in (parse(self.seawind.run("status", self.campaign, "--json")[1])["live"] or
                                         {}).get("waiting", ""), "a wait for Slurm", PATIENCE)
        process.send_signal(signal.SIGINT)
        self.finish(process, 130)

    def test_the_script_can_be_seen_before(self):
        self.engines("{partition: fast, account: me, qos: high, cpus: 4, exclusive: true, time_limit: 2h, "
                     "options: [--constraint=x, '--exclude=n7,n8'], node_folder: /a b, program: /opt/sea'wind}")
        code, out, err = self.seawind.run("run", TESTSETS / "steps.yaml", "--engine", "slurm", "-o", "/x y/100%",
                                          "--dry-run")
        self.assertEqual(code, 0, err)
        script = out.partition("The script of the first submission:\n\n")[2]
        for line in ("#!/bin/sh", "#SBATCH --array=1-1", "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=4",
                     "#SBATCH --time=0-02:00:00", "#SBATCH --exclusive", "#SBATCH --partition=fast",
                     "#SBATCH --account=me", "#SBATCH --qos=high", "#SBATCH --constraint=x", "#SBATCH --exclude=n7,n8",
                     '#SBATCH --output="/x y/100%%/cluster/1/%a.out"', "export TMPDIR='/a b'",
                     "exec '/opt/sea'\\''wind' shard '/x y/100%' 1/$SLURM_ARRAY_TASK_ID"):
            self.assertIn(line, script.splitlines())
        subprocess.run(["sh", "-n"], input=script, text=True, check=True)


class FaultTest(ClusterCase):
    def test_the_controller_is_killed_and_continues(self):
        process = self.begin()
        self.wait_for_traffic()
        process.kill()
        process.communicate()
        self.assertNotEqual(self.shards(), {})
        self.finish(self.seawind.start("resume", self.campaign))
        self.expect_all(24)
        self.assertEqual([path.name for path in sorted((self.campaign / "cluster").iterdir())], ["1"])

    def test_a_killed_task_is_submitted_again(self):
        process = self.begin()
        self.wait_for_traffic(2)
        self.seawind.signal(min(self.shards()), signal.SIGKILL)
        _, err = self.finish(process)
        self.assertRegex(err, r"task 1/[12] on n[12] is gone; what it has not done is submitted again")
        self.expect_all(24)
        self.assertTrue((self.campaign / "cluster/2").is_dir())

    def test_a_dead_node_loses_nothing(self):
        process = self.begin()
        self.wait_for_traffic(2)
        self.cluster.kill_node("n1")
        wait_for(lambda: len(self.shards()) == 1, "the end of what ran on the node")
        self.finish(process)
        self.expect_all(24)

    def test_a_task_that_is_started_twice_counts_once(self):
        process = self.begin()
        self.wait_for_traffic()
        code, out, err = self.seawind.run("shard", self.campaign, "1/1")
        self.assertEqual(code, 0, out + err)
        self.finish(process)
        self.expect_all(24)
        for started, directory in rows(self.campaign, "SELECT started_unix_ns, directory FROM attempt"):
            verdict = parse((self.campaign / directory / "verdict.json").read_text())
            self.assertEqual(verdict["started_unix_ns"], started, directory)

    def test_a_requeued_task_continues(self):
        """On a busy machine Slurm may take the late end of the first start for that of the second, and knows the task no
        more: then again, four times at most."""
        for tries_left in (4, 3, 2, 1, 0):
            continued, states, messages = self.requeue_a_task()
            if continued or tries_left == 0 or not re.search(r"task 1/1 on n[12] stopped: interrupted", messages):
                break
            self.doCleanups()
            self.setUp()
        self.assertTrue(continued, (states, messages))

    def requeue_a_task(self):
        self.engines("{cpus: 1, tasks: 2, task_time: 10s, grace: 3s, options: [--requeue]}")
        process = self.begin()
        self.wait_for_traffic(2)
        self.assertEqual(self.cluster.ask("scontrol", "requeue", "1_1"), "")
        wait_for(lambda: "PENDING" in self.cluster.ask("squeue", "--noheader", "--array", "--format=%K %T"), "the requeue")
        # Slurm would take the end of the first start, if it is told late, for that of the second.
        wait_for(lambda: any("[2.batch] done with job" in log.read_text(errors="replace")
                             for log in self.cluster.folder.glob("n?.log")), "the end of the first start")
        self.cluster.ask("scontrol", "update", "JobId=1_1", "StartTime=now")  # not two minutes later
        _, err = self.finish(process)
        self.expect_all(24)
        return (self.campaign / "cluster/1/1.1.json").is_file(), list(self.states()), err

    def test_a_task_cancelled_by_hand_is_continued(self):
        process = self.begin("steps", 40)
        self.wait_for_traffic(2)
        self.cluster.ask("scancel", "1_2")
        self.finish(process)
        self.expect_all(40)
        self.assertEqual(self.states()["1/2.0.json"]["phase"], "stopped", self.outputs())

    def test_a_preempted_task_is_continued(self):
        process = self.begin("steps", 40)
        self.wait_for_traffic(2)
        self.cluster.ask("sbatch", "--partition=urgent", "--nodelist=n1", "--output=/dev/null", "--wrap=sleep 5")
        wait_for(lambda: "PREEMPTED" in self.cluster.ask("squeue", "--noheader", "--states=PREEMPTED", "--format=%T"),
                 "the preemption")
        self.finish(process)
        self.expect_all(40)
        self.assertTrue((self.campaign / "cluster/2").is_dir())


class TimeTest(ClusterCase):
    def test_tasks_out_of_time_are_continued(self):
        """One heeds the signal a minute before its end; of the other one only the shell gets it, and Slurm ends it."""
        deaf = self.seawind.path / "deaf"
        program = BIN / "seawind"
        deaf.write_text(f'#!/bin/sh\n[ "$3" = 1/2 ] || exec {program} "$@"\ntrap : TERM\n{program} "$@" &\n'
                        'while kill -0 $!; do wait $!; done\n')
        deaf.chmod(0o755)
        self.engines(f"{{cpus: 1, tasks: 2, task_time: 10s, grace: 3s, program: {deaf}}}")
        process = self.begin("steps", 520)
        self.wait_for_traffic(2)
        for task in ("1_1", "1_2"):
            self.assertEqual(self.cluster.ask("scontrol", "update", f"JobId={task}", "TimeLimit=1"), "")
        wait_for(lambda: self.cluster.ask("squeue", "--noheader", "--states=TIMEOUT", "--format=%T") != "",
                 "the end of its time", 150)
        self.finish(process, timeout=150)
        self.expect_all(520)
        for task in ("1", "2"):
            self.assertEqual(self.states()[f"1/{task}.0.json"]["phase"], "stopped", self.outputs())


class StorageTest(ClusterCase):
    """In a mount namespace of its own, where the campaign directory is on a small file system."""

    def running_programs(self):
        return [name for name in self.seawind.processes().values() if name.startswith(("seawindd", "seawind-agent"))]

    def test_a_full_file_system_loses_nothing_that_was_finished(self):
        self.campaign.parent.joinpath("small").mkdir()
        self.campaign = self.campaign.parent / "small" / "campaign"
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", self.campaign.parent], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.campaign.parent], check=True)
        process = self.begin("steps", 40)
        self.wait_for_traffic(2)
        wait_for(lambda: sum(state["done"] for state in self.states().values()) > 0, "a finished repetition")
        with self.assertRaises(OSError), open(self.campaign.parent / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(4096))
        wait_for(lambda: not self.running_programs(), "the end of all repetitions, which nobody can deliver")
        self.assertEqual(len(self.shards()), 2)
        (self.campaign.parent / "ballast").unlink()
        self.finish(process)
        self.expect_all(40)
        self.assertFalse((self.campaign / "cluster/2").is_dir(), self.outputs())


class AwayTest(ClusterCase):
    """The nodes reach the campaign directory through a network file system, whose server is stopped."""

    def on_nodes(self):
        shared = self.seawind.path / "shared"
        shared.mkdir()
        self.campaign_folder = shared
        ours, theirs = socket.socketpair()
        with ours, theirs:
            self.server = subprocess.Popen(["/usr/lib/openssh/sftp-server"], stdin=ours, stdout=ours)
            self.client = subprocess.Popen(["unshare", "--mount", "sshfs", "-f", "-o", "passive", f":{shared}", shared],
                                           stdin=theirs, stdout=theirs)
        self.addCleanup(self.end_file_system)
        mounts = pathlib.Path(f"/proc/{self.client.pid}/mountinfo")
        wait_for(lambda: f" {shared} " in mounts.read_text(), "the file system of the nodes")
        return ["nsenter", "--target", str(self.client.pid), "--mount"]

    def end_file_system(self):
        for process in (self.client, self.server):
            process.kill()
            process.wait()

    def test_a_file_system_that_is_away_for_a_while_stops_nothing(self):
        self.campaign = self.campaign_folder / "campaign"
        process = self.begin("steps", 40)
        self.wait_for_traffic(2)
        self.server.send_signal(signal.SIGSTOP)
        before = self.states()
        time.sleep(15)  # deliveries were due meanwhile
        self.assertEqual(self.states(), before)
        self.assertEqual(len(self.shards()), 2)
        self.server.send_signal(signal.SIGCONT)
        self.finish(process)
        self.expect_all(40)
        self.assertFalse((self.campaign / "cluster/2").is_dir(), self.outputs())


if __name__ == "__main__":
    unittest.main()
