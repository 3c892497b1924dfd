# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the machines of a laboratory, its network and its controller: no finished repetition is lost, the campaign goes
on by itself when it can, and the hosts are as before."""
import contextlib
import datetime
import json
import os
import pathlib
import signal
import sys
import time
import unittest

from lab_support import ADDRESS, HOSTS, LONG, NFT, LabCase

from support import TINY, done, handles, wait_for


def fake_clock(file):
    """Variables for programs whose wall clock differs from that of this machine by what the file says."""
    library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DISABLE_SHM": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


class FaultsTest(LabCase):
    def test_a_killed_controller_leaves_the_hosts_as_they_were(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        for pid, name in self.lab.seawind.processes().items():
            if name == "seawind":
                self.lab.seawind.signal(pid, signal.SIGKILL)
        process.communicate()
        self.expect_free_hosts(kept=["logs"])
        before = done(self.campaign)
        self.finish(self.lab.start("resume", self.campaign))
        self.expect_free_hosts()
        self.assertEqual(len(done(self.campaign)), 4)
        self.assertLessEqual(set(before), set(done(self.campaign)))

    def test_a_controller_that_is_killed_while_its_cable_is_out(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        self.lab.set_cable("controller", "down")
        for pid in self.lab.programs_of("controller"):
            self.lab.seawind.signal(pid, signal.SIGKILL)
        process.communicate()
        self.lab.set_cable("controller", "up")
        waiting = self.lab.start("resume", self.campaign)
        def stoppable():
            return [pid for pid in self.lab.programs_of("controller") if handles(pid, signal.SIGINT)]

        wait_for(stoppable, "a run that can be stopped", 10)
        for pid in stoppable():
            self.lab.seawind.signal(pid, signal.SIGINT)
        _, err = self.finish(waiting, 130)
        self.assertIn("interrupted", err)
        self.finish(self.lab.start("resume", self.campaign))
        self.assertEqual(len(done(self.campaign)), 4)
        self.expect_free_hosts()

    def test_a_service_that_is_killed_and_comes_back(self):
        for name in HOSTS:
            with self.subTest(name):
                self.campaign = self.lab.path / f"killed-{name}"
                process = self.run_tiny()
                self.wait_for_traffic()
                os.kill(self.lab.service_pid(name), signal.SIGKILL)
                self.lab.services[name].wait()
                wait_for(lambda: self.lab.programs(name) == [], "an empty host", 10)
                self.lab.serve(name)
                self.finish(process)
                self.assertEqual(len(done(self.campaign)), 4)
                self.expect_free_hosts()

    def test_a_cut_connection(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        self.lab.unplug("phone", 5)
        self.finish(process)
        self.assertEqual(len(done(self.campaign)), 4)
        self.expect_free_hosts()

    def test_a_connection_that_is_cut_for_longer_than_a_lease(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        begun = time.monotonic()
        self.lab.set_cable("phone", "down")
        wait_for(lambda: self.lab.programs("phone") == ["seawind-agent"], "the end of the lease", 40)
        self.assertGreater(time.monotonic() - begun, 10)
        self.lab.set_cable("phone", "up")
        self.finish(process)
        self.assertEqual(len(done(self.campaign)), 4)
        self.expect_free_hosts()

    def test_a_connection_that_breaks_while_logs_are_fetched(self):
        """Logs of a repetition that has ended are fetched by another connection."""
        phone = self.lab.machines["phone"]
        control = f"add table ip cut; add chain ip cut in {{ type filter hook input priority 0; }}; " \
                  f"add rule ip cut in ip saddr {ADDRESS['controller']} tcp dport 7600 reject with tcp reset"
        large = self.lab.path / "large"
        size = 100 << 20  # some seconds
        large.write_bytes(os.urandom(size))
        process = self.run_tiny("--parallel", "1")

        def part_arrives():
            for folder in (self.lab.path / "phone" / "work").glob("logs/*"):
                with contextlib.suppress(FileNotFoundError, FileExistsError):
                    os.link(large, folder / "large")
            with contextlib.suppress(FileNotFoundError):
                return any(0 < one.stat().st_size < size for one in self.campaign.rglob("*.tmp/large"))
        wait_for(part_arrives, "a part of a log", 60)
        phone.run(sys.executable, "-c", NFT, control)
        time.sleep(2)
        phone.run(sys.executable, "-c", NFT, "delete table ip cut")
        wait_for(lambda: "its connection has ended" in self.lab.log("phone"), "the end of the connection", 30)
        self.finish(process)
        self.assertEqual(self.failures(), set())
        self.assertEqual(len(done(self.campaign)), 4)
        self.assertLessEqual({size}, {one.stat().st_size for one in self.campaign.rglob("large")})
        self.expect_free_hosts()

    def test_a_host_that_is_rebooted(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        self.lab.crash("server")
        time.sleep(1)
        self.lab.boot("server")
        self.finish(process)
        self.assertEqual(len(done(self.campaign)), 4)
        self.assertIn("test bed", {cause for _, cause, _ in self.attempts()})
        self.expect_free_hosts()

    def test_a_full_disk_of_a_host(self):
        machine = self.lab.machines["phone"]
        work = self.lab.path / "phone" / "work"
        machine.run("mount", "-t", "tmpfs", "-o", "size=32M", "none", work)
        self.lab.restart("phone")
        process = self.run_tiny()
        self.wait_for_traffic()
        machine.run("sh", "-c", f"cat /dev/zero > {work}/filler || true")
        wait_for(lambda: self.attempts(), "an attempt that has ended", 30)
        machine.run("rm", work / "filler")
        _, err = self.finish(process)
        self.assertEqual(len(done(self.campaign)), 4)
        self.assertRegex(err, "waiting for room: .*(No space left on device|phone has .* kB left, 8192 kB are needed)")
        # None of them is an attempt that counts. What the first ones had still to write may have had room in the last pages
        # of their logs.
        self.assertLessEqual(self.failures(), {"no room"})
        self.expect_free_hosts()
        machine.run("umount", "--lazy", work)
        self.lab.restart("phone")

    def test_a_wall_clock_that_is_set_back(self):
        """By an hour on a host whose clock was a minute slow: certificates, which the wall clock judges, still count."""
        clock = self.lab.path / "clock"
        clock.write_text("+0\n")
        self.lab.restart("phone", **fake_clock(clock))
        process = self.run_tiny()
        self.wait_for_traffic()
        clock.write_text("-61m\n")
        self.finish(process)
        self.assertEqual(self.failures(), set())
        self.assertEqual(len(done(self.campaign)), 4)
        self.expect_free_hosts()
        self.campaign = self.lab.path / "slow"
        self.finish(self.run_tiny("--repetitions", "1"))
        self.assertEqual(self.failures(), set())
        self.lab.restart("phone")


class RenewalTest(LabCase):
    def test_certificates_are_renewed_while_a_run_lasts(self):
        clock = self.lab.path / "clock"
        clock.write_text("+0\n")
        for name in HOSTS:
            self.lab.restart(name, **fake_clock(clock))
        variables = [f"{name}={value}" for name, value in fake_clock(clock).items()]
        process = self.lab.start("run", LONG, "--lab", self.lab.file, "-o", self.campaign, prefix=["env", *variables])
        self.wait_for_traffic()
        clock.write_text("+61d\n")

        def days_left():
            return {one["host"]: (datetime.date.fromisoformat(one["until"]) - datetime.date.today()).days
                    for one in json.loads(self.lab.control("lab", "list", "--json"))}
        wait_for(lambda: min(days_left().values()) >= 150, "new certificates", 20)
        clock.write_text("+95d\n")  # beyond the end of the former ones
        time.sleep(3)
        for name in HOSTS:
            self.assertNotIn("expired", self.lab.log(name))
        self.assertIsNone(process.poll())
        self.lab.control("stop", self.campaign)
        _, err = self.finish(process, 130)
        self.assertNotIn("the certificate of", err)
        self.expect_free_hosts()


if __name__ == "__main__":
    unittest.main()
