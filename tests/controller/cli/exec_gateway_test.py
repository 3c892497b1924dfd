#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind exec --nat and --expose as root: TCP end to end, and a machine that is afterwards as before. Runs itself in
a network namespace of its own, the machine, between two other namespaces: `server` and `neighbour`."""
import contextlib
import ctypes
import ipaddress
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

import exec_support
from machine import within
from exec_support import CONNECT, DNS, ECHO, INFO, processes, serve_web

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"
PYTHON = "/usr/bin/python3"
LINK = "{rate_base: 20Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 100kB}"
ROUND_TRIP = 0.1  # s, of the link
SERVER = "198.51.100.2"
MACHINE = "198.51.100.1"  # towards the server
SILENT = "198.51.100.9"  # nothing answers
RESOLVER = "127.0.0.53"
NOTHING = "import signal; signal.pause()"
# Repeats what each of its clients sends.
ECHO_ALL = """
import contextlib, socket, sys, threading
with socket.create_server((sys.argv[1], 0)) as server:
    print(server.getsockname()[1], flush=True)
    def answer(peer):
        with peer, contextlib.suppress(OSError):
            while data := peer.recv(100):
                peer.sendall(data)
    while True:
        threading.Thread(target=answer, args=[server.accept()[0]], daemon=True).start()
"""
# Answers 3 s after the end of the question.
LATE_ANSWER = """
import socket, sys, time
with socket.create_server((sys.argv[1], 0)) as server:
    print(server.getsockname()[1], flush=True)
    peer, _ = server.accept()
    peer.recv(1)
    time.sleep(3)
    peer.sendall(b"late")
"""
ASK = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as own:
    own.shutdown(socket.SHUT_WR)
    print(own.recv(4).decode(), end="")
"""
# What `nft reset rules` of later versions sends, for all tables.
RESET_RULES = """
import socket, struct
with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12) as own:
    own.send(struct.pack("IHHIIBBH", 20, 10 << 8 | 25, 0x301, 1, 0, 0, 0, 0))
    while struct.unpack_from("IH", own.recv(65536))[1] != 3:
        pass
"""
# Attaches a program that drops all to the interface sys.argv[1] by netlink, and takes it away.
DROP_BY_XDP = """
import ctypes, os, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
program = ctypes.create_string_buffer(bytes([0xb7, 0, 0, 0, 1, 0, 0, 0, 0x95]) + bytes(7))  # XDP_DROP; exit
license = ctypes.create_string_buffer(b"GPL")
load = ctypes.create_string_buffer(struct.pack("IIQQ", 6, 2, ctypes.addressof(program), ctypes.addressof(license)) + bytes(104))
number = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
descriptor = libc.syscall(number, 5, load, len(load) - 1)
assert descriptor >= 0, os.strerror(ctypes.get_errno())
for value in descriptor, -1:
    xdp = struct.pack("HHi", 8, 1, value) + struct.pack("HHI", 8, 3, 2)  # IFLA_XDP_FD, IFLA_XDP_FLAGS: SKB_MODE
    body = struct.pack("BBHiII", 0, 0, 0, socket.if_nametoindex(sys.argv[1]), 0, 0) + struct.pack("HH", 4 + len(xdp), 43 | 0x8000) + xdp
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as own:
        own.send(struct.pack("IHHII", 16 + len(body), 19, 5, 1, 0) + body)
        assert struct.unpack_from("i", own.recv(8192), 16) == (0,)
"""
# Sends 2 MB to each of its clients, and takes as much.
SEND_MUCH = """
import socket, sys
with socket.create_server((sys.argv[1], 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        with server.accept()[0] as peer:
            peer.sendall(bytes(2_000_000))
            left = 2_000_000
            while left:
                left -= len(peer.recv(left))
"""
TAKE_MUCH = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as own:
    left = 2_000_000
    while left:
        left -= len(own.recv(left))
    own.sendall(bytes(2_000_000))
"""
# Tells each of its clients its port.
TELL_PORT = """
import socket, sys
with socket.create_server((sys.argv[1], 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        peer, address = server.accept()
        peer.sendall(str(address[1]).encode())
        peer.close()
"""
COMPARE_PORTS = """
import socket, sys
for port in [0] * 20 + [40000]:
    with socket.create_connection((sys.argv[1], int(sys.argv[2])), source_address=("", port)) as own:
        print(own.getsockname()[1], own.recv(10).decode())
"""
# From the port sys.argv[1].
TAKE = """
import socket, sys
with socket.create_connection((sys.argv[2], int(sys.argv[3])), source_address=("", int(sys.argv[1]))) as own:
    own.sendall(b"hello")
    assert own.recv(5) == b"hello"
"""
# From the port sys.argv[3]: prints an answer after each line of input, or what became of the connection.
TALK = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2])), source_address=("", int(sys.argv[3]))) as own:
    for line in sys.stdin:
        try:
            own.sendall(b"?")
            print(own.recv(1).decode(), flush=True)
        except OSError as error:
            print(type(error).__name__, flush=True)
"""
# A question by UDP, and after its answer and a line of input another one.
ASK_AGAIN = """
import socket, sys
own = socket.socket(type=socket.SOCK_DGRAM)
own.sendto(b"?", (sys.argv[1], int(sys.argv[2])))
own.recv(10)
print("asked", flush=True)
sys.stdin.readline()
own.sendto(b"?", (sys.argv[1], int(sys.argv[2])))
"""
# One question, whose answers ANSWER_ON goes on to send.
ASK_ONCE = """
import socket, sys
own = socket.socket(type=socket.SOCK_DGRAM)
own.sendto(b"?", (sys.argv[1], int(sys.argv[2])))
own.recv(10)
print("asked", flush=True)
sys.stdin.readline()
own.settimeout(0.3)
try:
    for _ in range(10):
        own.recv(10)
except TimeoutError:
    pass
"""
ANSWER_ON = """
import socket, sys, time
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
    server.bind((sys.argv[1], 0))
    print(server.getsockname()[1], flush=True)
    _, client = server.recvfrom(10)
    while True:
        server.sendto(b"!", client)
        time.sleep(0.1)
"""
# Prints the first datagram that arrives.
FIRST = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as service:
    service.bind(("", 0))
    print(service.getsockname()[1], flush=True)
    print(service.recv(10).decode(), flush=True)
"""
# Ends connections, also by resets, while data and acknowledgements are under way.
RESETS = """
import socket, struct, sys, time
for k in range(60):
    own = socket.create_connection((sys.argv[1], int(sys.argv[2])))
    own.sendall(b"h" * 3000 * (k % 7 + 1))
    if k % 4 == 1:
        time.sleep(0.05)
    if k % 4 == 2:
        own.recv(100)
    if k % 3 == 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    own.close()
"""
# Prints the largest of the numbers that arrive in datagrams; 0 is the last one.
LARGEST = """
import socket, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    server.bind((sys.argv[1], 0))
    print(server.getsockname()[1], flush=True)
    largest = 0
    while number := int.from_bytes(server.recv(65535)[:4], "big"):
        largest = max(largest, number)
    print(largest)
"""
# 1500 datagrams of six fragments, and 20 small ones with the number 0.
FRAGMENTS = """
import socket, sys, time
server = sys.argv[1], int(sys.argv[2])
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
    for number in range(1, 1501):
        own.sendto(number.to_bytes(4, "big") + bytes(7996), server)
        time.sleep(0.002)
    for _ in range(20):
        time.sleep(0.1)
        own.sendto(bytes(4), server)
"""
FORGET = """
import socket, struct  # IPCTNL_MSG_CT_DELETE for all
with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12) as own:
    own.send(struct.pack("IHHIIBBH", 20, 1 << 8 | 2, 1 | 4, 1, 0, socket.AF_INET, 0, 0))
    assert struct.unpack_from("i", own.recv(100), 16) == (0,)
"""
ACCEPT_ONE = "import socket, sys; socket.create_server((\"\", int(sys.argv[1]))).accept()"


def nft(commands):
    library = ctypes.CDLL("libnftables.so.1")
    library.nft_ctx_new.restype = ctypes.c_void_p
    library.nft_ctx_get_output_buffer.restype = ctypes.c_char_p
    context = ctypes.c_void_p(library.nft_ctx_new(0))
    library.nft_ctx_buffer_output(context)
    failed = library.nft_run_cmd_from_buffer(context, commands.encode())
    text = library.nft_ctx_get_output_buffer(context).decode()
    library.nft_ctx_free(context)
    assert not failed, commands
    return text


def forwarding():
    return {path.parent.name: path.read_text().strip()
            for path in pathlib.Path("/proc/sys/net/ipv4/conf").glob("*/forwarding")}


def table(name):
    """Makes an empty table of nftables by netlink."""
    def message(kind, flags, family, resource, attributes=b""):
        body = struct.pack("!BBH", family, 0, resource) + attributes
        return struct.pack("IHHII", 16 + len(body), kind, 1 | flags, 1, 0) + body
    begin, end, subsystem, new = 0x10, 0x11, 10, 0xa00
    text = name + b"\0"
    attribute = struct.pack("HH", 4 + len(text), 1) + text + b"\0" * (-len(text) % 4)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12) as own:
        own.bind((0, 0))
        own.send(message(begin, 0, 0, subsystem) + message(new, 4 | 0x400, 2, 0, attribute) + message(end, 0, 0, subsystem))
        assert struct.unpack_from("i", own.recv(8192), 16) == (0,)


def links():
    """Indices and names of the interfaces of this network namespace."""
    return sorted(socket.if_nameindex())


def tracked():
    """The connections that hosts of a run have begun, as connection tracking knows them."""
    lines = pathlib.Path("/proc/net/nf_conntrack").read_text().splitlines()
    return [line[line.index("src="):] for line in lines
            if re.search(r"src=10\.\d+\.1\.2 ", line) and not stays(line)]


def stays(line):
    """Whether the server of a connection may have it in TIME-WAIT, longer than the run."""
    return "TIME_WAIT" in line and "dst=127." not in line


def state():
    """What a run may change in the machine. Its journal also has the files of machines of other tests."""
    return {"forwarding": forwarding(), "interfaces": links(), "tracked": tracked(),
            "rules": nft("list ruleset"),
            "routes": subprocess.run(["ip", "route"], capture_output=True, text=True, check=True).stdout}


def is_client_of_a_service(address):
    return ipaddress.ip_address(address) in ipaddress.ip_network("127.64.0.0/10")


class Gateway(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        (cls.path / "profiles").mkdir()
        (cls.path / "profiles/quick.yaml").write_text(f"downlink: {LINK}\nuplink: {LINK}\n")
        (cls.path / "content").write_bytes(bytes(51200))
        cls.server = at(SERVERS["server"], PYTHON, "-c", INFO, SERVER)
        cls.port = cls.server.stdout.readline().strip()
        cls.echo = at(SERVERS["server"], PYTHON, "-c", exec_support.ANSWER, SERVER)
        cls.echo_port = cls.echo.stdout.readline().strip()
        cls.own = at(None, PYTHON, "-c", INFO, "127.0.0.1")
        cls.own_port = cls.own.stdout.readline().strip()
        cls.names = at(None, PYTHON, "-c", DNS, RESOLVER, SERVER)
        cls.names.stdout.readline()

    @classmethod
    def tearDownClass(cls):
        for one in (cls.server, cls.echo, cls.own, cls.names, *HOLDERS):
            one.kill()
            one.wait()
            one.stdout.close()
        shutil.rmtree(cls.path, ignore_errors=True)

    def setUp(self):
        self.mark = f"seawind-exec-test-{os.getpid()}-{self.id()}"
        self.environment = {**os.environ, "SEAWIND_TEST_MARK": self.mark, "SEAWIND_CONFIGS": str(CONFIGS),
                            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
        self.before = state()
        self.addCleanup(self.nothing_is_left)

    def nothing_is_left(self):
        within(10, lambda: not processes(self.mark))
        self.assertEqual([], processes(self.mark))
        self.assertEqual(self.before, state())

    def words(self, *arguments, link="quick"):
        return [str(BIN / "seawind"), "exec", "--link", link, *map(str, arguments)]

    def ok(self, *arguments, link="quick"):
        done = subprocess.run(self.words(*arguments, link=link), cwd=self.path, env=self.environment, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout, done.stderr

    def begin(self, *arguments):
        """A run whose command prints its process and ends with its standard input."""
        words = self.words(*arguments, "--", "sh", "-c", "echo $$; read line; true")
        started = subprocess.Popen(words, cwd=self.path, env=self.environment, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for stream in (started.stdin, started.stdout, started.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(started.kill)
        return started

    def start(self, *arguments):
        """Returns when the command runs."""
        started = self.begin(*arguments)
        started.command = int(started.stdout.readline())
        return started

    def end(self, started):
        _, err = started.communicate("\n", timeout=60)
        self.assertEqual(0, started.returncode, err)
        return err

    def gateways(self):
        return [int(entry.name) for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit() and
                has(entry / "cmdline", b"exec-gateway") and has(entry / "environ", self.mark.encode())]

    def reaches(self, started, *options):
        """Whether the command of a run reaches the server."""
        return subprocess.run(["nsenter", "-t", str(started.command), "-n", "ping", "-q", "-c", "1", "-W", "5", *options,
                               SERVER], capture_output=True).returncode == 0

    # ------------------------------------------------------------------------------------- end to end

    def test_tcp_of_the_mobile_host_reaches_the_server(self):
        out, err = self.ok("--nat", "--", PYTHON, "-c", CONNECT, SERVER, self.port)
        peer, round_trip = self.server.stdout.readline().split()
        self.assertEqual(MACHINE, peer)
        self.assertGreaterEqual(int(round_trip) / 1e6, ROUND_TRIP)
        self.assertEqual("51200", out.split()[2])
        self.assertIn("seawind: TCP is end to end\n", err)
        known = pathlib.Path("/proc/net/nf_conntrack").read_text().splitlines()
        self.assertTrue(any(stays(line) and f"dport={self.port} " in line for line in known), known)

    def test_a_server_sees_the_ports_of_the_hosts(self):
        """Connections from other ports would have other timestamps, which a server compares with those of an ended one."""
        server = at(SERVERS["server"], PYTHON, "-c", TELL_PORT, SERVER)
        self.addCleanup(lambda: (server.kill(), server.wait(), server.stdout.close()))
        out, _ = self.ok("--nat", "--", PYTHON, "-c", COMPARE_PORTS, SERVER, server.stdout.readline().strip())
        ports = [line.split() for line in out.splitlines()]
        for own, seen in ports[:20]:
            self.assertEqual(own, seen)
            self.assertIn(int(own), range(16896, 32768))
        own, seen = ports[20]
        self.assertEqual("40000", own)
        self.assertIn(int(seen), range(1024, 32768))

    def test_runs_at_one_time_and_nested_ones_have_ports_of_their_own(self):
        other = self.start("--nat")
        ports = "cat /proc/sys/net/ipv4/ip_local_port_range"
        self.assertEqual("1024\t16895\n", self.ok("--nat", "--", "sh", "-c", ports)[0])
        self.end(other)
        nested = [*self.words("--nat"), "--", "sh", "-c", ports]
        self.assertEqual("1024\t16895\n", self.ok("--nat", "--", *nested)[0])

    def test_lists_that_others_change_meanwhile_are_read_again(self):
        addresses = "".join(f"addr add 192.168.{i // 250}.{i % 250 + 1}/32 dev many\n" for i in range(1500))
        subprocess.run(["ip", "-b", "-"], input="link add many type veth peer name more\n" + addresses, text=True, check=True)
        self.addCleanup(subprocess.run, ["ip", "link", "del", "many"])
        changes = "addr add 192.168.77.1/32 dev many\naddr del 192.168.77.1/32 dev many\n"
        others = subprocess.Popen(["sh", "-c", f"yes '{changes.strip()}' | ip -b -"], start_new_session=True)
        self.addCleanup(others.wait)
        self.addCleanup(os.killpg, others.pid, signal.SIGKILL)
        for _ in range(10):
            _, err = self.ok("--nat", "--", "true")
            self.assertIn("seawind: TCP is end to end\n", err)

    def test_tcp_of_the_mobile_host_reaches_an_exposed_service(self):
        _, err = self.ok("--expose", self.own_port, "--", PYTHON, "-c", CONNECT, "fixed", self.own_port)
        peer, round_trip = self.own.stdout.readline().split()
        self.assertTrue(is_client_of_a_service(peer), peer)
        self.assertGreaterEqual(int(round_trip) / 1e6, ROUND_TRIP)
        self.assertIn("seawind: TCP is end to end\n", err)

    def test_what_tcp_remembers_about_the_clients_of_a_service_is_of_no_other_connection(self):
        hole = "stages: [{mtu_black_hole: {size: 1280B, answer: icmp}}]"
        (self.path / "profiles/small.yaml").write_text(f"downlink: {LINK[:-1]}, {hole}}}\nuplink: {LINK}\n")
        subprocess.run(["ip", "tcp_metrics", "flush"], check=True)
        _, err = self.ok("--expose", self.own_port, "--", PYTHON, "-c", CONNECT, "fixed", self.own_port, link="small")
        self.assertRegex(err, r"dropped \d+ mtu", "the service has learned the MTU of the link")
        ip = lambda *words: subprocess.run(["ip", *words], capture_output=True, text=True, check=True).stdout
        peers = [line.split()[0] for line in ip("tcp_metrics", "show").splitlines()]
        self.assertEqual([True], [is_client_of_a_service(peer) for peer in peers], peers)
        self.assertIn("mtu 1280", ip("route", "get", peers[0]))
        self.assertNotIn("mtu", ip("route", "get", "127.0.0.1"))

    def test_an_answer_long_after_the_end_of_the_question_arrives(self):
        """When connection tracking of the machine has forgotten such connections, as of itself it does in a minute."""
        close_wait = pathlib.Path("/proc/sys/net/netfilter/nf_conntrack_tcp_timeout_close_wait")
        self.addCleanup(close_wait.write_text, close_wait.read_text())
        close_wait.write_text("1")
        with at(None, PYTHON, "-c", LATE_ANSWER, "127.0.0.1") as service:
            port = service.stdout.readline().strip()
            out, _ = self.ok("--expose", port, "--", PYTHON, "-c", ASK, "fixed", port)
            service.kill()
        self.assertEqual("late", out)
        others = " ".join(str(close_wait).replace("close_wait", name) for name in ("syn_recv", "max_retrans", "unacknowledged"))
        shown = self.ok("--expose", port, "--at-fixed", f"cat {close_wait} {others}", "--", "sleep", "0.5")
        self.assertEqual(4, "".join(shown).count("3600"), "the fixed host forgets as late")

    def test_unanswered_packets_do_not_shorten_what_is_known(self):
        """After three repetitions, a connection is known for the kernel's own five minutes. The rules are read instead of waiting."""
        started = self.start("--nat")
        rules = subprocess.run(["nft", "list", "table", "ip", "seawind-0"], check=True, capture_output=True, text=True).stdout
        self.end(started)
        self.assertRegex(rules, r"policy = \{.* retrans : 3600, unack : 3600 \}")

    def test_connections_of_the_machine_are_left_alone(self):
        """Also one from a port that the run's command takes, to the same service or server."""
        for space, address, target in (None, "127.0.0.1", "fixed"), (SERVERS["server"], SERVER, SERVER):
            with at(space, PYTHON, "-c", ECHO_ALL, address) as service:
                port = service.stdout.readline().strip()
                with socket.create_connection((address, port)) as own:
                    own.settimeout(5)
                    way = ["--nat"] if space else ["--expose", port]
                    self.ok(*way, "--", PYTHON, "-c", TAKE, own.getsockname()[1], target, port)
                    own.sendall(b"still here")
                    self.assertEqual(b"still here", own.recv(10))
                service.kill()

    def test_an_exposed_service_states_the_segment_size_of_the_link(self):
        """With that of the loopback interface, the mobile host's kernel made a send buffer of 2.6 MB."""
        out, _ = self.ok("--expose", self.own_port, "--", PYTHON, "-c",
                         "import socket, sys; s = socket.create_connection(('fixed', int(sys.argv[1])));"
                         "print(s.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF))", self.own_port)
        self.assertLess(int(out), 100_000)

    def test_a_program_of_the_fixed_host_reaches_an_exposed_service_under_its_address(self):
        self.ok("--expose", self.own_port, "--at-fixed", f"{PYTHON} -c '{CONNECT}' 10.0.0.1 {self.own_port}",
                "--", "true")
        self.assertTrue(is_client_of_a_service(self.own.stdout.readline().split()[0]))

    def test_an_exposed_port_is_taken_at_the_fixed_host(self):
        _, err = self.ok("--expose", self.own_port, "--at-fixed",
                         f"{PYTHON} -m http.server {self.own_port} || true", "--", "sleep", "1")
        self.assertIn("Address already in use", err)

    def test_connection_tracking_forgets_the_run_at_its_end(self):
        started = self.start("--nat")
        self.assertTrue(self.reaches(started))
        self.assertEqual(1, len(tracked()))
        self.end(started)
        self.assertEqual([], tracked())

    def test_refused_and_unanswered_connections_are_that(self):
        attempt = ("import socket, sys\n"
                   "try: socket.create_connection((sys.argv[1], 9), timeout=2)\n"
                   "except OSError as error: print(type(error).__name__)\n")
        for address, said in ((SERVER, "ConnectionRefusedError"), (SILENT, "TimeoutError")):
            self.assertEqual(f"{said}\n", self.ok("--nat", "--", PYTHON, "-c", attempt, address)[0])

    def test_udp_and_echo_requests_reach_the_server(self):
        answer, whole = self.ok("--nat", "--", PYTHON, "-c", ECHO, SERVER, self.echo_port)[0].split()
        self.assertEqual("HELLO", answer)
        self.assertGreaterEqual(float(whole), ROUND_TRIP)
        self.assertIn("1 received", self.ok("--nat", "--", "ping", "-c", "1", SERVER)[0])

    def test_datagrams_reach_a_service_of_all_addresses_of_the_machine(self):
        service = at(None, PYTHON, "-c", exec_support.ANSWER, "0.0.0.0")
        self.addCleanup(lambda: (service.kill(), service.wait(), service.stdout.close()))
        port = service.stdout.readline().strip()
        for address in (MACHINE, "10.0.1.1"):
            answer, _ = self.ok("--nat", "--", PYTHON, "-c", ECHO, address, port)[0].split()
            self.assertEqual("HELLO", answer)
        # Nobody listens: as at any host, the answer is that.
        refused = ("import socket, sys; s = socket.socket(type=socket.SOCK_DGRAM); s.settimeout(5)\n"
                   "s.connect((sys.argv[1], 9)); s.send(b'x')\n"
                   "try: s.recv(9)\nexcept OSError as error: print(type(error).__name__)")
        self.assertEqual("ConnectionRefusedError\n", self.ok("--nat", "--", PYTHON, "-c", refused, MACHINE)[0])

    def test_names_are_resolved_by_the_loopback_resolver_of_the_machine(self):
        show = ("cat /etc/resolv.conf; stat -c %a /etc/resolv.conf; getent ahostsv4 udp.test; "
                "RES_OPTIONS=use-vc getent ahostsv4 tcp.test")
        lines = self.ok("--nat", "--", "sh", "-c", show)[0].splitlines()
        self.assertEqual(["nameserver 10.0.1.1", "644"], lines[:2])
        self.assertEqual(6, sum(line.startswith(SERVER) for line in lines), lines)

    def test_nested_calls_are_end_to_end_over_both_links(self):
        self.ok("--nat", "--", *self.words("--", PYTHON, "-c", CONNECT, SERVER, self.port))
        self.assertGreaterEqual(int(self.server.stdout.readline().split()[1]) / 1e6, 2 * ROUND_TRIP)
        out, err = self.ok("--nat", "--", *self.words("--", "getent", "ahostsv4", "udp.test"))
        self.assertIn(SERVER, out)
        self.assertIn("fixed host 10.1.0.1, other destinations over the link\nseawind: TCP is end to end\n", err)

    def test_a_variant_is_said_to_be_of_the_mobile_host_only(self):
        said = "`reno` is the TCP variant of the mobile host only"
        self.assertIn(said, self.ok("--nat", "--tcp", "reno", "--", "true")[1])
        self.assertNotIn(said, self.ok("--tcp", "reno", "--", "true")[1])
        self.assertNotIn("of the mobile host only", self.ok("--nat", "--", "true")[1])
        nested = self.words("--", PYTHON, "-c", CONNECT, "10.0.0.1", "7007")
        opposite = shlex.join(self.words("--", PYTHON, "-c", CONNECT, "10.0.0.2", "7007"))
        serve = ["--at-fixed", f"{PYTHON} -m http.server 7007", "--wait-port", "7007"]
        for name, arguments, marks in (("beyond", ["--nat", "--", "true"], [(1.0,)]), ("alone", ["--", "true"], []),
                                       ("inside", [*serve, "--", *nested], [(1.0,)]),
                                       ("opposite", ["--at-fixed", f"until {opposite}; do sleep 0.1; done", "--", PYTHON,
                                                     "-c", ACCEPT_ONE, "7007"], [(1.0,)])):
            self.ok("--record", name, "--limit", "lateness_p999=1s", "--limit", "lateness_max=10s",
                    "--limit", "cpu_steal=100%", *arguments)
            with contextlib.closing(sqlite3.connect(self.path / name / "campaign.db")) as store:
                found = store.execute("SELECT value FROM metric WHERE metric = 'tcp_of_others'").fetchall()
            self.assertEqual(marks, found)

    def test_without_nat_only_the_exposed_ports_of_the_machine_are_reached(self):
        attempt = ("import socket, sys\n"
                   "try: socket.create_connection((\"10.0.1.1\", int(sys.argv[1])), timeout=1)\n"
                   "except OSError as error: print(type(error).__name__, flush=True)\n")
        web = serve_web(self.path, "0.0.0.0")
        self.addCleanup(web.server_close)
        self.addCleanup(web.shutdown)
        _, err = self.ok("--expose", self.own_port, "--at-fixed", f"{PYTHON} -c '{attempt}' {web.server_address[1]}",
                         "--", "sleep", "2")
        self.assertIn("fixed: TimeoutError\n", err)
        self.assertEqual(self.before["forwarding"], forwarding())

    # -------------------------------------------------------------------------------------- the machine

    def only_the_network_of_the_server_forwards(self):
        now = forwarding()
        own = {name: now.pop(name) for name in list(now) if name.startswith("seawind-")}
        self.assertEqual({"1"}, set(own.values()))
        self.assertEqual({**self.before["forwarding"], "wan": "1", "lan": "1"}, now)

    def test_settings_go_back_at_the_end(self):
        started = self.start("--nat", "--expose", self.own_port)
        self.only_the_network_of_the_server_forwards()
        self.assertTrue(self.reaches(started))
        self.end(started)
        self.assertEqual(self.before, state())

    def test_settings_go_back_after_sigterm(self):
        started = self.start("--nat")
        self.only_the_network_of_the_server_forwards()
        started.terminate()
        started.wait(60)
        self.assertEqual(self.before, state())

    def test_settings_go_back_after_a_kill(self):
        started = self.start("--nat")
        self.only_the_network_of_the_server_forwards()
        started.kill()
        self.assertTrue(within(10, lambda: state() == self.before), state())

    def test_an_interface_that_is_renamed_is_put_back_under_its_new_name(self):
        started = self.start("--nat")
        for words in ("down", "name moved", "up"):
            subprocess.run(["ip", "link", "set", "moved" if words == "up" else "lan", *words.split()], check=True)
        self.assertEqual("1", forwarding()["moved"])
        self.assertFalse(self.passes_from_the_neighbour())
        self.end(started)
        self.assertEqual("0", forwarding()["moved"])
        for words in ("moved down", "moved name lan", "lan up"):
            subprocess.run(["ip", "link", "set", *words.split()], check=True)

    def test_the_machine_does_not_reach_the_fixed_host_past_the_link(self):
        serve = (f"{PYTHON} -c \"import socket; peer = socket.create_server(('', 9000)).accept()[0]; "
                 "peer.recv(1); print('past the link', flush=True)\"")
        started = self.start("--expose", self.own_port, "--at-fixed", serve, "--wait-port", "9000")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("10.0.1.2", 9000), timeout=5)
        started.terminate()
        self.assertNotIn("past the link", started.communicate(timeout=60)[1])

    def test_a_connection_that_a_left_program_holds_ends_with_the_run(self):
        receiver = subprocess.Popen([PYTHON, "-c", exec_support.RECEIVE.replace("0.0.0.0", "127.0.0.1"), "0"],
                                    stdout=subprocess.PIPE, text=True)
        self.addCleanup(receiver.stdout.close)
        self.addCleanup(receiver.kill)
        port = receiver.stdout.readline().split()[1]
        hold = (f"import socket, signal; peer = socket.create_connection(('fixed', {port})); peer.sendall(b'12345'); "
                "print('holds', flush=True); signal.pause()")
        self.ok("--expose", port, "--", "sh", "-c", f'setsid {PYTHON} -c "{hold}" > held & '
                                                    "while ! grep -q holds held; do sleep 0.01; done")
        self.assertEqual("received 5\n", receiver.communicate(timeout=10)[0])

    def doctor(self):
        return subprocess.run([BIN / "seawind", "doctor"], env=self.environment, capture_output=True, text=True).stdout

    def test_the_doctor_names_the_run_that_has_settings(self):
        started = self.start("--nat")
        self.assertIn(f"none left; in use: seawind-0 of process {self.gateways()[0]}\n", self.doctor())
        self.end(started)

    def test_a_lock_that_a_dead_process_leaves_to_others_holds_nothing_up(self):
        started = self.start("--nat")
        [gateway] = self.gateways()
        # Whoever inherits the descriptors of the gateway.
        heirs = []
        for file in pathlib.Path(f"/proc/{gateway}/fd").iterdir():
            if os.readlink(file).startswith("/run/seawind/"):
                pidfd = os.pidfd_open(gateway)
                heirs.append(ctypes.CDLL(None).syscall(438, pidfd, int(file.name), 0))  # pidfd_getfd
                os.close(pidfd)
        self.assertEqual([], [fd for fd in heirs if fd < 0])
        self.assertNotEqual([], heirs)
        self.killed(started, gateway)
        self.assertRegex(self.doctor(), r"settings of exec +put back net\.ipv4\.conf\.(lan|wan)\.forwarding=0")
        for fd in heirs:
            os.close(fd)
        self.assertTrue(within(10, lambda: state() == self.before), state())

    def test_entries_of_networks_that_are_gone_are_removed(self):
        def entry(inode):
            return {"boot": pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip(), "network_namespace": 1,
                    "inode": inode, "interface": "seawind-0", "mac": "02:00:00:00:00:00", "client": "10.0.1.2", "all": "0", "off": []}
        folder = pathlib.Path("/run/seawind")
        folder.mkdir(exist_ok=True)
        other = os.stat(f"/proc/{SERVERS['server']}/ns/net").st_ino
        here, gone = folder / f"1-seawind-{os.getpid()}", folder / f"1-gone-{os.getpid()}"
        here.write_text(json.dumps(entry(other)))
        gone.write_text(json.dumps(entry(1)))
        self.addCleanup(here.unlink)
        # Who does not see the processes that keep a network judges none. Another call of this machine may.
        for apart in (["--pid", "--fork", "--mount-proc"], ["--map-root-user"]):
            subprocess.run(["unshare", *apart, BIN / "seawind", "doctor"], env=self.environment, capture_output=True,
                           check=False, timeout=60)
            self.assertTrue(here.exists(), apart)
        self.doctor()
        apart = os.readlink("/proc/self/ns/pid") != f"pid:[{0xEFFFFFFC}]"  # the tests run in a container
        self.assertEqual((True, apart), (here.exists(), gone.exists()))

    def killed_with_its_gateway(self):
        started = self.start("--nat")
        self.killed(started, *self.gateways())

    def killed(self, started, gateway):
        started.send_signal(signal.SIGSTOP)  # so that neither puts back what the other cannot
        os.kill(gateway, signal.SIGKILL)
        started.kill()
        started.wait()
        self.assertEqual("1", forwarding()["wan"])

    def test_a_gateway_that_does_not_end_takes_its_number_alone(self):
        started = self.start("--nat")
        gateway, = self.gateways()
        os.kill(gateway, signal.SIGSTOP)
        started.kill()
        started.wait()
        _, err = self.ok("--nat", "--", "true")
        os.kill(gateway, signal.SIGCONT)
        self.assertNotIn("TCP is split", err)
        self.assertTrue(within(10, lambda: state() == self.before), state())

    def test_the_doctor_puts_back_what_a_kill_of_all_has_left(self):
        self.killed_with_its_gateway()
        self.assertRegex(self.doctor(), r"settings of exec +put back net\.ipv4\.conf\.(lan|wan)\.forwarding=0")
        self.assertTrue(within(10, lambda: state() == self.before), state())

    def test_the_next_test_bed_puts_back_what_a_kill_of_all_has_left(self):
        self.killed_with_its_gateway()
        _, err = self.ok("--", "true")
        self.assertIn("seawind: put back net.ipv4.conf.wan.forwarding=0, left by a killed run\n", err)
        self.assertTrue(within(10, lambda: state() == self.before), state())

    def test_the_halves_of_a_default_route_take_no_network(self):
        for half in ("0.0.0.0/1", "128.0.0.0/1"):
            subprocess.run(["ip", "route", "add", half, "dev", "wan"], check=True)
            self.addCleanup(subprocess.run, ["ip", "route", "del", half, "dev", "wan"], check=True)
        _, err = self.ok("--nat", "--", "true")
        self.assertNotIn("TCP is split", err)

    def test_routes_of_every_table_take_their_network(self):
        for table in ("main", "52"):
            route = ["10.0.0.0/16", "via", SERVER, "table", table]
            subprocess.run(["ip", "route", "add", *route], check=True)
            try:
                self.assertIn("fixed host 10.1.0.1, ", self.ok("--nat", "--", "true")[1])
            finally:
                subprocess.run(["ip", "route", "del", *route], check=True)

    def test_addresses_of_a_carrier_or_a_vpn_are_reached(self):
        """100.64.0.0/10 is the pool of a NAT stage only where the link has one."""
        address = "100.64.9.9"
        at_server = ["nsenter", "-t", str(SERVERS["server"]), "-n", "ip", "address"]
        subprocess.run([*at_server, "add", address + "/32", "dev", "lo"], check=True)
        subprocess.run(["ip", "route", "add", address, "via", SERVER], check=True)
        try:
            self.assertIn("1 received", self.ok("--nat", "--", "ping", "-c", "1", "-W", "5", address)[0])
        finally:
            subprocess.run(["ip", "route", "del", address], check=True)
            subprocess.run([*at_server, "del", address + "/32", "dev", "lo"], check=True)

    def test_the_end_of_the_gateway_is_reported(self):
        started = self.start("--nat", "-o", "lost")
        os.kill(self.gateways()[0], signal.SIGKILL)
        while "the gateway has ended: the link leads no further than this machine" not in (line := started.stderr.readline()):
            self.assertNotEqual("", line)
        self.assertIn("NOT VALID: the gateway has ended", self.end(started))
        status = subprocess.run([self.words()[0], "status", "lost"], cwd=self.path, env=self.environment, capture_output=True,
                                text=True).stdout
        self.assertIn("exec: 0 done, 1 failed", status)
        self.assertEqual(self.before, state())

    def test_the_last_of_two_puts_back(self):
        first, second = both = [self.begin("--nat"), self.begin("--nat")]
        for one in both:
            one.command = int(one.stdout.readline())
        self.assertTrue(self.reaches(first) and self.reaches(second))
        self.end(first)
        self.only_the_network_of_the_server_forwards()
        self.assertTrue(self.reaches(second))
        self.end(second)
        self.assertEqual(self.before, state())

    def test_a_setting_that_somebody_else_changes_stays(self):
        started = self.start("--nat")
        pathlib.Path("/proc/sys/net/ipv4/conf/lan/forwarding").write_text("0")
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        self.assertNotIn("was changed", self.end(started))  # it forwards
        self.assertEqual({"1"}, {forwarding()[name] for name in ("all", "wan", "lan")})
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("0")

    def lost_on_the_way_out(self, change, said):
        """A run whose packets are lost after a change does not count, and says why."""
        started = self.start("--nat")
        self.assertTrue(self.reaches(started))
        change()
        self.assertFalse(self.reaches(started, "-W", "1"))
        self.assertRegex(self.end(started), "NOT VALID: on the way out of the fixed host, beside the link: .*" + said)

    def test_what_somebody_else_changes_of_the_way_out_is_told(self):
        ip = lambda *words: lambda: subprocess.run(["ip", *words], check=True)
        forward = pathlib.Path("/proc/sys/net/ipv4/ip_forward")
        off = pathlib.Path("/proc/sys/net/ipv4/conf/wan/forwarding")
        self.lost_on_the_way_out(lambda: off.write_text("0"), "1 packet was dropped on their way back")
        self.lost_on_the_way_out(ip("link", "set", "seawind-0", "down"), "seawind-0 is gone or down")
        started = self.start("--nat")
        ip("link", "set", "seawind-0", "down")()
        ip("link", "set", "seawind-0", "up")()
        self.assertIn("beside the link: seawind-0 went down or up", self.end(started))
        started = self.start("--nat")
        ip("link", "set", "seawind-0", "mtu", "1280")()
        self.assertFalse(self.reaches(started, "-s", "1300", "-W", "1"))
        ip("link", "set", "seawind-0", "mtu", "1500")()
        self.assertIn("beside the link: the MTU of seawind-0 was changed, 1 packet did not leave the fixed host",
                      self.end(started))
        self.lost_on_the_way_out(ip("link", "set", "seawind-0", "address", "02:00:00:00:00:09"),
                                 "the MAC address of seawind-0 was changed")
        self.lost_on_the_way_out(ip("address", "flush", "dev", "seawind-0"), "the address 10.0.1.1 of seawind-0 was removed")
        try:
            self.lost_on_the_way_out(ip("rule", "add", "priority", "100", "to", "10.0.0.0/8", "prohibit"), "by no route, not seawind-0")
        finally:
            ip("rule", "delete", "priority", "100")()
        ip("link", "add", "bridge", "type", "bridge")()
        try:
            self.lost_on_the_way_out(ip("link", "set", "seawind-0", "master", "bridge"), "seawind-0 was made a port of another interface")
        finally:
            ip("link", "delete", "bridge")()
        forward.write_text("1")
        try:
            self.lost_on_the_way_out(lambda: forward.write_text("0"), "net.ipv4.conf.seawind-0.forwarding was switched off")
        finally:
            forward.write_text("0")
        own = pathlib.Path("/proc/sys/net/ipv4/conf/seawind-0/forwarding")
        started = self.start("--nat")
        own.write_text("0")
        own.write_text("1")
        self.assertIn("net.ipv4.conf.seawind-0.forwarding was switched off", self.end(started))

    def test_packets_that_an_xdp_program_drops_are_told(self):
        started = self.start("--nat")
        subprocess.run([PYTHON, "-c", DROP_BY_XDP, "seawind-0"], check=True)
        self.assertIn("beside the link: an XDP program was put on seawind-0", self.end(started))

    def test_packets_that_the_machine_drops_are_counted(self):
        for chain, dropped in (("prerouting priority -300; ip saddr 10.0.0.0/8 drop", "at the hook prerouting"),
                               ("forward priority 0; policy drop;", "at the hook forward or postrouting"),
                               ("forward priority 0; ip daddr 10.0.0.0/8 drop", "on their way back"),
                               ("postrouting priority 0; ip saddr 10.0.0.0/8 drop", "at the hook forward or postrouting"),
                               ("prerouting priority 600; ip saddr 10.0.0.0/8 drop", "at the hook prerouting"),
                               ("forward priority -600; ip saddr 10.0.0.0/8 drop", "at the hook forward or postrouting"),
                               (f"postrouting priority 600; ip daddr {SERVER} drop", "at the hook forward or postrouting")):
            try:
                self.lost_on_the_way_out(lambda: nft(f"table inet fw {{\nchain dropping {{\ntype filter hook {chain}\n}}\n}}\n"),
                                         "1 packet was dropped " + dropped)
            finally:
                nft("flush ruleset")

    def test_packets_that_are_dropped_at_its_interface_are_counted(self):
        for hook, dropped in (("ingress", "between the fixed host and the hook prerouting"),
                              ("egress", "between the hook postrouting and the fixed host")):
            try:
                self.lost_on_the_way_out(lambda: nft("table netdev fw {\nchain dropping {\ntype filter hook " + hook +
                                                     " device seawind-0 priority 0\nip protocol icmp drop\n}\n}\n"),
                                         "1 packet was dropped " + dropped)
            finally:
                nft("flush ruleset")

    def test_what_crosses_as_one_packet_hides_no_loss(self):
        """Segments that were sent as one packet would be more of them behind the interface."""
        server = at(SERVERS["server"], PYTHON, "-c", SEND_MUCH, SERVER)
        self.addCleanup(lambda: (server.kill(), server.wait(), server.stdout.close()))
        port = server.stdout.readline().strip()
        for options in (), ("--offloads",):
            started = self.start("--nat", *options)
            subprocess.run(["nsenter", "-t", str(started.command), "-n", PYTHON, "-c", TAKE_MUCH, SERVER, port], check=True)
            nft("table netdev fw {\nchain dropping {\ntype filter hook egress device seawind-0 priority 0\nip protocol icmp drop\n}\n"
                "chain too {\ntype filter hook ingress device seawind-0 priority 0\nip length 1228 drop\n}\n}\n")
            try:
                self.assertFalse(self.reaches(started, "-W", "0.5"))
                self.assertFalse(self.reaches(started, "-W", "0.5", "-s", "1200"))
            finally:
                nft("delete table netdev fw")
            self.assertIn("1 packet was dropped between the fixed host and the hook prerouting, "
                          "1 packet was dropped between the hook postrouting and the fixed host", self.end(started))

    def test_nobody_has_the_first_address_of_its_network(self):
        self.assertNotIn("on the way out", self.ok("--nat", "--", "sh", "-c", "ping -c 1 -W 0.2 10.0.1.0; true")[1])

    def test_packets_without_a_mac_address_are_counted(self):
        started = self.start("--nat")
        self.assertTrue(self.reaches(started))
        for state in ("off", "on"):
            subprocess.run(["ip", "link", "set", "seawind-0", "arp", state], check=True)
            self.assertEqual(state == "on", self.reaches(started, "-W", "1"))
        self.assertIn("1 packet was dropped between the hook postrouting and the fixed host", self.end(started))

    def test_losses_count_though_others_set_their_counters_back(self):
        started = self.start("--nat")
        nft("table inet fw {\nchain dropping {\ntype filter hook forward priority 0; policy drop;\n}\n}\n")
        self.assertFalse(self.reaches(started, "-W", "1"))
        nft("delete table inet fw\nreset counters\n")
        self.assertTrue(self.reaches(started))
        self.assertIn("1 packet was dropped at the hook forward or postrouting", self.end(started))
        started = self.start("--nat")
        subprocess.run([PYTHON, "-c", RESET_RULES], check=True)
        self.assertIn("beside the link: others have reset its counters of nftables", self.end(started))

    def test_a_queue_of_others_is_told_though_it_is_gone(self):
        """What waits in a queue that is removed is lost, and counted nowhere."""
        started = self.start("--nat")
        tc = lambda *words: subprocess.run(["tc", "qdisc", *words], check=True)
        tc("add", "dev", "seawind-0", "root", "tbf", "rate", "1kbit", "burst", "2000", "limit", "100000")
        self.assertTrue(self.reaches(started, "-s", "1000"))
        self.assertFalse(self.reaches(started, "-s", "1000", "-W", "0.2"))
        tc("delete", "dev", "seawind-0", "root")
        self.assertTrue(self.reaches(started))
        self.assertIn("beside the link: others have changed the queueing disciplines of seawind-0", self.end(started))

    def test_answers_that_the_machine_drops_are_counted(self):
        ask = "import socket, sys; socket.socket(type=socket.SOCK_DGRAM).sendto(b'?', (sys.argv[1], int(sys.argv[2])))"
        for priority in (0, -150):
            service = at(None, PYTHON, "-c", exec_support.ANSWER, "0.0.0.0")  # it ends with what is dropped
            self.addCleanup(lambda one=service: (one.kill(), one.wait(), one.stdout.close()))
            port = service.stdout.readline().strip()
            started = self.start("--nat")
            nft(f"table ip fw {{\nchain dropping {{\ntype filter hook output priority {priority}\nudp sport {port} drop\n}}\n}}\n")
            subprocess.run(["nsenter", "-t", str(started.command), "-n", PYTHON, "-c", ask, MACHINE, port], check=True)
            said = self.end(started)
            nft("flush ruleset")
            self.assertIn("1 packet was dropped at the hook output", said)

    def test_large_packets_that_the_machine_drops_are_counted(self):
        rule = "table inet fw {\nchain dropping {\ntype filter hook %s priority 0\nmeta length > 1000 drop\n}\n}\n"
        for hook, dropped in (("postrouting", "at the hook forward or postrouting"), ("forward", "at the hook forward or postrouting"),
                              ("prerouting", "at the hook prerouting")):
            try:
                started = self.start("--nat")
                nft(rule % hook)
                self.assertFalse(self.reaches(started, "-s", "1200", "-W", "1"))
                self.assertIn("1 packet was dropped " + dropped, self.end(started))
            finally:
                nft("flush ruleset")

    def test_datagrams_to_a_broadcast_address_end_at_the_fixed_host(self):
        """A service would see the address as its client's."""
        service = at(None, PYTHON, "-c", FIRST)
        self.addCleanup(service.communicate)
        self.addCleanup(service.kill)
        port = service.stdout.readline().strip()
        ask = ("import socket, sys; s = socket.socket(type=socket.SOCK_DGRAM); to = int(sys.argv[2])\n"
               "s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1); s.sendto(b'all', ('198.51.100.255', to))\n"
               "s.sendto(b'one', (sys.argv[1], to))")
        _, err = self.ok("--nat", "--", PYTHON, "-c", ask, MACHINE, port)
        self.assertEqual("one\n", service.stdout.readline())
        self.assertNotIn("NOT VALID: on the way out", err)

    def test_packets_to_the_machine_that_it_drops_are_counted(self):
        """But not those to a group, which nobody expects an answer from."""
        for port, said in ((self.echo_port, False), ("7", True)):
            try:
                started = self.start("--nat")
                nft(f"table inet fw {{\nchain dropping {{\ntype filter hook input priority 0\nudp dport {port} drop\n}}\n}}\n")
                group = "import socket, sys; socket.socket(type=socket.SOCK_DGRAM).sendto(b'?', (sys.argv[1], int(sys.argv[2])))"
                for address, its_port in ((MACHINE, 7), ("224.0.0.1", self.echo_port)):
                    subprocess.run(["nsenter", "-t", str(started.command), "-n", PYTHON, "-c", group, address, str(its_port)], check=True)
                self.assertEqual(said, "1 packet was dropped at the hook input" in self.end(started))
            finally:
                nft("flush ruleset")

    def test_connections_that_the_machine_forgets_are_counted(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        def address_is_replaced():
            ip("address", "delete", f"{MACHINE}/24", "dev", "wan")
            ip("address", "add", f"{MACHINE}/24", "dev", "wan")
        server = at(SERVERS["server"], PYTHON, "-c", ECHO_ALL, SERVER)
        self.addCleanup(lambda: (server.kill(), server.communicate()))
        port = server.stdout.readline().strip()
        flushed = lambda: subprocess.run([PYTHON, "-c", FORGET], check=True)
        # A port of the hosts' own range stays, another one changes.
        for change, own_port, after in ((address_is_replaced, "0", "?"), (flushed, "0", "?"),
                                        (flushed, "40000", "ConnectionResetError")):
            started = self.start("--nat")
            talk = subprocess.Popen(["nsenter", "-t", str(started.command), "-n", PYTHON, "-c", TALK, SERVER, port, own_port],
                                    text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for number, answer in enumerate(("?", after)):
                talk.stdin.write("\n")
                talk.stdin.flush()
                self.assertEqual(answer + "\n", talk.stdout.readline())
                if number == 0:
                    change()
            talk.communicate()
            self.assertRegex(self.end(started), "[1-9] packets? w.* sent in connections that this machine's connection tracking had forgotten")

    def test_datagrams_of_connections_that_the_machine_forgets_are_counted(self):
        forget = [PYTHON, "-c", FORGET]
        for server, command in ((exec_support.ANSWER, ASK_AGAIN), (ANSWER_ON, ASK_ONCE)):
            for forgets in (True, False):
                with self.subTest(command=command, forgets=forgets):
                    answers = at(SERVERS["server"], PYTHON, "-c", server, SERVER)
                    self.addCleanup(answers.communicate)
                    self.addCleanup(answers.kill)
                    port = answers.stdout.readline().strip()
                    started = self.start("--nat")
                    asks = subprocess.Popen(["nsenter", "-t", str(started.command), "-n", PYTHON, "-c", command, SERVER, port],
                                            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                    self.assertEqual("asked\n", asks.stdout.readline())
                    if forgets:
                        subprocess.run(forget, check=True)
                    asks.communicate("\n", timeout=20)
                    said = "1 packet was sent in connections that this machine's connection tracking had forgotten"
                    self.assertEqual(forgets, said in self.end(started))

    def test_a_change_of_the_way_to_other_networks_is_told(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        ip("link", "add", "spare", "type", "veth", "peer", "name", "spare-end")
        try:
            for words in (["link", "set", "spare", "up"], ["link", "set", "spare-end", "up"],
                          ["address", "add", "192.0.2.1/24", "dev", "spare"], ["route", "add", "default", "via", "192.0.2.2"]):
                ip(*words)
            started = self.start("--nat")
            ip("link", "set", "spare-end", "down")
            ip("link", "set", "spare-end", "up")
            self.assertIn("NOT VALID: on the way out of the fixed host, beside the link: spare went down or up", self.end(started))
            started = self.start("--nat")
            ip("address", "add", "192.0.2.9/24", "dev", "spare")  # another one
            ip("address", "delete", "192.0.2.9/24", "dev", "spare")
            self.assertNotIn("beside the link", self.end(started))
            started = self.start("--nat")
            for words in (["address", "delete", "192.0.2.1/24", "dev", "spare"], ["address", "add", "192.0.2.1/24", "dev", "spare"],
                          ["route", "add", "default", "via", "192.0.2.2"]):
                ip(*words)
            self.assertIn("beside the link: the address 192.0.2.1 of spare was removed", self.end(started))
            # An interface whose carrier is always there.
            ip("link", "add", "over", "link", "spare-end", "type", "macvlan")
            ip("address", "add", "192.0.2.5/24", "dev", "over")
            ip("link", "set", "over", "up")
            ip("route", "replace", "default", "via", "192.0.2.7", "dev", "over")
            started = self.start("--nat")
            ip("link", "set", "over", "down")
            ip("link", "set", "over", "up")
            ip("route", "replace", "default", "via", "192.0.2.7", "dev", "over")
            self.assertIn("beside the link: over was down", self.end(started))
            ip("route", "replace", "default", "via", "192.0.2.2", "dev", "spare")
            ip("link", "delete", "over")
            started = self.start("--nat")
            ip("route", "replace", "default", "via", SERVER)
            self.assertIn("way to other networks became another one: "
                          f"wan with the address {MACHINE}, before spare with the address 192.0.2.1", self.end(started))
            ip("route", "delete", "default")
        finally:
            ip("link", "delete", "spare")

    def test_an_interface_that_is_made_again_matters_to_nobody(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        def plug():
            ip("tuntap", "add", "tunnel", "mode", "tun")
            ip("address", "add", "192.0.2.1/24", "dev", "tunnel")
            ip("link", "set", "tunnel", "up")
        plug()
        started = self.start("--nat")
        ip("link", "delete", "tunnel")
        plug()
        self.assertTrue(self.reaches(started))
        self.assertNotIn("beside the link", self.end(started))
        ip("link", "delete", "tunnel")

    def test_resets_that_the_server_would_not_take_are_not_lost(self):
        """Connection tracking finds some invalid, which many firewalls drop."""
        server = at(SERVERS["server"], PYTHON, "-c", ECHO_ALL, SERVER)
        self.addCleanup(lambda: (server.kill(), server.communicate()))
        port = server.stdout.readline().strip()
        nft("table inet fw {\nchain invalid {\ntype filter hook prerouting priority -150\nct state invalid counter drop\n}\n}\n")
        try:
            _, err = self.ok("--nat", "--", PYTHON, "-c", RESETS, SERVER, port)
            self.assertRegex(nft("list table inet fw"), "counter packets [1-9]")
        finally:
            nft("flush ruleset")
        self.assertNotIn("beside the link", err)

    def test_fragments_of_incomplete_datagrams_leave_room_for_others(self):
        (self.path / "profiles/lossy.yaml").write_text(f"downlink: {LINK}\nuplink: {{rate_base: 100Mbit/s, link_send_buffer_size: 500pkt, error_probability: 20%}}\n")
        server = at(SERVERS["server"], PYTHON, "-c", LARGEST, SERVER)
        self.addCleanup(lambda: (server.kill(), server.communicate()))
        port = server.stdout.readline().strip()
        self.ok("--nat", "--", PYTHON, "-c", FRAGMENTS, SERVER, port, link="lossy")
        self.assertGreater(int(server.stdout.readline()), 1400)

    def test_packets_that_are_routed_elsewhere_are_counted(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        loose = pathlib.Path("/proc/sys/net/ipv4/conf/all/rp_filter")
        before = loose.read_text()
        loose.write_text("2")
        ip("rule", "add", "priority", "100", "iif", "wan", "lookup", "100")
        ip("route", "add", "default", "via", SERVER, "table", "100")
        try:
            started = self.start("--nat")
            self.assertFalse(self.reaches(started, "-W", "1"))
            self.assertRegex(self.end(started), "beside the link: 1 packet was dropped on their way back")
        finally:
            ip("rule", "delete", "priority", "100")
            ip("route", "flush", "table", "100")
            loose.write_text(before)

    def test_packets_of_all_kinds_are_not_lost(self):
        for words in (["traceroute", "-n", "-w", "1", "-q", "1", SERVER], ["ping", "-c", "3", "-i", "0.1", "-s", "4000", SERVER],
                      ["ping", "-c", "1", "-t", "1", SERVER]):
            err = subprocess.run(self.words("--nat", "--", *words), cwd=self.path, env=self.environment, capture_output=True,
                                 text=True, timeout=60).stderr
            self.assertIn("TCP is end to end", err)
            self.assertNotIn("beside the link", err)

    def test_frames_between_ports_of_a_bridge_pass(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        setting = pathlib.Path("/proc/sys/net/bridge/bridge-nf-call-iptables")
        ip("link", "add", "bridge", "type", "bridge")
        ip("address", "add", "192.0.2.1/24", "dev", "bridge")
        ip("link", "set", "bridge", "up")
        before = setting.read_text()
        setting.write_text("1")
        try:
            for number, name in enumerate(("server", "neighbour"), 2):
                ip("link", "add", name, "type", "veth", "peer", "name", "bridged", "netns", str(SERVERS[name]))
                ip("link", "set", name, "master", "bridge", "up")
                for words in (["address", "add", f"192.0.2.{number}/24", "dev", "bridged"], ["link", "set", "bridged", "up"]):
                    subprocess.run(["nsenter", "-t", str(SERVERS[name]), "-n", "ip", *words], check=True)
            started = self.start("--nat")
            ping = ["nsenter", "-t", str(SERVERS["neighbour"]), "-n", "ping", "-q", "-c", "3", "-i", "0.1", "-W", "1", "192.0.2.2"]
            self.assertIn(" 3 received", subprocess.run(ping, capture_output=True, text=True).stdout)
            self.end(started)
        finally:
            setting.write_text(before)
            for name in ("server", "neighbour", "bridge"):
                ip("link", "delete", name)

    def test_a_machine_that_begins_to_forward_does(self):
        started = self.start("--nat")
        self.assertFalse(self.passes_from_the_neighbour())
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        try:
            within(5, self.passes_from_the_neighbour)
            self.end(started)
            self.assertTrue(self.passes_from_the_neighbour())
        finally:
            pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("0")

    def test_a_machine_that_sends_from_another_address_is_split(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        for interface, said in (("lo", True), ("wan", True), ("wan", False)):
            ip("address", "add", "192.0.2.77/32", "dev", interface)
            ip("route", "add", "default", "via", SERVER, *(["src", "192.0.2.77"] if said else []))
            try:
                _, err = self.ok("--nat", "--", "true")
            finally:
                ip("route", "delete", "default")
                ip("address", "delete", "192.0.2.77/32", "dev", interface)
            self.assertEqual(said, "TCP is split at the fixed host: this machine sends from 192.0.2.77, and translation "
                                   f"would give {MACHINE}\n" in err, err)
        # Of several addresses, the kernel takes none of the link's scope, and the one whose peer is the next hop.
        ip("tuntap", "add", "tunnel", "mode", "tun")
        ip("link", "set", "tunnel", "up")
        try:
            for words in (["169.254.0.5/16", "scope", "link"], ["198.18.5.66/24"], ["192.0.2.130", "peer", "192.0.2.131/32"]):
                ip("address", "add", *words, "dev", "tunnel")
            for via, source in (("192.0.2.131", "192.0.2.130"), ("169.254.0.1", "198.18.5.66")):
                ip("route", "replace", "default", "via", via, "dev", "tunnel")
                shown = subprocess.run(["ip", "route", "get", "192.0.0.8"], capture_output=True, text=True, check=True).stdout
                self.assertIn(f"src {source} ", shown)
                self.assertIn("TCP is end to end", self.ok("--nat", "--", "true")[1])
        finally:
            ip("link", "delete", "tunnel")

    def test_tables_of_any_name_are_passed_over(self):
        table(b"a b")  # that nft cannot name
        self.addCleanup(nft, "flush ruleset")
        started = self.start("--nat")
        table(b"x;flush ruleset")
        said = self.end(started)
        self.assertIn("TCP is end to end", said)
        self.assertNotIn("NOT VALID", said)
        self.assertIn("a b", nft("list tables"))
        nft("flush ruleset")

    def test_an_interface_of_its_name_is_somebody_elses(self):
        for make in (["link", "add", "seawind-0", "type", "veth"], ["link", "property", "add", "dev", "lan", "altname", "seawind-0"]):
            subprocess.run(["ip", *make], check=True)
            before = links()
            try:
                _, err = self.ok("--nat", "--", "ping", "-c", "1", SERVER)
                self.assertIn("seawind: TCP is end to end\n", err)
                self.assertEqual(before, links())
            finally:
                undo = ["link", "property", "del", "dev", "lan", "altname", "seawind-0"] if "property" in make else ["link", "del", "seawind-0"]
                subprocess.run(["ip", *undo], check=True)

    def test_where_packets_would_take_another_way_tcp_is_split(self):
        ip = lambda *words: subprocess.run(["ip", *words], check=True)
        ip("route", "add", "default", "via", SERVER, "table", "100")
        ip("rule", "add", "priority", "100", "lookup", "100")
        try:
            _, err = self.ok("--nat", "--", PYTHON, "-c", CONNECT, SERVER, self.port)
        finally:
            ip("rule", "del", "priority", "100")
            ip("route", "flush", "table", "100")
        self.server.stdout.readline()
        self.assertRegex(err, r"TCP is split at the fixed host: this machine sends what is for 10\.\d+\.1\.2 by wan, not seawind-\d+")

    def test_a_name_server_and_an_exposed_service_need_a_port_each(self):
        _, err = self.ok("--nat", "--expose", 53, "--", PYTHON, "-c", CONNECT, SERVER, self.port)
        self.server.stdout.readline()
        self.assertIn("TCP is split at the fixed host: port 53 of its address is that of the name server", err)

    def test_a_machine_that_forwards_is_left_alone(self):
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        before = state()
        started = self.start("--nat")
        self.assertTrue(self.reaches(started))
        self.end(started)
        self.assertEqual(before, state())
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("0")

    @staticmethod
    def passes_from_the_neighbour():
        return subprocess.run(["nsenter", "-t", str(SERVERS["neighbour"]), "-n", "ping", "-q", "-c", "1", "-W", "1",
                               SERVER], capture_output=True).returncode == 0

    def test_the_machine_forwards_for_nobody_else(self):
        started = self.start("--nat")
        self.assertTrue(self.reaches(started))
        self.assertFalse(self.passes_from_the_neighbour())
        self.end(started)
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        self.assertTrue(self.passes_from_the_neighbour())
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("0")

    def test_the_machine_forwards_multicast_as_before(self):
        group = "239.1.2.3"
        add_vif, add_route = 202, 204  # of <linux/mroute.h>
        router = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_IGMP)
        self.addCleanup(router.close)
        router.setsockopt(socket.IPPROTO_IP, 200, 1)  # MRT_INIT
        for vif, name in enumerate(("wan", "lan")):
            router.setsockopt(socket.IPPROTO_IP, add_vif, struct.pack("=HBBIi4s", vif, 8, 1, 0, socket.if_nametoindex(name), b""))
        router.setsockopt(socket.IPPROTO_IP, add_route, struct.pack("=4s4sH32s2xIIIi", socket.inet_aton(SERVER), socket.inet_aton(group),
                                                                    0, bytes([0, 1]), 0, 0, 0, 0))
        listener = at(SERVERS["neighbour"], PYTHON, "-c", LISTEN, group)
        self.addCleanup(listener.stdout.close)
        self.addCleanup(listener.wait)
        self.addCleanup(listener.kill)
        self.assertEqual("ready\n", listener.stdout.readline())
        started = self.start("--nat")
        at(SERVERS["server"], PYTHON, "-c", CALL, group, "during").communicate()
        self.end(started)
        at(SERVERS["server"], PYTHON, "-c", CALL, group, "after").communicate()
        self.assertEqual("during\n", listener.stdout.readline())

    def test_behind_a_firewall_tcp_is_split(self):
        for rule, said in (("policy drop;", "policy drop"), ("\niifname wan reject\n", "a rule may drop")):
            nft(f"table inet fw {{\nchain passing {{\ntype filter hook forward priority 0; {rule}\n}}\n}}\n")
            self.addCleanup(nft, "flush ruleset")
            why = (f"TCP is split at the fixed host: this machine's firewall may drop its packets (table inet fw, "
                   f"chain passing: {said})\n")
            _, err = self.ok("--nat", "--", PYTHON, "-c", CONNECT, SERVER, self.port)
            self.assertIn("seawind: " + why, err)
            self.assertLess(int(self.server.stdout.readline().split()[1]) / 1e6, ROUND_TRIP)
            _, err = self.ok("-q", "--nat", "--", PYTHON, "-c", CONNECT, SERVER, self.port)
            self.assertIn("seawind: warning: " + why, err)
            self.server.stdout.readline()
            nft("delete table inet fw")


def has(file, text):
    try:
        return text in file.read_bytes()
    except OSError:  # ended
        return False


def at(process, *words):
    """Starts a program in the network namespace of a process."""
    enter = ["nsenter", "-t", str(process), "-n"] if process else []
    return subprocess.Popen([*enter, *words], stdout=subprocess.PIPE, text=True)


# To and from the group that the first argument names.
LISTEN = """import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("", 5000))
s.setsockopt(0, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(sys.argv[1]) + socket.inet_aton("203.0.113.2"))
print("ready", flush=True)
while True: print(s.recv(99).decode(), flush=True)
"""
CALL = """import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.setsockopt(0, socket.IP_MULTICAST_TTL, 8)
s.sendto(sys.argv[2].encode(), (sys.argv[1], 5000))
"""
SERVERS = {}
HOLDERS = []


def in_own_namespaces():
    for name in ("server", "neighbour"):
        holder = subprocess.Popen(["unshare", "--net", PYTHON, "-c", "print(flush=True); " + NOTHING],
                                  stdout=subprocess.PIPE)
        holder.stdout.readline()
        SERVERS[name] = holder.pid
        HOLDERS.append(holder)
    steps = [["ip", "link", "set", "lo", "up"],
             ["ip", "link", "add", "wan", "type", "veth", "peer", "name", "eth0", "netns", str(SERVERS["server"])],
             ["ip", "link", "add", "lan", "type", "veth", "peer", "name", "eth0", "netns", str(SERVERS["neighbour"])],
             ["ip", "address", "add", f"{MACHINE}/24", "dev", "wan"],
             ["ip", "address", "add", "203.0.113.1/24", "dev", "lan"],
             ["ip", "link", "set", "wan", "up"], ["ip", "link", "set", "lan", "up"],
             ["ip", "neighbour", "add", SILENT, "lladdr", "02:00:00:00:00:09", "dev", "wan"],
             ["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/dev/net"],
             ["mknod", "-m", "666", "/dev/net/tun", "c", "10", "200"]]
    for name, address, gateway in (("server", SERVER, MACHINE), ("neighbour", "203.0.113.2", "203.0.113.1")):
        enter = ["nsenter", "-t", str(SERVERS[name]), "-n"]
        steps += [[*enter, "ip", "address", "add", f"{address}/24", "dev", "eth0"],
                  [*enter, "ip", "link", "set", "eth0", "up"],
                  [*enter, "ip", "route", "add", "default", "via", gateway]]
    for words in steps:
        subprocess.run(words, check=True)
    resolver = pathlib.Path("/dev/net/resolv.conf")  # ends with the namespace
    resolver.write_text(f"nameserver {RESOLVER}\n")
    resolver.chmod(0o644)
    subprocess.run(["mount", "--bind", resolver, "/etc/resolv.conf"], check=True)
    for name in ("all", "default", "wan", "lan"):
        pathlib.Path(f"/proc/sys/net/ipv4/conf/{name}/forwarding").write_text("0")
        pathlib.Path(f"/proc/sys/net/ipv4/conf/{name}/rp_filter").write_text("1")  # strict


if __name__ == "__main__":
    if os.environ.get("SEAWIND_TEST_INSIDE") is None:
        if os.geteuid() != 0 or pathlib.Path("/proc/self/uid_map").read_text().split()[2] == "1":
            print("skipped: only root changes the network of the machine")
            sys.exit(77)
        os.environ["SEAWIND_TEST_INSIDE"] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, "-B", *sys.argv])
    in_own_namespaces()
    unittest.main(verbosity=2)
