#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind exec, in one line each, as root and as an ordinary user. Runs itself in a network namespace of its
own, which stands for the machine."""
import contextlib
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from exec_support import (ALGORITHM, CONNECT, DRIP, ECHO, LARGEST, MACHINE, OFFLOAD, REACH, RECEIVE, SEND, processes,
                          programs, serve_echo, serve_web)
from machine import within

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"
PROGRAMS = ["seawind", "seawindd", "seawind-agent", "seawind-workload"]
NOBODY = 65534
PYTHON = "/usr/bin/python3"  # for every user
PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
ONE_WAY = 0.05  # s, of the links below
LINK = "{rate_base: 20Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 100kB}"
CONTENT = bytes(range(256)) * 200
EXIT = {"x86_64": 60, "aarch64": 93}[os.uname().machine]  # the call that ends a thread
SHOW = "import sys; print(sys.argv[1:])"
# On a busy machine, too: -q prints the summary when the timing is not valid.
QUIET = ["-q", "--limit", "lateness_p999=1s", "--limit", "lateness_max=10s", "--limit", "cpu_steal=100%"]


# After a datagram of its own and a line of input, 2000 further ones; after another line, the number that have arrived.
BURSTS = """
import socket, sys, time
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    own.connect((sys.argv[1], int(sys.argv[2])))
    own.send(b"?")
    sys.stdin.readline()
    for _ in range(2000):
        own.send(b"?")
        time.sleep(0.0001)
    time.sleep(0.5)
    print("sent", flush=True)
    sys.stdin.readline()
    own.settimeout(2)
    received = 0
    try:
        while own.recv(2000):
            received += 1
    except TimeoutError:
        print(received)
"""


class Exec(unittest.TestCase):
    user = []  # words before the command
    split = False  # whether TCP ends at the fixed host

    @classmethod
    def setUpClass(cls):
        cls.split = is_mapped_root() or issubclass(cls, ExecAsOrdinaryUser)
        cls.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        cls.path.chmod(0o777)
        (cls.path / "profiles").mkdir()
        (cls.path / "profiles/quick.yaml").write_text(f"downlink: {LINK}\nuplink: {LINK}\n")
        (cls.path / "content").write_bytes(CONTENT)
        cls.web = serve_web(cls.path, "127.0.0.1")
        cls.machine_web = serve_web(cls.path, MACHINE)
        cls.echo = serve_echo()
        cls.port = cls.web.server_address[1]
        cls.machine_port = cls.machine_web.server_address[1]

    @classmethod
    def tearDownClass(cls):
        for server in (cls.web, cls.machine_web):
            server.shutdown()
            server.server_close()
        shutil.rmtree(cls.path, ignore_errors=True)

    def setUp(self):
        self.mark = f"seawind-exec-test-{os.getpid()}-{self.id()}"
        self.environment = {**os.environ, "SEAWIND_TEST_MARK": self.mark, "SEAWIND_CONFIGS": str(CONFIGS),
                            "PATH": PATH}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.interfaces = os.listdir("/sys/class/net")
        self.addCleanup(self.nothing_is_left)

    def nothing_is_left(self):
        deadline = time.monotonic() + 10
        while (left := processes(self.mark)) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(([], self.interfaces), (left, os.listdir("/sys/class/net")))

    def words(self, *arguments):
        return [*self.user, str(BIN / "seawind"), "exec", *map(str, arguments)]

    def run_exec(self, *arguments, link="quick", **keywords):
        done = subprocess.run(self.words("--link", link, *arguments), cwd=self.path, env=self.environment,
                              capture_output=True, text=True, timeout=120, **keywords)
        return done.returncode, done.stdout, done.stderr

    def ok(self, *arguments, **keywords):
        code, out, err = self.run_exec(*arguments, **keywords)
        self.assertEqual(0, code, err)
        return out, err

    # ------------------------------------------------------------------------------- the command

    def test_the_exit_code_is_that_of_the_command(self):
        self.assertEqual(7, self.run_exec("--", "sh", "-c", "exit 7")[0])
        self.assertEqual(128 + signal.SIGTERM, self.run_exec("--", "sh", "-c", "kill -TERM $$")[0])

    def test_a_command_that_cannot_run_is_named(self):
        code, _, err = self.run_exec("no-such-program")
        self.assertEqual((127, True), (code, "cannot start no-such-program: No such file" in err), err)
        self.assertEqual(126, self.run_exec("./content")[0])

    def test_streams_folder_environment_and_descriptors_are_the_callers(self):
        (self.path / "given").write_text("by a descriptor")
        with open(self.path / "given") as given:
            os.set_inheritable(given.fileno(), True)
            self.environment["OF_THE_CALLER"] = "kept"
            command = f"cat; echo $OF_THE_CALLER $(pwd -P); cat <&{given.fileno()}; echo to stderr >&2"
            out, err = self.ok(*QUIET, "--", "bash", "-c", command, input="from stdin\n",
                               pass_fds=[given.fileno()])
        self.assertEqual(f"from stdin\nkept {self.path.resolve()}\nby a descriptor", out)
        self.assertEqual("to stderr\n", err)

    def test_limits_and_environment_are_the_callers(self):
        show = "import os, resource; print(resource.getrlimit(resource.RLIMIT_NOFILE), sorted(os.environ.items()))"
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1000, hard - 1), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        own = {"SEAWIND_FIXED_ADDRESS": "10.0.0.1", "SEAWIND_MOBILE_ADDRESS": "10.0.0.2"}
        expected = subprocess.run([*self.user, PYTHON, "-c", show], cwd=self.path, env=self.environment | own,
                                  capture_output=True, text=True, check=True).stdout
        self.assertEqual(expected, self.ok("--", PYTHON, "-c", show)[0])

    def test_what_the_caller_ignores_or_has_closed_changes_nothing(self):
        def prepare():
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            for number in range(3):
                os.close(number)
        show = ("import os\nfound = [os.path.exists(f'/proc/self/fd/{n}') for n in range(3)]\n"
                "open('descriptors', 'w').write(str(found))\nraise SystemExit(7)")
        done = subprocess.Popen(self.words("--link", "quick", "--record", "closed", "--at-fixed", "sleep 60", "--",
                                           PYTHON, "-c", show), cwd=self.path, env=self.environment,
                                preexec_fn=prepare)
        self.assertEqual(7, done.wait(timeout=60))
        self.assertEqual("[False, False, False]", (self.path / "descriptors").read_text())
        (self.path / "descriptors").unlink()
        shutil.rmtree(self.path / "closed")

    def test_a_limit_of_file_sizes_is_an_error(self):
        def prepare():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))  # less than a store
        code, _, err = self.run_exec("--record", "limited", "--", "true", preexec_fn=prepare)
        self.assertEqual((125, True), (code, "File too large" in err or "disk I/O error" in err), err)
        self.assertEqual([], list(self.path.glob("limited*")))

    def test_a_recording_whose_event_log_is_cut_short_is_an_error(self):
        def prepare():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))  # more than a store
        send = ("import os, socket, sys, time\n"
                "peer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                "for number in range(4000): peer.sendto(os.urandom(70), (sys.argv[1], 1 + number)); time.sleep(0.0005)\n")
        code, _, err = self.run_exec("--record", "cut", "--", PYTHON, "-c", send, "10.0.0.1",
                                     preexec_fn=prepare)
        self.assertRegex(err, r"(?m)^seawind: the recording is not complete: event log: .*File too large$")
        self.assertNotRegex(err, "timing.*event log")
        self.assertEqual(125, code, err)
        self.assertIn("0 of 1 repetitions valid, 1 failed", self.seawind("report", "cut")[1])

    def test_a_recording_over_a_link_whose_states_have_rates_has_no_utilization(self):
        ping = ("--", "ping", "-c", "2", "-i", "0.2", "fixed")
        self.ok(*QUIET, "--record", "steps", *ping, link="rate-step")
        self.assertIn("tilization", self.seawind("report", "steps")[1])
        (self.path / "profiles/states.yaml").write_text("extends: quick\nchannel: {states: [{name: a, dwell: 3s}, {name: b, dwell: 1s}]}\n"
                                               "downlink: {states: {a: {rate_base: 30Mbit/s}}}\n")
        self.ok(*QUIET, "--record", "states", *ping, link="states")
        self.assertNotIn("tilization", self.seawind("report", "states")[1])

    def test_root_that_does_not_see_the_programs_of_others_says_so(self):
        if self.user or is_mapped_root():
            return self.skipTest("a program of another user needs root")
        leave = 'setsid setpriv --reuid 65534 --clear-groups sh -c "echo \\$\\$; exec sleep 60 >&- 2>&-" & sleep 0.3'
        done = subprocess.run(["setpriv", "--bounding-set", "-sys_ptrace", *self.words(*QUIET, "--link", "quick", "--", "sh",
                               "-c", leave)], cwd=self.path, env=self.environment, capture_output=True, text=True, timeout=60)
        self.addCleanup(os.kill, int(done.stdout), signal.SIGKILL)
        # The other programs of the machine that root does not own are counted as well.
        self.assertRegex(done.stderr, "warning: programs of this run may be left running: their guard ended with status 1: "
                                      r"guard: processes that cannot be examined without CAP_SYS_PTRACE: [1-9]\d*\n")

    def test_the_command_runs_as_the_caller(self):
        out, _ = self.ok("--", "id", "-u")
        self.assertEqual(subprocess.run([*self.user, "id", "-u"], capture_output=True, text=True).stdout, out)

    def test_it_has_the_mobile_host_and_nothing_else(self):
        out, err = self.ok("--", "sh", "-c", "echo $SEAWIND_FIXED_ADDRESS; cat /proc/net/dev /proc/net/fib_trie")
        self.assertEqual("10.0.0.1", out.splitlines()[0])
        self.assertIn("quick/linux-default/exec, this host 10.0.0.2, fixed host 10.0.0.1", err)
        self.assertIn("mobile:", out)
        self.assertNotIn(MACHINE, out)

    def test_the_tcp_variant_is_applied(self):
        (self.path / "tcp").mkdir(exist_ok=True)
        (self.path / "tcp/plain.yaml").write_text("sysctl: {tcp_sack: 0}\n")
        read = ["--", "cat", "/proc/sys/net/ipv4/tcp_sack"]
        self.assertEqual("1\n", self.ok(*read)[0])
        self.assertEqual("0\n", self.ok("--tcp", "plain", *read)[0])

    def test_the_tcp_variant_holds_beyond_the_fixed_host(self):
        for variant in ("reno", "linux-default"):  # one of them is not this machine's default
            algorithm = {"reno": "reno", "linux-default": "cubic"}[variant]
            self.assertEqual(f"{algorithm}\n", self.ok("--nat", "--tcp", variant, "--", PYTHON, "-c", ALGORITHM,
                                                       MACHINE, self.machine_port)[0])

    def test_a_variant_with_a_warm_up_is_warmed_up(self):
        narrow = "{rate_base: 256kbit/s, link_send_buffer_size: 10kB}"
        (self.path / "profiles/narrow.yaml").write_text(f"downlink: {narrow}\nuplink: {narrow}\n")
        (self.path / "tcp").mkdir(exist_ok=True)
        (self.path / "tcp/warm.yaml").write_text("sysctl: {tcp_no_metrics_save: 0, tcp_no_ssthresh_metrics_save: 0}\n"
                                                 "clear_metrics: false\nwarm_up: 60kB\n")
        _, err = self.ok("--tcp", "warm", "--record", "warmed", "--at-fixed", "ip tcp_metrics show 10.0.0.2",
                         "--", "true", link="narrow")
        self.assertRegex(err, "fixed: 10.0.0.2 age .*cwnd [0-9]+")
        self.assertIn("seawind: TCP variant `warm` is warmed up: 1 transfer of 60000 B\n", err)
        self.assertEqual(1, len(list((self.path / "warmed").rglob("warm-up.zst"))))

    # -------------------------------------------------------------------------------- the network

    def fetch(self, *options, address="10.0.0.1", port=None):
        out, err = self.ok(*options, "--", PYTHON, "-c", CONNECT, address, port or self.port)
        connected, whole, size = out.split()
        self.assertEqual(len(CONTENT), int(size))
        return float(connected), float(whole), err

    def test_an_exposed_port_is_at_the_fixed_host_behind_the_link(self):
        connected, whole, err = self.fetch("--expose", self.port)
        self.assertGreaterEqual(connected, 2 * ONE_WAY)
        self.assertGreaterEqual(whole, 4 * ONE_WAY)
        self.assertRegex(err, "down  delivered [0-9]+ packets, 5[0-9]{4} B")
        self.assertIn("timing ", err)

    def test_offloads_stay_on_if_asked_for(self):
        self.assertEqual("0\n", self.ok("--", PYTHON, "-c", OFFLOAD)[0])
        self.assertEqual("1\n", self.ok("--offloads", "--", PYTHON, "-c", OFFLOAD)[0])
        self.assertGreaterEqual(self.fetch("--offloads", "--expose", self.port)[0], 2 * ONE_WAY)

    def test_several_ports_are_exposed(self):
        other = serve_web(self.path, "127.0.0.1")
        self.addCleanup(other.server_close)
        self.addCleanup(other.shutdown)
        port = other.server_address[1]
        self.fetch("--expose", self.port, "--expose", port, port=port)

    def test_a_port_that_is_not_exposed_refuses(self):
        code, _, err = self.run_exec("--", PYTHON, "-c", CONNECT, "10.0.0.1", self.port)
        self.assertEqual((1, True), (code, "ConnectionRefusedError" in err), err)

    def test_an_exposed_port_without_a_service_refuses(self):
        code, _, err = self.run_exec("--expose", "1", "--", PYTHON, "-c", CONNECT, "10.0.0.1", "1")
        self.assertEqual((1, True), (code, "ConnectionRefusedError" in err), err)

    def test_nothing_else_of_the_machine_is_reached(self):
        code, _, err = self.run_exec("--expose", self.port, "--", PYTHON, "-c", CONNECT, MACHINE,
                                     self.machine_port)
        self.assertEqual((1, True), (code, "Network is unreachable" in err), err)

    def test_the_machines_loopback_interface_is_not_behind_an_interface(self):
        for address in "127.0.0.1", "127.0.0.2":
            server = socket.create_server((address, 0))
            self.addCleanup(server.close)
            server.settimeout(0.1)
            datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.addCleanup(datagrams.close)
            datagrams.bind(server.getsockname())
            datagrams.settimeout(0.1)
            receivers = server.accept, lambda: datagrams.recv(100)
            arguments = f"{address} {server.getsockname()[1]}"
            # Through the interface itself both arrive.
            subprocess.run([PYTHON, "-c", REACH, "lo", *arguments.split()], check=True)
            for receive in receivers:
                receive()
            self.ok("--nat", "--at-fixed", f"{PYTHON} -c '{REACH}' uplink {arguments} && "
                    f"exec {PYTHON} -m http.server 7000", "--wait-port", 7000,
                    "--", PYTHON, "-c", REACH, "mobile", *arguments.split())
            for receive in receivers:
                with self.assertRaises(TimeoutError):
                    receive()

    def test_with_nat_the_machines_network_is_behind_the_link(self):
        connected, _, err = self.fetch("--nat", address=MACHINE, port=self.machine_port)
        self.assertGreaterEqual(connected, 2 * ONE_WAY)
        self.assertIn("other destinations over the link", err)
        out, _ = self.ok("--nat", "--", PYTHON, "-c", ECHO, MACHINE, self.echo.getsockname()[1])
        answer, whole = out.split()
        self.assertEqual("HELLO", answer)
        self.assertGreaterEqual(float(whole), 2 * ONE_WAY)

    def test_with_nat_names_are_resolved_over_the_link(self):
        before = pathlib.Path("/etc/resolv.conf").read_text()
        server = "10.0.1.3" if self.split else "10.0.1.1"
        self.assertEqual(f"nameserver {server}\n644\n", self.ok(
            "--nat", "--", "sh", "-c", "cat /etc/resolv.conf; stat -c %a /etc/resolv.conf")[0])
        self.assertEqual(before, pathlib.Path("/etc/resolv.conf").read_text())

    def test_nested_calls_chain_links(self):
        out, err = self.ok("--expose", self.port, "--", *self.words(
            "--link", "quick", "--", PYTHON, "-c", CONNECT, "10.0.0.1", self.port)[len(self.user):])
        connected, whole, size = map(float, out.split())
        self.assertEqual(len(CONTENT), size)
        self.assertGreaterEqual(connected, 4 * ONE_WAY)
        self.assertGreaterEqual(whole, 8 * ONE_WAY)  # a connection and a request on each link
        self.assertIn("this host 10.1.0.2, fixed host 10.1.0.1", err)

    def test_three_nested_calls_reach_the_outermost_host(self):
        inner = self.words("--link", "quick", "--", *self.words(
            "--link", "quick", "--", PYTHON, "-c", CONNECT, "10.0.0.1", "9601")[len(self.user):])[len(self.user):]
        out, err = self.ok("--at-fixed", f"exec {PYTHON} -m http.server 9601", "--wait-port", "9601", "--", *inner)
        self.assertGreaterEqual(float(out.split()[0]), 6 * ONE_WAY)
        self.assertIn("this host 10.2.0.2, fixed host 10.2.0.1", err)

    def test_a_call_elsewhere_with_inherited_addresses_is_not_nested(self):
        for address in "10.0.0.1", "10.99999999999999999999.0.1", "elsewhere":
            self.environment["SEAWIND_FIXED_ADDRESS"] = address
            self.assertNotIn("other destinations over the link", self.ok("--", "true")[1])

    def test_a_nested_call_without_slirp4netns_says_so(self):
        self.only_if_split()
        for quiet in [], QUIET:
            inner = self.words("--link", "quick", *quiet, "--", "/bin/true")[len(self.user):]
            _, err = self.ok(*QUIET, "--", "env", "PATH=/none", *inner)
            self.assertIn("seawind: warning: only TCP leaves the fixed host: cannot find the program slirp4netns", err)

    def only_if_split(self):
        if not self.split:
            self.skipTest("TCP is end to end; exec_gateway_test.py has its tests")

    def test_a_slow_service_gets_what_a_connection_that_stays_open_has_sent(self):
        self.only_if_split()
        slow = ("import socket, time; s = socket.create_server((\"127.0.0.1\", 0)); print(s.getsockname()[1], flush=True)\n"
                "c = s.accept()[0]; time.sleep(3); size = 0\n"
                "while size < 300000: size += len(c.recv(9999))\n"
                "print(size)")
        service = subprocess.Popen([PYTHON, "-c", slow], stdout=subprocess.PIPE, text=True)
        self.addCleanup(service.stdout.close)
        port = service.stdout.readline().strip()
        hold = (f"import os, socket, time; c = socket.create_connection(('fixed', {port})); c.sendall(b'x' * 300000)\n"
                "if os.fork() == 0: time.sleep(100)")
        _, err = self.ok("--expose", port, "--", PYTHON, "-c", hold)
        self.assertNotIn("not delivered", err)
        self.assertEqual("300000\n", service.communicate(timeout=30)[0])

    def test_forwarded_connections_have_the_variants_buffers(self):
        self.only_if_split()
        (self.path / "tcp").mkdir(exist_ok=True)
        (self.path / "tcp/small.yaml").write_text("sysctl: {tcp_rmem: 4096 50000 60000}\n")
        _, err = self.ok("--tcp", "small", "--expose", self.port, "--at-fixed", "ss -tlmn", "--", "true")
        self.assertRegex(err, rf"0\.0\.0\.0:{self.port} .*\n?.*skmem:\(r0,rb50000,")

    # ------------------------------------------------------------------------------- the other end

    def test_a_program_at_the_fixed_host_is_reached_end_to_end_by_name(self):
        out, err = self.ok("--at-fixed", f"{PYTHON} -m http.server 8000", "--wait-port", "8000", "--",
                           PYTHON, "-c", CONNECT, "fixed", "8000")
        self.assertGreaterEqual(float(out.split()[0]), 2 * ONE_WAY)
        self.assertIn('fixed: 10.0.0.2 - - ', err)
        self.assertIn("GET /content HTTP/1.0", err)

    def test_programs_at_the_fixed_host_are_told_apart_and_end_with_the_run(self):
        _, err = self.ok("--at-fixed", "echo one; (sleep 500 & sleep 500)", "--at-fixed", "id -u; hostname -I",
                         "--", "sh", "-c", "cat /etc/hosts; echo $SEAWIND_MOBILE_ADDRESS")
        self.assertIn("fixed 1: one\n", err)
        uid = subprocess.run([*self.user, "id", "-u"], capture_output=True, text=True).stdout.strip()
        self.assertIn(f"fixed 2: {uid}\n", err)
        self.assertIn("fixed 2: 10.0.0.1", err)

    def test_what_the_shell_of_the_fixed_host_has_started_has_time_to_end(self):
        ends = "trap 'sleep 1; echo has ended; exit' TERM; echo ready; while :; do sleep 0.1; done"
        _, err = self.ok("--at-fixed", f"({ends}) & sleep 600", "--", "sleep", "1")
        self.assertIn("fixed: ready", err)
        self.assertIn("fixed: has ended", err)

    def test_the_end_of_a_connection_is_not_waited_for_as_data(self):
        serve = ("import socket, time; s = socket.create_server((\"0.0.0.0\", 9500)); c = s.accept()[0]; "
                 "c.recv(9); c.sendall(b\"ok\"); time.sleep(500)")
        call = ("import socket; c = socket.create_connection(('fixed', 9500)); c.sendall(b'hi'); c.recv(9); c.close()")
        begun = time.monotonic()
        _, err = self.ok("--at-fixed", f"{PYTHON} -c '{serve}'", "--wait-port", "9500", "--", PYTHON, "-c", call)
        self.assertNotIn("delivered:", err)
        self.assertLess(time.monotonic() - begun, 30)  # a minute without progress, before

    def test_connections_that_stay_in_a_host_are_not_waited_for(self):
        own = ("import socket, time; s = socket.create_server((\"127.0.0.1\", 6001)); "
               "c = socket.create_connection((\"127.0.0.1\", 6001)); c.sendall(b\"x\"); "
               "l = socket.create_server((\"0.0.0.0\", 9500)); time.sleep(500)")
        begun = time.monotonic()
        _, err = self.ok("--at-fixed", f"{PYTHON} -c '{own}'", "--wait-port", "9500", "--", "true")
        self.assertNotIn("delivered:", err)
        self.assertLess(time.monotonic() - begun, 30)  # a minute without progress, before

    def test_a_line_without_its_end_is_printed(self):
        program = "printf 'cannot bind'; exit 1"
        self.assertIn("fixed: cannot bind\n", self.run_exec("--at-fixed", program, "--", "sleep", "0.5")[2])
        self.assertIn("ended with status 1\n  cannot bind",
                      self.run_exec("-q", "--at-fixed", program, "--", "sleep", "0.5")[2])

    def test_what_a_program_writes_last_is_printed_whole(self):
        enlarged = ("import fcntl, os, signal, sys, time\n"
                    "fcntl.fcntl(1, 1031, 1 << 20)  # F_SETPIPE_SZ\n"
                    "def end(*_):\n"
                    "    os.write(1, (b'x' * 99 + b'\\n') * 8000 + b'the end\\n')\n"
                    "    sys.exit(0)\n"
                    "signal.signal(signal.SIGTERM, end)\n"
                    "time.sleep(500)\n")
        (self.path / "enlarged.py").write_text(enlarged)
        _, err = self.ok("--at-fixed", f"exec {PYTHON} enlarged.py", "--", "sleep", "1")
        self.assertIn("fixed: the end\n", err)

    def test_a_program_at_the_fixed_host_that_fails_is_named(self):
        code, out, err = self.run_exec(*QUIET, "--at-fixed", "echo why >&2; exit 3", "--", "echo", "ran")
        self.assertEqual((125, ""), (code, out), err)
        self.assertIn("`echo why >&2; exit 3` at the fixed host ended with status 3\n  why\n", err)

    def test_the_last_lines_of_a_program_that_fails_are_shown(self):
        program = "for i in $(seq 30); do echo line $i; done; printf end; exit 3"
        code, _, err = self.run_exec(*QUIET, "--at-fixed", program, "--", "true")
        self.assertEqual(125, code, err)
        shown = "".join(f"\n  line {i}" for i in range(12, 31))
        self.assertIn(f"ended with status 3{shown}\n  end\n", err)

    def test_an_exposed_port_is_not_the_one_that_the_command_waits_for(self):
        server = f"sleep 0.4; exec {PYTHON} -m http.server 8000"
        self.ok("--expose", self.port, "--at-fixed", server, "--", PYTHON, "-c", CONNECT, "fixed", "8000")

    def test_the_command_waits_for_every_program_at_the_fixed_host(self):
        later = f"sleep 0.3; exec {PYTHON} -c '{RECEIVE}' 9000"
        _, err = self.ok("--at-fixed", f"{PYTHON} -c '{RECEIVE}' 9001", "--at-fixed", later, "--at-fixed", "true", "--",
                         PYTHON, "-c", SEND, "fixed", "9000", "5")
        self.assertIn("fixed 2: received 5\n", err)
        _, err = self.ok("--at-fixed", f"{PYTHON} -c '{RECEIVE}' 9001", "--at-fixed", "sleep 60", "--", "true")
        self.assertIn("seawind: `sleep 60` at the fixed host has opened no TCP port yet; --wait-port PORT waits for "
                      "one\n", err)

    def test_a_program_that_writes_faster_than_it_is_read_does_not_hold_the_end_up(self):
        started = self.start("--at-fixed", "yes & sleep 0.1; exit 3", "--", "true")
        deadline = time.monotonic() + 30
        while started.poll() is None and time.monotonic() < deadline:
            os.read(started.stderr.fileno(), 1000)  # slowly
            time.sleep(0.0005)
        self.assertEqual(125, started.poll())
        started.communicate(timeout=10)

    def test_messages_that_cannot_be_written_change_nothing(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(self.words("--link", "quick", "--at-fixed", "seq 1 2000; sleep 5", "--", "sh", "-c",
                                             "exit 9"), cwd=self.path, env=self.environment, stdout=subprocess.DEVNULL,
                                  stderr=full, timeout=60)
        self.assertEqual(9, done.returncode)

    def test_messages_without_a_reader_change_nothing(self):
        started = subprocess.Popen(self.words("--link", "quick", "--at-fixed", "seq 1 2000; sleep 5", "--", "sh", "-c",
                                              "exit 9"), cwd=self.path, env=self.environment, stderr=subprocess.PIPE)
        started.stderr.close()
        self.assertEqual(9, started.wait(timeout=60))

    def test_a_port_of_the_fixed_host_that_nobody_opens_is_named(self):
        code, out, err = self.run_exec("--at-fixed", "sleep 60", "--wait-port", "7", "--", "echo", "ran")
        self.assertEqual((125, ""), (code, out), err)
        self.assertIn("no program listens on port 7 of the fixed host within 10 s", err)

    def test_a_port_that_the_mobile_host_cannot_reach_is_not_waited_for(self):
        serve = "import socket, signal; server = socket.create_server((\"127.0.0.1\", 9100)); signal.pause()"
        code, out, err = self.run_exec("--at-fixed", f"{PYTHON} -c '{serve}'", "--wait-port", "9100", "--", "echo", "ran")
        self.assertEqual((125, ""), (code, out), err)
        self.assertIn("no program listens on port 9100 of the fixed host within 10 s; one listens at its loopback "
                      "interface only", err)

    def test_what_the_command_has_sent_arrives_before_the_link_is_removed(self):
        (self.path / "profiles/slow.yaml").write_text(
            "downlink: {rate_base: 1Mbit/s, link_send_buffer_size: 20kB}\n"
            "uplink: {rate_base: 1Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 20kB}\n")
        out, err = self.ok("--at-fixed", f"{PYTHON} -c '{RECEIVE}' 9000", "--wait-port", "9000", "--",
                           PYTHON, "-c", SEND, "fixed", "9000", "200000", link="slow")
        self.assertIn("fixed: received 200000\n", err)
        self.assertNotIn("not delivered", err)
        receiver = subprocess.Popen([PYTHON, "-c", RECEIVE.replace("0.0.0.0", "127.0.0.1"), "0"],
                                    stdout=subprocess.PIPE, text=True)
        self.addCleanup(receiver.stdout.close)
        port = receiver.stdout.readline().split()[1]
        self.ok("--expose", port, "--", PYTHON, "-c", SEND, "fixed", port, "200000", link="slow")
        self.assertEqual("received 200000\n", receiver.communicate(timeout=30)[0])

    def test_a_signal_ends_the_wait_for_what_is_not_delivered(self):
        (self.path / "profiles/stuck.yaml").write_text(
            "downlink: {rate_base: 1Mbit/s, link_send_buffer_size: 20kB}\n"
            "uplink: {rate_base: 1kbit/s, link_send_buffer_size: 20kB}\n")
        started = self.start("--link", "stuck", "--at-fixed", f"{PYTHON} -c '{RECEIVE}' 9000", "--", PYTHON, "-c",
                             SEND, "fixed", "9000", "10000")
        while "still to be delivered" not in (line := started.stderr.readline()):
            self.assertNotEqual("", line)
        started.terminate()
        _, err = started.communicate(timeout=60)
        self.assertEqual(0, started.returncode, err)
        self.assertRegex(err, "not delivered: [0-9]+ B in the mobile host's connections")

    def test_copies_that_the_link_makes_are_not_the_commands(self):
        (self.path / "profiles/copies.yaml").write_text(
            "downlink: {rate_base: 1Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 20kB}\n"
            "uplink: {rate_base: 1Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 20kB, "
            "duplicate_probability: 1}\n")
        send = ("import socket, time; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                "for i in range(20): s.sendto(bytes(100), (\"fixed\", 9)); time.sleep(0.02)")
        _, err = self.ok("-o", "copies", *QUIET[1:], "--", PYTHON, "-c", send, link="copies")
        self.assertRegex(err, r"up +delivered 20 packets, 2560 B \([0-9.]+ kbit/s, mean emulated delay 51[.0-9]* ms\), and 20 "
                              "packets of the link itself, 2560 B")
        code, out, err = self.seawind("export", "copies", "--csv", "--mahimahi-log")
        self.assertEqual(0, code, err)
        [long] = (self.path / "copies/export/csv").glob("long.csv")
        delays = [float(line.split(",")[-1]) for line in long.read_text().splitlines() if ",delay_m" in line]
        self.assertGreaterEqual(min(delays), 0.05)
        [log] = (self.path / "copies/export").glob("mahimahi*/*uplink.log")
        self.assertEqual([20, 20], [sum(f" {sign} " in line for line in log.read_text().splitlines())
                                    for sign in "+-"])

    # Leaves a tracer in another session that does not wait for it, ignores SIGTERM and stays; then ends with 7.
    TRACED = ("import ctypes, os, signal, sys, time\n"
              "ptrace, traced = ctypes.CDLL(None).ptrace, os.getpid()\n"
              "ctypes.CDLL(None).prctl(0x59616d61, ctypes.c_ulong(-1))\n"  # PR_SET_PTRACER_ANY, where Yama asks for it
              "if os.fork() == 0:\n"
              "    os.setsid()\n"
              "    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
              "    open(sys.argv[1], \"w\").write(str(ptrace(0x4206, traced, None, None)))\n"  # PTRACE_SEIZE
              "    time.sleep(600)\n"
              "while not os.path.exists(sys.argv[1]) or not open(sys.argv[1]).read(): time.sleep(0.01)\n"
              "sys.exit(7)\n")

    def test_a_tracer_that_does_not_wait_does_not_hold_the_end_up(self):
        (self.path / "traced.py").write_text(self.TRACED)
        code, _, err = self.run_exec("--", PYTHON, "traced.py", "command")
        self.assertEqual((7, "0"), (code, (self.path / "command").read_text()), err)
        _, err = self.ok("--at-fixed", f"exec {PYTHON} traced.py fixed", "--", "sh", "-c",
                         "until test -s fixed; do sleep 0.01; done")
        self.assertEqual("0", (self.path / "fixed").read_text(), err)

    def test_signals_that_the_caller_ignores_have_no_effect(self):
        started = subprocess.Popen(["nohup", *self.words("--link", "quick", "--at-fixed", "touch begun; sleep 2; exec "
                                                         f"{PYTHON} -m http.server 8000", "--wait-port", "8000", "--",
                                                         "sh", "-c", "echo ran; sleep 1")],
                                   cwd=self.path, env=self.environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        while not (self.path / "begun").exists():
            time.sleep(0.01)
        started.send_signal(signal.SIGHUP)
        self.assertEqual("ran\n", started.stdout.readline())
        started.send_signal(signal.SIGHUP)
        _, err = started.communicate(timeout=60)
        self.assertEqual(0, started.returncode, err)

    def end_without_reading(self, started):
        deadline = time.monotonic() + 20
        while started.poll() is None and time.monotonic() < deadline:
            started.terminate()
            time.sleep(0.2)
        self.assertEqual(128 + signal.SIGTERM, started.returncode)

    def test_signals_end_a_run_whose_messages_nobody_reads(self):
        started = self.start("--at-fixed", "touch runs; yes", "--", "true")
        while not (self.path / "runs").exists():
            time.sleep(0.01)
        self.end_without_reading(started)  # COMMAND does not run: a message before it is not read
        started = self.start("--at-fixed", "until test -e go; do sleep 0.01; done; yes", "--", "sh", "-c",
                             "touch go; sleep 0.5; echo ended")
        self.assertEqual("ended\n", started.stdout.readline())
        self.end_without_reading(started)

    def test_a_forwarded_connection_gathers_nothing(self):
        server = subprocess.Popen([PYTHON, "-c", DRIP], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.wait)
        self.addCleanup(server.stdout.close)
        port = server.stdout.readline().strip()
        out, _ = self.ok("--expose", port, "--", PYTHON, "-c", LARGEST, "fixed", port)
        self.assertLess(int(out), 15)  # a round trip gathers the bytes of 100 ms without TCP_NODELAY

    # -------------------------------------------------------------------------------------- the end

    def start(self, *arguments, files=None):
        """`files`: the limit of open files."""
        link = [] if "--link" in arguments else ["--link", "quick"]
        limit = ["sh", "-c", f"ulimit -n {files}; exec \"$@\"", "sh"] if files else []
        started = subprocess.Popen([*limit, *self.words(*link, *arguments)], cwd=self.path,
                                   env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.stdin.close)
        self.addCleanup(started.stdout.close)
        self.addCleanup(started.stderr.close)
        return started

    def pids_of(self, program):
        """This test's processes of the program."""
        return [pid for pid, name in programs(self.mark).items() if name == program]

    def test_signals_are_forwarded(self):
        """Not with traps of bash, which itself loses an interrupt that arrives when its child has ended."""
        signals = ["USR1", "USR2", "HUP", "QUIT", "INT", "TERM"]
        script = ("import signal, sys\n"
                  "expected = {signal.Signals['SIG' + name] for name in sys.argv[1:]}\n"
                  "signal.pthread_sigmask(signal.SIG_BLOCK, expected)\n"
                  "print('ready', flush=True)\n"
                  "got = None\n"
                  "while got != signal.SIGTERM:\n"
                  "    got = signal.sigwait(expected)\n"
                  "    print(got.name, flush=True)\n"
                  "sys.exit(9)\n")
        started = self.start("--", PYTHON, "-c", script, *signals)
        self.assertEqual("ready\n", started.stdout.readline())
        for name in signals:
            started.send_signal(signal.Signals[f"SIG{name}"])
            self.assertEqual(f"SIG{name}\n", started.stdout.readline())
        out, err = started.communicate(timeout=60)
        self.assertEqual((9, ""), (started.returncode, out), err)

    def test_ctrl_c_of_the_terminal_reaches_the_command_once(self):
        script = ("import signal, sys, time\n"
                  "count = []\n"
                  "signal.signal(signal.SIGINT, lambda *_: count.append(1))\n"
                  "print('ready', flush=True)\n"
                  "while not count: time.sleep(0.01)\n"
                  "time.sleep(0.3)\n"
                  "print(len(count), sys.stdin.isatty())\n")
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.path)
            words = self.words("--link", "quick", "--nat", "--", PYTHON, "-c", script)
            os.execvpe(words[0], words, self.environment)
        shown = b""
        sent = False
        while True:
            try:
                shown += os.read(terminal, 1000)
            except OSError:  # the terminal's other end is closed
                break
            if b"ready" in shown and not sent:
                sent = os.write(terminal, b"\x03") == 1
        os.close(terminal)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown)
        self.assertIn(b"1 True", shown)
        self.assertIn(b"the link ran", shown)
        self.assertNotIn(b"slirp4netns has ended", shown)

    def test_the_terminal_reaches_a_command_that_has_left_its_group(self):
        """As under `ssh -t`: exec leads the session. Ctrl-C goes to its group, a hang-up to it alone."""
        for command in (("timeout", "30", "sleep", "30"), ("sleep", "30")):
            pid, terminal = pty.fork()
            if pid == 0:
                os.chdir(self.path)
                words = self.words("--link", "quick", "--", "sh", "-c", "echo ready $$.; exec \"$@\"", "sh", *command)
                os.execvpe(words[0], words, self.environment)
            shown = b""
            while not (ready := re.search(rb"ready (\d+)\.", shown)):
                shown += os.read(terminal, 1000)
            begun = time.monotonic()
            if command[0] == "timeout":
                self.assertTrue(within(5, lambda: os.getpgid(int(ready[1])) != os.getpgid(pid)))
                os.write(terminal, b"\x03")
                with contextlib.suppress(OSError):
                    while os.read(terminal, 1000):
                        pass
            os.close(terminal)
            os.waitpid(pid, 0)
            self.assertLess(time.monotonic() - begun, 15)

    def test_a_terminal_that_the_command_has_taken_gets_the_summary(self):
        """As under a shell with job control, in a terminal that stops who writes in the background (tostop)."""
        take = ("import os, signal; signal.signal(signal.SIGTTOU, signal.SIG_IGN); os.setpgid(0, 0); "
                "os.tcsetpgrp(0, os.getpgrp())")
        words = self.words("--link", "quick", "--", PYTHON, "-c", take)
        shell, terminal = pty.fork()
        if shell == 0:
            attributes = termios.tcgetattr(0)
            attributes[3] |= termios.TOSTOP
            termios.tcsetattr(0, termios.TCSANOW, attributes)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            os.chdir(self.path)
            job = os.fork()
            if job == 0:
                os.setpgid(0, 0)
                os.tcsetpgrp(0, os.getpgrp())
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                os.execvpe(words[0], words, self.environment)
            signal.alarm(30)
            os._exit(os.waitpid(job, os.WUNTRACED)[1] != 0)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal's other end is closed
            while more := os.read(terminal, 1000):
                shown += more
        os.close(terminal)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(shell, 0)[1]), shown)
        self.assertIn(b"the link ran", shown)

    def test_a_lost_link_ends_the_command(self):
        started = self.start("--", "sh", "-c", "echo ready; exec sleep 60")
        self.assertEqual("ready\n", started.stdout.readline())
        for pid in self.pids_of("seawindd"):
            os.kill(pid, signal.SIGKILL)
        _, err = started.communicate(timeout=60)
        self.assertEqual(125, started.returncode, err)
        self.assertIn("the link is lost: seawindd was ended by signal 9", err)

    def test_a_command_that_stays_without_a_link_is_killed(self):
        started = self.start("--", "sh", "-c", "trap '' TERM; echo ready; exec sleep 600")
        self.assertEqual("ready\n", started.stdout.readline())
        for pid in self.pids_of("seawindd"):
            os.kill(pid, signal.SIGKILL)
        _, err = started.communicate(timeout=60)
        self.assertEqual(125, started.returncode, err)

    def test_the_uplink_is_confined(self):
        self.only_if_split()
        started = self.start("--nat", "--", "sh", "-c", "echo ready; read line")
        self.assertEqual("ready\n", started.stdout.readline())
        [uplink] = self.pids_of("slirp4netns")
        status = dict(line.split(":\t") for line in
                      pathlib.Path(f"/proc/{uplink}/status").read_text().splitlines() if ":\t" in line)
        bind_low_ports = 1 << 10
        self.assertEqual(0, int(status["CapEff"], 16) & ~bind_low_ports)
        self.assertEqual("2", status["Seccomp"])  # a filter
        self.assertEqual(["etc", "run"], sorted(os.listdir(f"/proc/{uplink}/root")))
        started.terminate()
        started.communicate(timeout=60)

    def test_what_the_uplink_loses_is_counted(self):
        self.only_if_split()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
            server.bind((MACHINE, 0))
            server.settimeout(20)
            started = self.start(*QUIET[1:], "--nat", "--", PYTHON, "-c", BURSTS, MACHINE, server.getsockname()[1])
            _, peer = server.recvfrom(100)
            [uplink] = self.pids_of("slirp4netns")
            os.kill(uplink, signal.SIGSTOP)
            for _ in range(400):
                server.sendto(bytes(1400), peer)
            started.stdin.write("\n")
            started.stdin.flush()
            self.assertEqual("sent\n", started.stdout.readline())
            os.kill(uplink, signal.SIGCONT)
            out, err = started.communicate("\n", timeout=60)
        self.assertEqual(0, started.returncode, err)
        dropped = re.search(r"down .* dropped (\d+) send_buffer_full", err)  # by the link
        lost = 400 - int(out) - (int(dropped[1]) if dropped else 0)
        self.assertRegex(err, "NOT VALID: slirp4netns, beside the link, was too slow for "
                              fr"[1-9]\d+ packets from the fixed host and {lost} datagrams to it\n")

    def make_spare_interface(self, *more):
        """An interface of the machine, `spare`, to 192.0.2.0/24, and `more` of ip(8). Returns a caller of ip(8)."""
        self.only_if_split()
        if is_mapped_root():
            self.skipTest("only root can make interfaces")
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        ip("link", "add", "spare", "type", "veth", "peer", "name", "spare-end")
        self.addCleanup(ip, "link", "delete", "spare")
        for words in (["link", "set", "spare", "up"], ["link", "set", "spare-end", "up"],
                      ["address", "add", "192.0.2.1/24", "dev", "spare"], more):
            ip(*words)
        return ip

    def test_datagrams_that_wait_for_a_slow_way_out_are_delivered(self):
        self.make_spare_interface("neighbour", "add", "192.0.2.2", "lladdr", "02:00:00:00:00:09", "dev", "spare")
        subprocess.run("tc qdisc add dev spare root tbf rate 2mbit burst 5kb limit 1mb".split(), check=True)
        arrived = lambda: json.loads(subprocess.run(["ip", "-json", "-s", "link", "show", "dev", "spare-end"], check=True,
                                                    capture_output=True).stdout)[0]["stats64"]["rx"]["bytes"]
        before = arrived()
        send = ("import socket, time\n"
                "s = socket.socket(type=socket.SOCK_DGRAM)\n"
                "for _ in range(300): s.sendto(bytes(1400), ('192.0.2.2', 5000)); time.sleep(0.001)\n")
        done = subprocess.run(self.words("--link", "quick", *QUIET, "--nat", "--", PYTHON, "-c", send), cwd=self.path,
                              env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertGreaterEqual(arrived() - before, 300 * 1400)

    def test_a_way_out_that_goes_down_is_told(self):
        ip = self.make_spare_interface("route", "add", "default", "via", "192.0.2.2")
        for down in (False, True):
            started = self.start("--nat", "--", "sh", "-c", "echo ready; read line; true")
            self.assertEqual("ready\n", started.stdout.readline())
            if down:
                ip("link", "set", "spare-end", "down")
                ip("link", "set", "spare-end", "up")
            _, err = started.communicate("\n", timeout=60)
            self.assertEqual(down, "NOT VALID: beside the link, spare went down or up" in err, err)

    def test_the_fixed_host_knows_a_udp_connection_as_long_as_a_gateway_does(self):
        """And not for the kernel's own 30 and 120 s. The setting is read instead of waiting."""
        self.only_if_split()
        started = self.start("--nat", "--", "sh", "-c", "echo ready; read line")
        self.assertEqual("ready\n", started.stdout.readline())
        seen = {subprocess.run(["nsenter", "-t", str(pid), "-U", "--preserve-credentials", "-n", "cat",
                                "/proc/sys/net/netfilter/nf_conntrack_udp_timeout_stream"], capture_output=True, text=True).stdout
                for pid in self.pids_of("seawind-agent")}
        self.assertIn("300\n", seen)
        started.communicate("\n", timeout=60)

    def test_an_uplink_without_file_descriptors_is_told(self):
        self.only_if_split()
        many = ("import socket, sys\n"
                "for _ in range(250): socket.socket(type=socket.SOCK_DGRAM).sendto(b'?', (sys.argv[1], 9))\n"
                "print('sent', flush=True)\nsys.stdin.readline()\n")
        started = self.start("--nat", "--", PYTHON, "-c", many, MACHINE, files=200)
        self.assertEqual("sent\n", started.stdout.readline())
        _, err = started.communicate("\n", timeout=60)
        self.assertIn("NOT VALID: slirp4netns, beside the link, had no file descriptor left", err)

    def test_echo_requests_that_the_machine_does_not_permit_are_told(self):
        self.only_if_split()
        if is_mapped_root():
            self.skipTest("only root can permit them")
        setting = pathlib.Path("/proc/sys/net/ipv4/ping_group_range")
        self.addCleanup(setting.write_text, setting.read_text())
        for permitted, told in (("1 0", True), ("0 2147483647", False)):
            setting.write_text(permitted)
            done = subprocess.run(self.words("--link", "quick", "--nat", "--", "ping", "-c", "1", "-W", "2", MACHINE), cwd=self.path,
                                  env=self.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(told, "echo requests to others are answered as unreachable" in done.stderr, done.stderr)
            self.assertEqual(told, " 0 received" in done.stdout, done.stdout)

    def test_the_end_of_the_uplink_is_reported(self):
        self.only_if_split()
        started = self.start("--nat", "--", "sh", "-c", "echo ready; read line")
        self.assertEqual("ready\n", started.stdout.readline())
        for pid in self.pids_of("slirp4netns"):
            os.kill(pid, signal.SIGKILL)
        self.assertIn("this host 10.0.0.2", started.stderr.readline())
        self.assertIn("TCP is split at the fixed host", started.stderr.readline())
        while "slirp4netns has ended: only TCP leaves the fixed host" not in (line := started.stderr.readline()):
            self.assertNotEqual("", line)
        started.terminate()
        started.communicate(timeout=60)

    def test_the_end_of_an_agent_is_noticed_at_once(self):
        programs = self.path / "dying"
        programs.mkdir()
        self.addCleanup(shutil.rmtree, programs)
        for program in ("seawind", "seawindd"):
            shutil.copy(BIN / program, programs)
        (programs / "seawind-agent").write_text(
            f"#!{PYTHON}\nimport socket, sys\nserver = socket.socket(socket.AF_UNIX)\n"
            "server.bind(sys.argv[sys.argv.index('--socket') + 1])\nserver.listen()\nserver.accept()\nserver.close()\n")
        (programs / "seawind-agent").chmod(0o755)
        self.environment["SEAWIND_CONFIGS"] = str(self.path / "share/seawind/configs" if self.user else CONFIGS)
        done = subprocess.run([*self.user, programs / "seawind", "exec", "--link", "quick", "true"], cwd=self.path,
                              env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(125, done.returncode, done.stderr)
        self.assertNotIn("agents do not answer", done.stderr)  # that takes 30 s

    def test_a_kill_leaves_nothing(self):
        started = self.start("--nat", "--expose", self.port, "--", "sh", "-c", "echo ready; exec sleep 60")
        self.assertEqual("ready\n", started.stdout.readline())
        started.kill()
        started.wait()  # nothing_is_left() looks

    # What programs leave running: in another session, ignoring SIGTERM, as another user.
    LEAVERS = "setsid sleep 500 & (trap '' TERM; exec setsid sleep 501) & sleep 502 & "

    def test_programs_that_are_left_running_end_with_the_run(self):
        self.ok("--at-fixed", self.LEAVERS + "exec sleep 503", "--", "sh", "-c", self.LEAVERS + "true")
        self.assertEqual([], processes(self.mark))

    def test_a_program_whose_first_thread_has_ended_ends_with_the_run(self):
        script = ("import ctypes, os, threading, time\n"
                  "if os.fork() == 0:\n"
                  "    os.setsid()\n"
                  "    os.closerange(1, 3)\n"
                  "    threading.Thread(target=time.sleep, args=(500,)).start()\n"
                  f"    ctypes.CDLL(None).syscall({EXIT}, 0)\n"
                  "time.sleep(0.2)\n")
        self.ok("--", PYTHON, "-c", script)
        time.sleep(0.1)
        self.assertEqual([], [one for one in pathlib.Path("/proc").glob("[0-9]*/task/*/environ")
                              if self.mark.encode() in read_of_running(one)])

    def test_a_program_whose_first_thread_has_moved_ends_with_the_run(self):
        # To a network namespace of its own, for which an ordinary user first needs a user namespace.
        script = ("import ctypes, os, threading, time\n"
                  "unshare = ctypes.CDLL(None).unshare\n"
                  "if os.fork() == 0:\n"
                  "    os.setsid()\n"
                  "    os.closerange(1, 3)\n"
                  "    unshare(0x10000000)\n"
                  "    threading.Thread(target=time.sleep, args=(500,)).start()\n"
                  "    open('moved', 'w').write(str(unshare(0x40000000)))\n"
                  "time.sleep(0.3)\n")
        self.ok("--", PYTHON, "-c", script)
        self.assertEqual("0", (self.path / "moved").read_text())
        (self.path / "moved").unlink()
        self.assertEqual([], processes(self.mark))

    def test_a_small_stack_is_enough(self):
        limit = ["prlimit", "--stack=65536:65536", *self.words(*QUIET, "--link", "quick", "--", "true")]
        done = subprocess.run(limit, cwd=self.path, env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def kill_all(self):
        """Whatever they are: at the time of a look, one may be about to execute its program."""
        for pid in programs(self.mark):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def run_and_signal_helper(self, words, number, *arguments):
        """Sends a signal to a process of the run with these words while the command runs. Returns code and errors."""
        started = self.start(*arguments, "--", "sh", "-c",
                             "setsid sleep 500 > left 2>&1 & echo ready; read line")
        self.assertEqual("ready\n", started.stdout.readline())
        self.addCleanup(self.kill_all)
        [helper] = [pid for pid in self.pids_of(words[0])
                    if all(word.encode() in cmdline_of(pid) for word in words[1:])]
        os.kill(helper, number)
        err = started.communicate("\n", timeout=60)[1]
        return started.returncode, err

    def test_a_stopped_guard_does_its_work(self):
        code, err = self.run_and_signal_helper(["seawind", "exec-guard"], signal.SIGSTOP, *QUIET)
        self.assertEqual((0, ""), (code, err))
        self.assertEqual([], processes(self.mark))

    def test_a_guard_that_was_killed_is_reported(self):
        code, err = self.run_and_signal_helper(["seawind", "exec-guard"], signal.SIGKILL, *QUIET)
        self.assertEqual((0, "seawind: warning: programs of this run may be left running: their guard was ended by "
                             "signal 9 (Killed)\n"), (code, err))

    def test_nothing_is_signalled_by_numbers_of_another_pid_namespace(self):
        inside = ["unshare", "--user", "--map-root-user"] if self.user else ["unshare"]
        done = subprocess.run([*self.user, *inside, "--pid", "--fork", *self.words(
            "--link", "quick", *QUIET, "--at-fixed", "sleep 500", "--", "true")[len(self.user):]], cwd=self.path,
                              env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((0, "seawind: warning: programs of this run may be left running: their guard ended with "
                             "status 1: guard: /proc has the processes of another PID namespace\n"),
                         (done.returncode, done.stderr))

    def test_a_stopped_uplink_does_not_hold_the_end_up(self):
        self.only_if_split()
        code, err = self.run_and_signal_helper(["slirp4netns"], signal.SIGSTOP, "--nat")
        self.assertEqual(0, code, err)

    def test_a_kill_ends_all_programs(self):
        as_other = "" if self.user or is_mapped_root() else f"setpriv --reuid={NOBODY} --clear-groups "
        nested = self.words("--link", "quick", "--", "sh", "-c", "setsid sleep 503 & echo ready; exec sleep 504")
        started = self.start("--link", "quick", "--at-fixed", self.LEAVERS + "exec sleep 505", "--", "sh", "-c",
                             f'{self.LEAVERS} {as_other} sleep 506 & exec "$@"', "sh", *nested[len(self.user):])
        self.assertEqual("ready\n", started.stdout.readline())
        started.kill()
        started.wait()  # nothing_is_left() looks

    # ------------------------------------------------------------------------------------ recording

    def seawind(self, *arguments):
        done = subprocess.run([*self.user, BIN / "seawind", *map(str, arguments)], cwd=self.path,
                              env=self.environment, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def test_the_doctor_says_what_nat_lacks(self):
        if is_mapped_root():
            self.skipTest("only root can take it away")
        def found(path):
            done = subprocess.run(["env", f"PATH={path}", BIN / "seawind", "doctor", "--json"], env=self.environment,
                                  capture_output=True, text=True, timeout=60)
            checks = {one["check"]: one for one in json.loads(done.stdout)}
            return [checks[name]["advice"] for name in ("echo requests", "slirp4netns", "TUN device")]
        setting = pathlib.Path("/proc/sys/net/ipv4/ping_group_range")
        before = setting.read_text()
        self.addCleanup(setting.write_text, before)
        setting.write_text("0 0")
        self.assertEqual(["", "", ""], found(PATH))
        setting.write_text("1 0")
        device = pathlib.Path("/dev/net/tun")
        hidden = device.rename("/dev/net/hidden")
        self.addCleanup(hidden.rename, device)
        echo, uplink, tun = found("/none")
        self.assertIn("sysctl net.ipv4.ping_group_range='0 2147483647'", echo)
        self.assertIn("install slirp4netns", uplink)
        self.assertIn("modprobe tun", tun)

    def test_a_recording_is_a_campaign(self):
        self.fetch("--expose", self.port, "--limit", "lateness_p999=1s", "--limit", "lateness_max=10s", "--limit",
                   "cpu_steal=100%", "--record", "kept")
        self.assertIn("exec: 1 done, 0 failed, 0 pending; complete", self.seawind("status", "kept")[1])
        self.assertEqual(0, self.seawind("export", "kept", "--pcapng", "--csv")[0])
        self.assertEqual(0, self.seawind("export", "kept", "--pcapng", "--end", "mobile")[0])
        self.assertEqual(["quick,linux-default,exec-000-mobile.pcapng", "quick,linux-default,exec-000.pcapng"],
                         sorted(os.listdir(self.path / "kept/export/pcapng")))
        self.assertIn("--end requires --pcapng", self.seawind("export", "kept", "--csv", "--end", "mobile")[2])
        metrics = (self.path / "kept/export/csv/long.csv").read_text()
        self.assertRegex(metrics, ",downlink,packets_delivered,packets,[0-9]{2,}\n")
        for format, shown in (("xplot", "a TCP flow"), ("flent", "a TCP flow or a ping flow")):
            code, out, err = self.seawind("export", "kept", f"--{format}")
            self.assertEqual((2, ""), (code, out))
            self.assertIn(f"cannot export kept as --{format}: no repetition has {shown}", err)
            self.assertFalse((self.path / "kept/export" / format).exists())
        self.assertEqual(0, self.seawind("report", "kept")[0])
        self.assertIn("it is a recording", self.seawind("resume", "kept")[2])
        code, _, err = self.run_exec("--record", "kept", "true")
        self.assertEqual(2, code, err)
        self.assertIn("kept: there is one already; choose another directory with -o\n", err)
        self.assertNotIn("resume", err)

    def test_a_recording_that_the_command_moves_is_said_to_be_elsewhere(self):
        _, err = self.ok("--record", "there", *QUIET[1:], "--", "mv", "there", "elsewhere")
        self.assertIn("  recorded in there, which has been moved since\n", err)

    def test_a_recording_is_read_where_the_reader_may_not_write(self):
        self.ok("--record", "unwritable", *QUIET[1:], "--", "true")
        folder = self.path / "unwritable"
        if self.user or is_mapped_root():  # of whom root is not one
            folder.chmod(0o555)
            self.addCleanup(folder.chmod, 0o755)
            prefix = self.user or ["setpriv", "--reuid=0", "--bounding-set=-all", "--inh-caps=-all"]
        else:
            prefix = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', folder]
        for left in (False, True):
            if left:
                (folder / "campaign.db-wal").touch()  # as a reader of the owner leaves it
            done = subprocess.run([*prefix, BIN / "seawind", "report", folder, "--json"], env=self.environment,
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertIn('"campaign": "exec"', done.stdout)

    def test_a_root_that_is_no_mount_point_is_named(self):
        root = self.path / "root"
        root.mkdir()
        script = ('for one in /*; do if [ -L "$one" ]; then cp -P "$one" "$0"; elif [ -d "$one" ]; then mkdir "$0$one" && '
                  'mount --rbind "$one" "$0$one"; fi; done; exec chroot "$0" "$@"')
        as_root = ["--map-root-user"] if self.user or is_mapped_root() else []
        done = subprocess.run(["unshare", *as_root, "--mount", "sh", "-c", script, root, BIN / "seawind", "exec",
                               "--link", "lte", "--", "true"], env=self.environment, capture_output=True, text=True,
                              timeout=60, cwd="/")
        self.assertEqual((125, True), (done.returncode, "the root directory is not a mount point" in done.stderr), done)

    def test_a_recording_that_is_not_valid_is_exported_with_a_mark(self):
        self.run_exec("--limit", "lateness_max=1us", "--record", "late", "ping", "-q", "-c", "5", "-i", "0.2",
                      "10.0.0.1")
        code, out, err = self.seawind("export", "late", "--pcapng", "--mahimahi-log")
        self.assertEqual(0, code, err)
        self.assertRegex(err, r"warning: quick/linux-default/exec repetition 0 is NOT VALID \(invalid: .* \(limit 1us\).*\); its "
                              "numbers do not count\n")
        self.assertEqual(3, len(out.splitlines()))
        for file in out.splitlines():
            self.assertIn(b"NOT VALID (invalid: ", (self.path / file).read_bytes())
        code, _, err = self.seawind("export", "late", "--csv")
        self.assertEqual(2, code)
        self.assertIn("cannot export late as --csv: no repetition is valid", err)

    def test_a_recording_that_was_killed_is_not_still_to_run(self):
        with subprocess.Popen([*self.user, BIN / "seawind", "exec", "--link", "quick", "--record", "killed", "--", "cat"],
                              cwd=self.path, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            run.stdin.write(b"x\n")
            run.stdin.flush()
            self.assertEqual(b"x\n", run.stdout.readline())  # the command runs
            run.kill()
            run.stdin.close()
            run.wait()
        self.assertIn("; ended without a result; a recording is not run again", self.seawind("status", "killed")[1])
        self.assertIn("0 of 1 repetitions valid, 1 without a result", self.seawind("report", "killed")[1])
        self.assertIn("the recording has no result: it still runs, or was cut off", self.seawind("export", "killed", "--pcapng")[2])

    def test_a_command_that_cannot_run_is_recorded_as_failed(self):
        self.run_exec("--record", "failed", "no-such-program")
        self.assertIn("0 done, 1 failed", self.seawind("status", "failed")[1])

    def test_the_summary_has_the_queueing_delay_beside_what_the_buffers_allow(self):
        _, err = self.ok("--router", "codel", "--", "ping", "-q", "-c", "2", "-i", "0.2", "10.0.0.1")
        waits = re.findall(r"queueing delay: median ([0-9.]+) ms, largest ([0-9.]+) ms \(([^)]*)\)\n", err)
        self.assertEqual(["1001pkt of 1500B at 20Mbit/s: 601 ms", "1pkt of 1500B and 100000B at 20Mbit/s: 40.6 ms"],
                         sorted(buffers for _, _, buffers in waits), err)
        for median, largest, _ in waits:  # an idle link
            self.assertLessEqual(float(median), float(largest))
            self.assertLess(float(largest), 1)

    def test_packets_that_are_lost_before_the_link_are_told(self):
        _, _, err = self.run_exec("--", "sh", "-c", "ip link set mobile mtu 9000 && ping -q -c 2 -M do -s 5000 -W 1 10.0.0.1")
        if self.split and "Operation not permitted" in err:
            return  # an ordinary user may not change interfaces
        self.assertRegex(err, r"timing NOT VALID: .*packets dropped by an interface of the link: \d+ \(is its MTU smaller")

    # ----------------------------------------------------------------------------------- wrong input

    def test_the_words_of_the_command_are_taken_as_they_are(self):
        for words in (["--", PYTHON, "-c", SHOW, "[a,b]", "", "--", "-q"], [PYTHON, "-c", SHOW, "[a,b]", "", "--", "-q"]):
            self.assertEqual("['[a,b]', '', '--', '-q']\n", self.ok("-q", *words)[0])

    def test_mistakes_are_named(self):
        for words, said in [
                (["--link", "quik", "true"], "--link: error: there is no file for `quik`"),
                (["--link", "quick", "--tcp", "none", "true"], "--tcp: error: there is no file for `none`"),
                (["--link", "quick", "--router", "x", "true"], "--router: error: there is no file for `x`"),
                (["--link", "quick", "--expose", "70000", "true"], "--expose: Value 70000 not in range"),
                (["--link", "quick", "--limit", "lateness_max", "true"], "`lateness_max` is not KEY=VALUE"),
                (["--link", "quick", "--limit", "lateness_max=1", "true"], "--limit:1:15: error:"),
                (["--link", "quick", "--configs", "/none", "true"], "--configs: Directory does not exist: /none"),
                (["--link", "quick", "--seed", "-1", "true"], "--seed: `-1` is not a whole number from 0"),
                (["--link", "quick", "--seed", "9" * 25, "true"], "is not a whole number from 0"),
                (["--link", "quick"], "a command is required after `--`"),
                (["--link", "quick", "--expose", "80", "--expose", "80", "true"], "--expose: a port is given twice"),
                (["--link", "quick", "--record", "", "true"], "--record: the name is empty"),
                (["ping", "-c", "1", "192.0.2.9"], "--link is required"),
                (["ping", "--link", "quick"], "--link is required"),
                (["--link", "quick", "--lnk", "true"], "--lnk"),
                (["--link", "quick", "--wait-port", "80", "true"], "--wait-port requires --at-fixed"),
                (["true"], "--link is required")]:
            done = subprocess.run(self.words(*words), cwd=self.path, env=self.environment,
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual((2, True), (done.returncode, said in done.stderr), done.stderr)


class ExecAsOrdinaryUser(Exec):
    """With copies of the programs, because the build's folder may be closed to other users."""

    @classmethod
    def setUpClass(cls):
        global BIN
        super().setUpClass()
        cls.built = BIN
        BIN = cls.path / "bin"
        BIN.mkdir()
        for program in PROGRAMS:
            shutil.copy(cls.built / program, BIN)
        shutil.copytree(CONFIGS, cls.path / "share/seawind/configs")
        cls.user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        if is_mapped_root():
            cls.user = ["unshare", "--map-user=1000", "--map-group=1000"]

    # Seconds, the same for every user.
    test_a_port_of_the_fixed_host_that_nobody_opens_is_named = None
    test_the_doctor_says_what_nat_lacks = None

    def setUp(self):
        super().setUp()
        del self.environment["SEAWIND_CONFIGS"]

    def test_too_few_threads_are_an_error_and_no_wait(self):
        """gRPC would wait for ever for those that it cannot start; the time-out is what this is about."""
        if is_mapped_root():
            return self.skipTest("a limit counts the processes of the user, who has others")
        for processes in range(20, 52, 4):
            # Each part of a start gives up after 20 s, and processes of other tests count, too.
            done = subprocess.run([*self.user, "prlimit", f"--nproc={processes}", BIN / "seawind", "exec", "-q", "--link",
                                   "quick", "--", "true"], env=self.environment, capture_output=True, text=True,
                                  timeout=90, cwd=self.path)
            self.assertEqual((125, True), (done.returncode, done.stderr.startswith("seawind: ")), (processes, done))

    def test_a_command_that_takes_all_processes_ends_the_run(self):
        """gRPC waits for ever at its end too, for threads that it cannot start; the time-out is what this is about."""
        if is_mapped_root():
            return self.skipTest("a limit counts the processes of the user, who has others")
        fill = "import os, time\ntry:\n  while True:\n    if os.fork() == 0: time.sleep(100)\nexcept OSError: pass\n"
        for most in (60, 80, 100):
            # Those of the round before, and of other tests, can be too many for the start of a part, which gives up after 20 s.
            within(10, lambda: not of_user(65534))
            done = subprocess.run([*self.user, "prlimit", f"--nproc={most}", BIN / "seawind", "exec", "-q", "--link",
                                   "quick", "--", PYTHON, "-c", fill], env=self.environment, capture_output=True, text=True,
                                  timeout=90, cwd=self.path)
            self.assertIn(done.returncode, (0, 125, 126), (most, done))

    @classmethod
    def tearDownClass(cls):
        global BIN
        BIN = cls.built
        super().tearDownClass()


def read_of_running(file):
    try:
        return file.read_bytes()
    except OSError:  # ended
        return b""


def cmdline_of(pid):
    return read_of_running(pathlib.Path(f"/proc/{pid}/cmdline")).split(b"\0")


def of_user(number):
    """The processes of a user, zombies as well."""
    return [entry for entry in pathlib.Path("/proc").iterdir()
            if entry.name.isdigit() and f"\nUid:\t{number}\t".encode() in read_of_running(entry / "status")]


def is_mapped_root():
    """Whether the tests were started by an ordinary user."""
    return pathlib.Path("/proc/self/uid_map").read_text().split()[2] == "1"


def in_own_namespaces():
    """The machine of the tests: loopback with a second address, and a TUN device for every user."""
    steps = [["ip", "link", "set", "lo", "up"], ["ip", "address", "add", f"{MACHINE}/32", "dev", "lo"]]
    if not is_mapped_root():
        steps += [["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/dev/net"],
                  ["mknod", "-m", "666", "/dev/net/tun", "c", "10", "200"]]
    for words in steps:
        subprocess.run(words, check=True)


if __name__ == "__main__":
    if os.environ.get("SEAWIND_TEST_INSIDE") is None:
        os.environ["SEAWIND_TEST_INSIDE"] = "1"
        root = [] if os.geteuid() == 0 else ["--map-root-user"]
        os.execvp("unshare", ["unshare", "--net", "--mount", *root, sys.executable, "-B", *sys.argv])
    in_own_namespaces()
    unittest.main(verbosity=2)
