#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""TCP connections of `seawind exec` to the network behind the fixed host have the ends that the network gives them,
as root and as an ordinary user."""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

from exec_split_support import (BLACK_HOLE, CLIENT, CLOSED, DSCP, ECHO, GREET, NO_NETWORK, NO_ROUTE,
                                NOBODY, PROHIBITED, RESET, SERVER, UNREACHABLE, WATCH, Network, resolve_at_the_server)
from exec_test import (CONFIGS, LINK, NOBODY as NOBODY_ID, ONE_WAY, PATH, PROGRAMS, PYTHON, in_own_namespaces,
                       is_mapped_root)

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
LATE = 0.5  # s, of a loaded machine
ANY_TIMING = ["--limit", "lateness_p999=1s", "--limit", "lateness_max=10s", "--limit", "cpu_steal=100%"]


class Split(unittest.TestCase):
    user = []  # words before the command

    @classmethod
    def setUpClass(cls):
        cls.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.path)
        cls.path.chmod(0o777)
        (cls.path / "profiles").mkdir()
        (cls.path / "profiles/quick.yaml").write_text(f"downlink: {LINK}\nuplink: {LINK}\n")
        cls.programs = cls.path / "share/bin"  # the build's folder may be closed to other users
        cls.programs.mkdir(parents=True)
        for program in PROGRAMS:
            shutil.copy(BIN / program, cls.programs)

    def words(self, *arguments):
        return [str(self.programs / "seawind"), "exec", "--configs", str(CONFIGS), *map(str, arguments)]

    def run_client(self, *options, script, arguments=(), link="quick", **keywords):
        """Runs a client; what it shows, and what seawind prints."""
        environment = {**os.environ, "PATH": PATH}
        environment.pop("XDG_RUNTIME_DIR", None)
        words = self.words("--link", self.path / f"profiles/{link}.yaml", *ANY_TIMING, *options, "--", PYTHON, "-c",
                           CLIENT + script, *map(str, arguments))
        done = subprocess.run([*self.user, *words], cwd=self.path, env=environment, capture_output=True, text=True,
                              timeout=120, **keywords)
        self.assertEqual(0, done.returncode, done.stderr)
        return json.loads(done.stdout), done.stderr

    def outcomes(self, *options, targets):
        """The results of connect(), all at the same time."""
        shown, _ = self.run_client(*options, script="""
from concurrent.futures import ThreadPoolExecutor
targets = json.load(sys.stdin)
with ThreadPoolExecutor(len(targets)) as pool:
    show([end[1:] for end in pool.map(lambda target: attempt(*target), targets)])
""", input=json.dumps(targets))
        return shown

    def test_the_callers_mounts_stay(self):
        show = "cut -d ' ' -f 5 /proc/self/mountinfo"
        keep = ["unshare", "--mount", "--propagation", "private", "sh", "-c",
                f'mount --make-rshared / && {show} > before && "$@" && {show} > after', "keep", *self.user]
        split = [] if self.user else ["--expose", "53"]  # else end to end
        words = self.words("--link", "profiles/quick.yaml", *ANY_TIMING, "--nat", *split, "--", "true")
        done = subprocess.run([*keep, *words], cwd=self.path, env={**os.environ, "PATH": PATH}, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("split", done.stderr)
        before, after = ((self.path / name).read_text().split() for name in ("before", "after"))
        self.assertGreater(len(before), 5)
        self.assertEqual(before, after)

    # ----------------------------------------------------------------------------- the beginning

    def test_connect_has_the_result_that_the_network_gives(self):
        accepted, refused, exposed, unreachable, prohibited, no_network, silent, nobody = self.outcomes(
            "--nat", "--expose", CLOSED, targets=[
                [SERVER, ECHO], [SERVER, CLOSED], ["10.0.0.1", CLOSED], [UNREACHABLE, 80], [PROHIBITED, 80],
                [NO_NETWORK, 80], [BLACK_HOLE, 80, 3], [NOBODY, 80, 10]])
        for (what, seconds), expected in [
                (accepted, "accepted"), (refused, "ECONNREFUSED"), (exposed, "ECONNREFUSED"),
                (unreachable, "EHOSTUNREACH"), (prohibited, "EHOSTUNREACH"), (no_network, "ENETUNREACH")]:
            self.assertEqual(expected, what)
            self.assertGreaterEqual(seconds, 2 * ONE_WAY)
            self.assertLess(seconds, 2 * ONE_WAY + LATE)
        self.assertEqual("pending", silent[0])
        self.assertEqual("EHOSTUNREACH", nobody[0])  # once ARP has failed

    def test_connect_takes_the_round_trips_of_all_links(self):
        inner = ("import subprocess, sys\n"
                 "sys.exit(subprocess.run(json.load(sys.stdin)).returncode)\n")
        script = CLIENT + "show([attempt(sys.argv[1], int(port))[1:] for port in sys.argv[2:]])\n"
        words = self.words("-q", "--link", self.path / "profiles/quick.yaml", "--", PYTHON, "-c", script, SERVER, ECHO,
                           CLOSED)
        shown, _ = self.run_client("--nat", script=inner, input=json.dumps(words))
        self.assertEqual(["accepted", "ECONNREFUSED"], [what for what, _ in shown])
        for _, seconds in shown:
            self.assertGreaterEqual(seconds, 4 * ONE_WAY)
            self.assertLess(seconds, 4 * ONE_WAY + LATE)

    def test_the_link_limits_a_download_from_a_distant_server(self):
        """Not the receive window towards the server, a round trip of 0.1 s behind the link."""
        inner = ("import subprocess, sys\n"
                 "sys.exit(subprocess.run(json.load(sys.stdin)).returncode)\n")
        script = CLIENT + """
peer, what, _ = attempt(sys.argv[1], int(sys.argv[2]))
peer.settimeout(20)
size = 3000000
peer.sendall(b"x" * size)
peer.shutdown(socket.SHUT_WR)
peer.recv(1)
begun = time.monotonic()
show([what, len(rest(peer)) + 1 == size, time.monotonic() - begun])
"""
        words = self.words("-q", "--link", self.path / "profiles/quick.yaml", *ANY_TIMING, "--", PYTHON, "-c", script,
                           SERVER, ECHO)
        (what, whole, seconds), _ = self.run_client("--nat", script=inner, input=json.dumps(words))
        self.assertEqual(["accepted", True], [what, whole])
        self.assertLess(seconds, 2.8)  # 1.2 s of serialization at 20 Mbit/s

    def test_the_dscp_of_the_syn_is_carried_on(self):
        shown, _ = self.run_client("--nat", script="""
def dscp(value):
    with socket.socket() as peer:
        peer.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, value << 2)
        peer.connect((sys.argv[1], int(sys.argv[2])))
        return int(rest(peer))
show([dscp(0), dscp(46)])
""", arguments=[SERVER, DSCP])
        self.assertEqual([0, 46], shown)

    def test_what_the_link_says_of_a_packet_reaches_its_connection(self):
        """"Fragmentation needed", without which the server's data would be repeated in vain."""
        hole = "stages: [{mtu_black_hole: {size: 1280B, answer: icmp}}]"
        (self.path / "profiles/small.yaml").write_text(f"downlink: {LINK[:-1]}, {hole}}}\nuplink: {LINK}\n")
        shown, err = self.run_client("--nat", link="small", script="""
peer, what, _ = attempt(sys.argv[1], int(sys.argv[2]))
peer.settimeout(20)
peer.sendall(b"x" * 20000)
peer.shutdown(socket.SHUT_WR)
show([what, len(rest(peer))])
""", arguments=[SERVER, ECHO])
        self.assertEqual(["accepted", 20000], shown)
        self.assertRegex(err, r"dropped \d+ mtu")

    def test_many_connections_at_once(self):
        shown, _ = self.run_client("--nat", script="""
peers = {}
begun = time.monotonic()
for i in range(300):
    peer = socket.socket()
    peer.setblocking(False)
    peer.connect_ex((sys.argv[1], int(sys.argv[2])))
    peers[peer] = f"client {i}"
waiting = set(peers)
while waiting:
    for peer in select.select([], waiting, [], 10)[1]:
        assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
        waiting.remove(peer)
connected = time.monotonic() - begun
answers = 0
for peer, text in peers.items():
    peer.setblocking(True)
    peer.sendall(text.encode())
    peer.shutdown(socket.SHUT_WR)
for peer, text in peers.items():
    answers += rest(peer) == text.upper()
show([connected, answers])
""", arguments=[SERVER, ECHO])
        self.assertEqual(300, shown[1])
        self.assertLess(shown[0], 10)

    def test_answers_that_the_link_loses_are_repeated(self):
        lossy = LINK.replace("}", ", error_probability: 0.1}")
        (self.path / "profiles/lossy.yaml").write_text(f"downlink: {lossy}\nuplink: {lossy}\n")
        shown, err = self.run_client("--nat", link="lossy", script="""
from concurrent.futures import ThreadPoolExecutor
def echo(i):
    peer, what, seconds = attempt(sys.argv[1], int(sys.argv[2]), 60)
    peer.settimeout(60)
    peer.sendall(b"x")
    peer.shutdown(socket.SHUT_WR)
    return rest(peer), seconds
with ThreadPoolExecutor(50) as pool:
    ends = list(pool.map(echo, range(50)))
show([sum(text == "X" for text, _ in ends), max(seconds for _, seconds in ends)])
""", arguments=[SERVER, ECHO])
        self.assertEqual(50, shown[0], err)
        self.assertGreater(shown[1], 1)  # some SYN was repeated

    def test_a_port_of_the_client_serves_two_destinations_and_again(self):
        shown, _ = self.run_client("--nat", "--expose", CLOSED, script="""
def from_port(own, address, port):
    peer = socket.socket()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    peer.bind((sys.argv[3], own))
    while True:
        try:
            peer.connect((address, port))
            return peer
        except OSError as error:  # until the FIN of the connection before is acknowledged
            assert error.errno == errno.EADDRNOTAVAIL
server, port = sys.argv[1], int(sys.argv[2])
both = [from_port(5555, server, port), from_port(5555, server, port + 1)]  # ECHO and GREET
both[0].sendall(b"echo")
both[0].shutdown(socket.SHUT_WR)
both[1].shutdown(socket.SHUT_WR)
texts = [rest(peer) for peer in both]
for peer in both:
    peer.close()
for i in range(10):  # the server ends first, so that the fixed host keeps the connection in TIME_WAIT
    peer = from_port(5556, server, port + 1)
    assert rest(peer) == "first"
    peer.close()
for i in range(2):  # the server resets
    peer = from_port(5557, server, port + 2)
    peer.sendall(b"x")
    texts.append([read(peer, 4), read(peer)])
    peer.close()
show(texts)
""", arguments=[SERVER, ECHO, "10.0.0.2"])
        self.assertEqual(["ECHO", "first", ["data", "ECONNRESET"], ["data", "ECONNRESET"]], shown)
        self.assertEqual(["greeted"] * 11, [self.network.line() for _ in range(11)])

    # ----------------------------------------------------------------------------------- the end

    def test_ends_and_resets_pass_in_both_directions(self):
        shown, _ = self.run_client("--nat", script="""
server, echo, greet, reset, watch = sys.argv[1], *map(int, sys.argv[2:])
ends = []
peer = attempt(server, echo)[0]      # the client ends its side first
peer.sendall(b"question")
peer.shutdown(socket.SHUT_WR)
ends.append(rest(peer))
peer = attempt(server, greet)[0]     # the server does
ends.append(rest(peer))
peer.sendall(b"later")
peer.close()
peer = attempt(server, reset)[0]     # the server resets
ends.append(read(peer))
peer.sendall(b"x")
ends.append(read(peer))
peer = attempt(server, watch)[0]     # the client resets
peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
peer.close()
show(ends)
""", arguments=[SERVER, ECHO, GREET, RESET, WATCH])
        self.assertEqual(["QUESTION", "first", "data", "ECONNRESET"], shown)
        self.assertEqual(["greeted later", "watched ConnectionResetError"],
                         [self.network.line(), self.network.line()])


class SplitAsOrdinaryUser(Split):
    """Root's TCP is end to end, so that only semantics are common to both."""
    user = (["unshare", "--map-user=1000", "--map-group=1000"] if is_mapped_root() else
            ["setpriv", f"--reuid={NOBODY_ID}", f"--regid={NOBODY_ID}", "--clear-groups"])

    def test_a_run_whose_forwarder_was_stopped_does_not_count(self):
        stop = """
import os, signal, threading
os.kill(os.getppid(), signal.SIGSTOP)
threading.Timer(0.8, os.kill, (os.getppid(), signal.SIGCONT)).start()
"""
        connect = "peer, _, _ = attempt(sys.argv[1], int(sys.argv[2]))\n"
        for script in (connect + stop + "time.sleep(0.8)\n", stop + connect):
            _, err = self.run_client("--nat", script=script + "peer.close()\nshow(None)\n", arguments=[SERVER, ECHO])
            self.assertRegex(err, r"NOT VALID: beside the link, split connections stood still for 0\.[5-9] s: seawind was stopped")

    def test_every_one_of_many_failures_is_told(self):
        for end in self.outcomes("--nat", targets=[[NO_ROUTE, 1 + i] for i in range(100)]):
            self.assertEqual("EHOSTUNREACH", end[0])
            self.assertLess(end[1], 1)  # before the SYN is repeated

    def test_a_name_server_is_reached_by_tcp(self):
        shown, _ = self.run_client("--nat", script="""
server = [line.split()[1] for line in open("/etc/resolv.conf") if line.startswith("nameserver")]
peer, what, _ = attempt(server[0], 53)
_, other, _ = attempt(server[0], int(sys.argv[1]))
show([server, what, rest(peer), other])
""", arguments=[ECHO])
        # It may be on this machine's loopback interface, whose other services are not meant.
        self.assertEqual([["10.0.1.3"], "accepted", "the name server", "pending"], shown)

    def test_a_client_that_is_gone_resets_what_was_connected_for_it(self):
        # The outer link delays the network's answer until the client has left.
        inner = ("import subprocess, sys\n"
                 "sys.exit(subprocess.run(json.load(sys.stdin)).returncode)\n")
        script = CLIENT + """
peer, what, _ = attempt(sys.argv[1], int(sys.argv[2]), 0.15)
peer.close()
show([what, attempt(sys.argv[1], int(sys.argv[3]))[1]])
"""
        words = self.words("-q", "--link", self.path / "profiles/quick.yaml", "--", PYTHON, "-c", script, SERVER, WATCH,
                           CLOSED)
        shown, _ = self.run_client("--nat", script=inner, input=json.dumps(words))
        self.assertEqual(["pending", "ECONNREFUSED"], shown)
        self.assertEqual("watched ConnectionResetError", self.network.line())

    def test_the_summary_and_the_recording_have_the_number_of_connections(self):
        script = "show([attempt(sys.argv[1], int(port))[1] for port in sys.argv[2:]])"
        arguments = [SERVER, ECHO, ECHO, CLOSED]
        _, err = self.run_client("--nat", "--record", "kept", script=script, arguments=arguments)
        self.assertIn("  2 TCP connections were split at the fixed host\n", err)
        subprocess.run([*self.user, self.programs / "seawind", "export", "kept", "--csv"], cwd=self.path, check=True,
                       capture_output=True)
        self.assertIn(",split_connections,1,2\n", (self.path / "kept/export/csv/long.csv").read_text())
        _, err = self.run_client("-q", "--nat", script=script, arguments=arguments)
        self.assertEqual("", err)

    def test_without_descriptors_syns_wait_and_are_counted(self):
        def few_descriptors():
            resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))

        (connected, finished, load), err = self.run_client("-q", "--nat", script="""
import os
def time_of_seawind():
    with open(f"/proc/{os.getppid()}/stat") as file:
        name, fields = file.read().rsplit(")", 1)
    assert name.endswith("(seawind")
    return sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")
waiting = set()
for i in range(60):
    peer = socket.socket()
    peer.setblocking(False)
    peer.connect_ex((sys.argv[1], int(sys.argv[2])))
    waiting.add(peer)
def connected_until(end):
    while waiting and (left := end - time.monotonic()) > 0:
        for peer in select.select([], waiting, [], left)[1]:
            assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
            waiting.remove(peer)
            yield peer
before = time_of_seawind()
first = list(connected_until(time.monotonic() + 2.5))
load = time_of_seawind() - before
finished = 0
def finish(peer):
    peer.setblocking(True)
    peer.sendall(b"x")
    peer.shutdown(socket.SHUT_WR)
    assert rest(peer) == "X"
    peer.close()
    return 1
finished += sum(map(finish, first))
finished += sum(map(finish, connected_until(time.monotonic() + 60)))
show([len(first), finished, load])
""", arguments=[SERVER, ECHO], preexec_fn=few_descriptors)
        self.assertGreater(connected, 5)
        self.assertLess(connected, 60)
        self.assertEqual(60, finished)
        self.assertLess(load, 1)  # of 2.5 s
        self.assertRegex(err, "seawind: warning: [0-9]+ SYNs were left unanswered at the fixed host: ")


if __name__ == "__main__":
    if os.environ.get("SEAWIND_TEST_INSIDE") is None:
        os.environ["SEAWIND_TEST_INSIDE"] = "1"
        root = [] if os.geteuid() == 0 else ["--map-root-user"]
        os.execvp("unshare", ["unshare", "--net", "--mount", *root, sys.executable, "-B", *sys.argv])
    in_own_namespaces()
    with tempfile.TemporaryDirectory(prefix="seawind-test-") as folder:
        os.chmod(folder, 0o755)
        resolve_at_the_server(folder)
        Split.network = Network()
        try:
            unittest.main(verbosity=2)
        finally:
            Split.network.close()
            subprocess.run(["umount", "/etc/resolv.conf"], check=True)
