#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links of the Python package, with real traffic. --ordinary-user: not as root."""
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

from programs import BIN, PACKAGE, Network, enter, held, within

if __name__ == "__main__":
    enter()

import seawind
from seawind import _keeper

FAST = "{rate_base: 20Mbit/s, propagation_delay: 10ms, link_send_buffer_size: 100kB}"
LATE = {"lateness_max": "1us", "lateness_p999": "1us"}  # a packet is later than that everywhere
SERVER = """
import socket
server = socket.create_server(("", 80)); print(flush=True)
connection = server.accept()[0]; connection.sendall(connection.recv(100) * 1000)
"""


def round_trip(link, enough=math.inf):
    """ms: the least of some echo requests, until one takes less than `enough`: a busy machine delays some of them."""
    least = math.inf
    for _ in range(40):
        done = link.mobile.run(["ping", "-c", "1", link.fixed.address], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        least = min(least, float(re.search(r"= ([\d.]+)/", done.stdout)[1]))
        if least < enough:
            break
    return least


def in_namespaces():
    """Words before those of a program that makes network namespaces."""
    return [] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--"]


class KeeperTest(unittest.TestCase):
    def test_a_mobile_host_that_is_killed_early(self):
        """A process whose namespace cannot be read has the name None: nobody else's may be ended."""
        script = """
import os, signal, sys
from seawind import _keeper
open_file = os.open
def open_and_kill(path, *rest, **named):
    file = open_file(path, *rest, **named)
    if str(path).endswith("/ns/net"):
        pid = int(path.split("/")[2])
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return file
os.open = open_and_kill
_keeper.end_all = lambda networks: print(*networks, sep="\\n")
sys.exit(_keeper.main())
"""
        output, writer = os.pipe()
        os.close(writer)
        done = subprocess.run([*in_namespaces(), sys.executable, "-c", script, str(output)], stdin=subprocess.DEVNULL,
                              capture_output=True, pass_fds=[output], text=True, timeout=20)
        os.close(output)
        self.assertEqual("", done.stderr)
        names = done.stdout.splitlines()[1:]
        self.assertEqual(2, len(set(names)))
        for name in names:
            self.assertRegex(name, r"^net:\[\d+\]$")

    def test_a_process_that_cannot_be_ended(self):
        now, sent = [0.0], []
        clock = unittest.mock.Mock(monotonic=lambda: now[0], sleep=lambda seconds: now.__setitem__(0, now[0] + seconds))

        def found(_):
            self.assertLess(now[0], 10)
            return {1: os.open("/dev/null", os.O_RDONLY)}
        with unittest.mock.patch.multiple(_keeper, time=clock, processes_in=found), \
                unittest.mock.patch("signal.pidfd_send_signal", lambda _, number: sent.append(number)):
            _keeper.end_all({"net:[1]"})
        self.assertEqual([signal.SIGTERM, signal.SIGKILL], sent[:2])
        self.assertAlmostEqual(7, now[0], delta=0.1)

    def test_signals_do_not_interrupt_the_clean_up(self):
        """Which waits for the end of the output of `seawind bridge`: here for that of `writer`."""
        with tempfile.TemporaryDirectory(prefix="seawind-python-") as folder:
            environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
            output, writer = os.pipe()
            keeper = subprocess.Popen([*in_namespaces(), sys.executable, "-I", "-S", _keeper.__file__, str(output)],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[output],
                                      env={**environment, "TMPDIR": folder})
            mobile = json.loads(keeper.stdout.readline())["mobile"]
            self.assertEqual(1, len(os.listdir(folder)))
            keeper.send_signal(signal.SIGTERM)
            self.assertTrue(within(5, lambda: not os.path.exists(f"/proc/{mobile}")))
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                keeper.send_signal(number)
            with self.assertRaises(subprocess.TimeoutExpired):
                keeper.wait(0.2)
            os.close(writer)
            os.close(output)
            self.assertEqual(0, keeper.wait(20))
            keeper.stdin.close()
            keeper.stdout.close()
            self.assertEqual([], os.listdir(folder))


class LinkTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="seawind-python-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.fast = self.folder / "fast.yaml"
        self.fast.write_text(f"downlink: {FAST}\nuplink: {FAST}\n")

    def network(self, host):
        """The network namespace of a host; nobody is in it when the test ends."""
        network = Network(host.pid)
        self.addCleanup(lambda: self.assertEqual([], network.processes()))
        return network

    def test_round_trip_is_that_of_the_profile(self):
        """umts delays 152 and 160 ms: packets of 84 bytes take 1.75 ms and 10.5 ms of them."""
        with seawind.link("umts") as link:
            self.network(link.fixed), self.network(link.mobile)
            least = round_trip(link, 317)
            self.assertGreater(least, 312)
            self.assertLess(least, 317)
            self.assertIsNone(link.valid)
            with self.assertRaisesRegex(seawind.LinkError, "has not ended"):
                link.require_valid()
        self.assertIn(link.valid, (True, False))
        self.assertIn("the link ran", link.summary)

    def test_programs_of_both_hosts(self):
        with seawind.link(self.fast) as link:
            server = link.fixed.popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE)
            self.assertEqual(b"\n", server.stdout.readline())
            got = link.mobile.run([sys.executable, "-c", f"""
import socket, sys
client = socket.create_connection(("{link.fixed.address}", 80)); client.sendall(b"seawind")
while more := client.recv(65536): sys.stdout.write(more.decode())
"""], capture_output=True, text=True, timeout=20)
            self.assertEqual("seawind" * 1000, got.stdout, got.stderr)
            server.communicate(timeout=10)
            report = link.report()
            self.assertGreaterEqual(report["downlink"]["delivered_bytes"], 7000)
            shown = link.mobile.run("id -u; echo $SEAWIND_FIXED_ADDRESS $SEAWIND_MOBILE_ADDRESS; pwd", shell=True, cwd="/",
                                    stdout=subprocess.PIPE, text=True)
            self.assertEqual(f"{os.geteuid()}\n10.0.0.1 10.0.0.2\n/\n", shown.stdout)
            self.assertEqual("x\n", link.fixed.run("echo $A", shell=True, env={"A": "x", "PATH": os.environ["PATH"]},
                                                   stdout=subprocess.PIPE, text=True).stdout)
            self.assertEqual(7, link.fixed.run(["sh", "-c", "exit 7"]).returncode)
            with self.assertRaises(subprocess.CalledProcessError):
                link.fixed.run("false", check=True)
            self.assertEqual(b"x\n", link.fixed.run(b"echo x", shell=True, stdout=subprocess.PIPE).stdout)
            self.assertEqual(0, link.fixed.run(["bin/true"], cwd=b"/").returncode)
            for missing in (["no-such-program"], "./none", ["/none/program"]):
                with self.assertRaises(FileNotFoundError):
                    link.fixed.run(missing, env={"PATH": "/usr/bin:/bin"})  # an ordinary user may enter these folders
            with self.assertRaises(ValueError):
                link.fixed.run([])
            self.compare_with_subprocess(link.fixed)
            for impossible in ({"executable": "/bin/true"}, {"user": "nobody"}):
                with self.assertRaisesRegex(TypeError, "not possible here"):
                    link.fixed.run(["true"], **impossible)
        self.assertGreaterEqual(link.report()["downlink"]["delivered_packets"], report["downlink"]["delivered_packets"])

    def compare_with_subprocess(self, host):
        """Programs that are there, missing or not permitted."""
        folder = self.folder / "programs"
        (folder / "directory").mkdir(parents=True)
        for name, mode in (("mytool", 0o755), ("plain", 0o644)):
            (folder / name).write_text("#!/bin/sh\necho from $0\n")
            (folder / name).chmod(mode)
        alone = {"env": {"PATH": str(folder)}, "cwd": "/"}

        def outcome(run, args, options):
            try:
                done = run(args, stdout=subprocess.PIPE, **options)
                return done.returncode, done.stdout
            except OSError as error:
                return type(error), error.errno, error.filename
        for args, options in ((["mytool"], alone),
                              ([folder / "mytool"], alone),
                              ("mytool", {**alone, "shell": True}),
                              (["mytool"], {"env": {b"PATH": bytes(folder)}}),
                              (["mytool"], {"env": {}}),
                              (["mytool"], {}),
                              (["true"], {"env": {}}),
                              (["true"], {"env": os.environb}),
                              (["mytool"], {"env": {"PATH": ":/bin"}, "cwd": folder}),
                              (["mytool"], {"env": {"PATH": "programs"}, "cwd": self.folder}),
                              (["mytool"], {"env": {"PATH": f"{folder}/plain:{folder}"}}),
                              (["plain"], {"env": {"PATH": f"{folder}:/none"}}),
                              (["directory"], alone),
                              ([folder / "plain"], {}),
                              ([str(folder)], {}),
                              ([f"{folder}/plain/mytool"], {})):
            with self.subTest(args=args):
                wanted = outcome(subprocess.run, args, options)
                self.assertEqual(wanted, outcome(host.run, args, options))

    def test_counters_have_what_was_before_the_call(self):
        with seawind.link(self.fast) as link:
            for i in range(1, 6):
                link.mobile.run(["ping", "-c", "1", link.fixed.address], stdout=subprocess.DEVNULL, check=True)
                self.assertEqual((i, i), tuple(link.report()[way]["delivered_packets"] for way in ("downlink", "uplink")))

    def test_a_signal_reaches_the_program(self):
        with seawind.link(self.fast) as link:
            script = "import os, signal; print(os.getpid(), flush=True); signal.pause()"
            program = link.mobile.popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
            self.assertEqual(program.pid, int(program.stdout.readline()))
            program.send_signal(signal.SIGUSR1)
            self.assertEqual(-signal.SIGUSR1, program.wait(10))
            program.stdout.close()

    def test_changes(self):
        with seawind.link("umts") as link:
            done = link.change(set={"downlink.rate_base": "64kbit/s", "uplink.propagation_delay": "0s"})
            self.assertIn({"path": "link.downlink.rate_base", "before": "384kbit/s", "after": "64kbit/s"}, done["changed"])
            link.change(profile=self.fast)
            self.assertLess(round_trip(link, 30), 30)
            link.change(router="codel")
            link.change(outage="1s", direction="down")
            self.assertGreater(round_trip(link), 300)
            self.assertEqual(4, link.report()["changes"])
            for words, text in (({"set": {"downlink.none": 1}}, "unknown key `none`"),
                                ({"profile": "none"}, "no file for `none`"),
                                ({"outage": "soon"}, "--outage"),
                                ({"direction": "down"}, "--outage"),
                                ({}, "nothing would change")):
                with self.assertRaisesRegex(seawind.LinkError, text):
                    link.change(**words)
            with self.assertRaisesRegex(TypeError, "dictionary"):
                link.change(set="downlink.rate_base=1kbit/s")
            self.assertEqual(4, link.report()["changes"])

    def test_the_seed_decides_about_losses(self):
        lossy = self.folder / "lossy.yaml"
        lossy.write_text(f"downlink: {FAST[:-1]}, error_probability: 30%}}\nuplink: {FAST}\n")

        def answered(**options):
            with seawind.link(lossy, **options) as link:
                done = link.mobile.run(["ping", "-c", "40", "-i", "0.01", "-W", "1", link.fixed.address],
                                       capture_output=True, text=True)
                return link.seed, re.findall(r"icmp_seq=(\d+)", done.stdout)
        seed, first = answered()
        self.assertEqual(first, answered(seed=seed)[1])
        self.assertNotEqual(first, answered(seed=seed + 1)[1])
        self.assertLess(10, len(first))
        self.assertLess(len(first), 40)

    def test_timing_that_is_not_valid(self):
        with seawind.link(self.fast, limits=LATE) as link:
            round_trip(link)
        self.assertIs(link.valid, False)
        self.assertIn("later than 1us", link.reason)
        with self.assertRaisesRegex(seawind.InvalidTiming, "later than 1us"):
            link.require_valid()

    def test_what_cannot_be_made(self):
        before = held()
        for profile, options, text in (("none", {}, "no file for `none`"),
                                       (self.fast, {"router": "none"}, "no file for `none`"),
                                       (self.fast, {"seed": -1}, "`-1` is not a whole number"),
                                       (self.fast, {"fixed_address": "nowhere"}, "nowhere"),
                                       (self.fast, {"limits": {"nonsense": 1}}, "nonsense"),
                                       (self.fast, {"configs": self.folder / "none"}, "--configs: .*/none")):
            with self.assertRaisesRegex(seawind.LinkError, text):
                seawind.link(profile, **options)
        path = os.environ["PATH"]
        os.environ["PATH"] = "/usr/bin:/bin"
        try:
            with self.assertRaisesRegex(seawind.LinkError, "no program `seawind` in PATH"):
                seawind.link(self.fast)
        finally:
            os.environ["PATH"] = path
        for options in {"router": 5}, {"record": 5}, {"limits": 5}:
            with self.assertRaises((TypeError, AttributeError)):
                seawind.link(self.fast, **options)
        self.assertEqual(before, held())

    def test_names_addresses_and_a_recording(self):
        record = self.folder / "record"
        with seawind.link(self.fast, name="own", fixed_address="192.168.7.1/24", mobile_address="192.168.7.9/24",
                          record=record, router="codel") as link:
            self.assertEqual(("192.168.7.1", "192.168.7.9"), (link.fixed.address, link.mobile.address))
            self.assertLess(round_trip(link, 30), 30)
            if os.geteuid() == 0:  # without XDG_RUNTIME_DIR each link has a folder of its own for its name
                with self.assertRaisesRegex(seawind.LinkError, "a link `own` runs already"):
                    seawind.link(self.fast, name="own")
        shown = subprocess.run([BIN / "seawind", "report", record], capture_output=True, text=True)
        self.assertEqual(0, shown.returncode, shown.stderr)

    def test_several_links_at_the_same_time(self):
        with seawind.link(self.fast) as one, seawind.link(self.fast) as two:
            self.assertNotEqual(one.name, two.name)
            times = []
            threads = [threading.Thread(target=lambda link=link: times.append(round_trip(link))) for link in (one, two)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(2, len(times))

    def test_programs_that_are_left_are_ended(self):
        with seawind.link(self.fast) as link:
            self.network(link.fixed), self.network(link.mobile)
            obeys = link.fixed.popen(["sleep", "1000"])
            script = "import signal; signal.signal(15, signal.SIG_IGN); print(flush=True)\nwhile True: signal.pause()"
            stubborn = link.mobile.popen([sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True)
            stubborn.stdout.readline()
        self.assertEqual((-signal.SIGTERM, -signal.SIGKILL), (obeys.wait(10), stubborn.wait(10)))
        with self.assertRaisesRegex(seawind.LinkError, "has ended"):
            link.mobile.run(["true"])
        stubborn.stdout.close()

    def test_the_programs_of_others_live(self):
        """The mobile host ends first, the keeper then waits for `seawind bridge`: here for the end of `writer`. The kernel
        gives the least free number to a network namespace, mostly at once that of the last one."""
        output, writer = os.pipe()
        inside = in_namespaces()
        keeper = subprocess.Popen([*inside, sys.executable, "-I", "-S", str(PACKAGE / "seawind/_keeper.py"), str(output)],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[output])
        mobile = json.loads(keeper.stdout.readline())["mobile"]
        keeper.stdin.close()
        self.assertTrue(within(5, lambda: not os.path.exists(f"/proc/{mobile}")))
        keeper.stdout.close()
        os.close(output)
        others = []
        for _ in range(30):
            others.append(other := subprocess.Popen([*inside, "unshare", "--net", "sleep", "60"], stdout=subprocess.DEVNULL))
            self.addCleanup(lambda other=other: (other.kill(), other.wait()))
            time.sleep(0.02)  # for the kernel, which removes a namespace later
        os.close(writer)
        keeper.wait(20)
        self.assertEqual([None] * len(others), [other.poll() for other in others])

    def test_a_link_that_is_lost(self):
        link = seawind.link(self.fast)
        self.network(link.fixed)
        link._bridge.kill()
        with self.assertRaisesRegex(seawind.LinkError, "was lost"):
            link.report()
        with self.assertRaisesRegex(seawind.LinkError, "was lost"):
            link.close()
        self.assertIsNone(link.valid)
        link.close()

    def test_a_killed_test_leaves_nothing(self):
        script = f"""
import os, seawind, signal, subprocess, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the caller of the tests ignores it
link = seawind.link({str(self.fast)!r})
link.mobile.popen(["ping", "-q", link.fixed.address], stdout=subprocess.DEVNULL)
link.fixed.popen(["sleep", "1000"], start_new_session=True)
print(link.fixed.pid, link.mobile.pid, flush=True)
signal.pause()
"""
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            temporary = self.folder / f"temporary-{number}"
            temporary.mkdir()
            test = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                    env={**os.environ, "TMPDIR": str(temporary)})
            self.addCleanup(test.kill)
            pids = list(map(int, test.stdout.readline().split()))
            networks = list(map(Network, pids))
            self.assertTrue(within(5, lambda: [len(network.processes()) for network in networks] == [2, 2]))
            children = set(pathlib.Path(f"/proc/{test.pid}/task/{test.pid}/children").read_text().split())
            self.assertGreaterEqual(len(children), 4)
            test.send_signal(number)
            test.communicate()
            self.assertTrue(within(10, lambda: not any(map(Network.processes, networks))), number)
            self.assertTrue(within(10, lambda: not any(os.path.exists(f"/proc/{pid}") for pid in children)), number)
            self.assertEqual([], os.listdir(temporary))
            if os.geteuid() == 0:
                self.assertEqual([], os.listdir("/run/seawind-links"))


if __name__ == "__main__":
    unittest.main()
