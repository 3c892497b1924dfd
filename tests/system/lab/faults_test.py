# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the machines of a laboratory, its network and its controller: no finished repetition is lost, the campaign goes
on by itself when it can, and the hosts are as before."""
import os
import pathlib
import signal
import time
import unittest

from lab_support import HOSTS, LabCase

from support import TINY, done, wait_for


class FaultsTest(LabCase):
    def test_a_killed_controller_leaves_the_hosts_as_they_were(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        for pid, name in self.lab.seawind.processes().items():
            if name == "seawind":
                self.lab.seawind.signal(pid, signal.SIGKILL)
        process.communicate()
        self.expect_free_hosts()
        before = done(self.campaign)
        self.finish(self.lab.start("resume", self.campaign))
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
        # No host knows it yet.
        _, err = self.finish(self.lab.start("run", TINY, "--lab", self.lab.file, "-o", self.campaign / "other"), 3)
        self.assertIn("another run of a controller has this host", err)
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
        # None of them is an attempt that counts.
        self.assertEqual({cause for verdict, cause, _ in self.attempts() if verdict != "valid"}, {"no room"})
        self.expect_free_hosts()
        machine.run("umount", "--lazy", work)
        self.lab.restart("phone")

    def test_a_wall_clock_that_is_set_back(self):
        """By an hour on a host whose clock was a minute slow: certificates, which the wall clock judges, still count."""
        clock = self.lab.path / "clock"
        clock.write_text("+0\n")
        library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        self.lab.restart("phone", LD_PRELOAD=str(library), FAKETIME_TIMESTAMP_FILE=str(clock),
                         FAKETIME_CACHE_DURATION="1", FAKETIME_DISABLE_SHM="1", FAKETIME_DONT_FAKE_MONOTONIC="1")
        process = self.run_tiny()
        self.wait_for_traffic()
        clock.write_text("-61m\n")
        self.finish(process)
        self.assertEqual(self.attempts(), [("valid", "", "")] * 4)
        self.expect_free_hosts()
        self.campaign = self.lab.path / "slow"
        self.finish(self.run_tiny("--repetitions", "1"))
        self.assertEqual(self.attempts(), [("valid", "", "")])
        self.lab.restart("phone")


if __name__ == "__main__":
    unittest.main()
