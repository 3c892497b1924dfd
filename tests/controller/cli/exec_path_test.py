#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Elements of the path around the radio (docs/reference/path.md), with real sockets over `seawind exec`."""
import os
import unittest

from cli_support import SeawindCase

PYTHON = "/usr/bin/python3"
# On a busy machine, too.
LIMITS = ["--limit", "lateness_p999=1s", "--limit", "lateness_max=10s", "--limit", "cpu_steal=100%"]
WAY = "{rate_base: 50Mbit/s, propagation_delay: 5ms, link_send_buffer_size: 500kB}"

# Answers the first datagram with its source, once for each of the arguments, that many seconds after the last time.
LATE_ANSWERS = """
import socket, sys, threading, time
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("0.0.0.0", 4000))
data, peer = server.recvfrom(100)
for delay in map(float, sys.argv[1:]):
    time.sleep(delay)
    server.sendto(repr(peer).encode(), peer)
time.sleep(60)
"""
# Sends a datagram and prints what comes back until nothing has come for 1.5 s.
LISTEN = """
import os, socket
fixed = os.environ["SEAWIND_FIXED_ADDRESS"]
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
    peer.bind(("0.0.0.0", 5000))
    peer.settimeout(1.5)
    peer.sendto(b"hello", (fixed, 4000))
    try:
        while True:
            print(peer.recv(100).decode(), flush=True)
    except TimeoutError:
        pass
"""
# Serves 200000 bytes to each connection, behind the client's address in 30 bytes.
SERVE = """
import socket
with socket.create_server(("0.0.0.0", 4000)) as server:
    while True:
        peer, address = server.accept()
        with peer:
            peer.sendall(repr(address).ljust(30).encode() + bytes(200_000))
"""
# Prints the first 30 bytes and the number of those that follow within 3 s each.
FETCH = """
import os, socket
fixed = os.environ["SEAWIND_FIXED_ADDRESS"]
with socket.create_connection((fixed, 4000), timeout=3) as peer:
    data = b""
    try:
        while part := peer.recv(65536):
            data += part
    except TimeoutError:
        pass
print(data[:30].decode().strip())
print(max(0, len(data) - 30))
"""
# Prints the error that a connected UDP socket sees within 1 s.
REFUSED = """
import os, socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
    peer.settimeout(1)
    peer.connect((os.environ["SEAWIND_FIXED_ADDRESS"], 443))
    try:
        peer.send(b"hello")
        peer.recv(100)
    except OSError as error:
        print(type(error).__name__, error.errno)
"""
# Over IPv6 behind the NAT64: fetches as FETCH, then exchanges a datagram of 3000 bytes, sends one to a closed port, and
# prints what it sees.
SIX = """
import os, socket
fixed = os.environ["PREFIX"] + os.environ["SEAWIND_FIXED_ADDRESS"]
with socket.create_connection((fixed, 4000), timeout=3) as peer:
    data = b""
    while part := peer.recv(65536):
        data += part
print(data[:30].decode().strip(), len(data) - 30)
with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as peer:
    peer.settimeout(3)
    peer.sendto(bytes(3000), (fixed, 4000))
    data, source = peer.recvfrom(4000)
    print(len(data), source[0])
    peer.connect((fixed, 9))
    peer.send(b"hello")
    try:
        peer.recv(100)
    except OSError as error:
        print(type(error).__name__)
"""
# The congestion control of a connection over IPv6.
ALGORITHM = """
import os, socket
with socket.create_connection(("64:ff9b::" + os.environ["SEAWIND_FIXED_ADDRESS"], 4000), timeout=3) as peer:
    print(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16).rstrip(b"\\0").decode())
"""
# SERVE, and an echo of datagrams that may be fragmented.
SERVE_BOTH = """
import socket, threading
def echo():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.setsockopt(socket.IPPROTO_IP, 10, 0)  # IP_MTU_DISCOVER: without DF
        server.bind(("0.0.0.0", 4000))
        while True:
            data, peer = server.recvfrom(4000)
            server.sendto(data, peer)
threading.Thread(target=echo, daemon=True).start()
""" + SERVE
CONNECT = """
import os, socket
try:
    socket.create_connection((os.environ["SEAWIND_FIXED_ADDRESS"], 25), timeout=3)
except OSError as error:
    print(type(error).__name__)
"""


class Path(SeawindCase):
    def over(self, stages, program, *fixed, tcp="linux-default"):
        """The lines that `program` prints at the mobile host, and the summary. `fixed`: a program of the fixed host
        and its arguments. `tcp`: the variant of both hosts."""
        (self.path / "profiles").mkdir(exist_ok=True)
        (self.path / "profiles/path.yaml").write_text(f"downlink: {WAY[:-1]}, stages: {stages}}}\nuplink: {WAY}\n")
        at_fixed = []
        if fixed:
            (self.path / "fixed.py").write_text(fixed[0])
            at_fixed = ["--at-fixed", " ".join([PYTHON, "fixed.py", *fixed[1:]])]
        code, out, err = self.run_seawind("exec", "--link", "path", "--tcp", tcp, *LIMITS, *at_fixed, "--",
                                          PYTHON, "-c", program)
        self.assertEqual(0, code, err)
        return out.splitlines(), err

    def test_a_mapping_of_udp_ends_in_silence(self):
        # 0.5 s: within the time-out of 1 s; 0.7 s later: refreshed by the answer; 1.3 s later: over.
        lines, err = self.over("[{nat: {udp_timeout: 1s}}]", LISTEN, LATE_ANSWERS, "0.5", "0.7", "1.3")
        self.assertEqual(["('100.64.0.3', 5000)"] * 2, lines)
        self.assertIn("nat_no_mapping", err)

    def test_tcp_through_the_nat(self):
        lines, _ = self.over("[{nat: {pool: 7}}]", FETCH, SERVE)
        self.assertRegex(lines[0], r"^\('100\.64\.7\.3', \d+\)$")
        self.assertEqual("200000", lines[1])

    def test_ipv6_through_the_nat64(self):
        for stage, prefix, source in (("{}", "64:ff9b::", "64:ff9b::a00:1"),
                                      ("{pool: 7, prefix: '2001:db8:64::/96', mtu: 1280B}", "2001:db8:64::",
                                       "2001:db8:64::a00:1")):
            os.environ["PREFIX"] = prefix
            lines, err = self.over(f"[{{nat64: {stage}}}]", SIX, SERVE_BOTH)
            self.assertRegex(lines[0], rf"^\('100\.64\.{7 if 'pool' in stage else 0}\.3', \d+\) 200000$")
            self.assertEqual([f"3000 {source}", "ConnectionRefusedError"], lines[1:])
            # Segments with DF of the server's own size do not fit 1280 B; the answers correct it.
            self.assertEqual("mtu" in err, "mtu" in stage, err)
            # Fragments are the host's packets, answers are not.
            self.assertEqual("of the link itself" in err, "mtu" in stage, err)
        ping = 'import os, subprocess; subprocess.run(["ping", "-6", "-c1", "-W3", "64:ff9b::" + ' \
               'os.environ["SEAWIND_FIXED_ADDRESS"]])'
        self.assertIn("1 received", "".join(self.over("[{nat64: {}}]", ping)[0]))

    def test_the_tcp_variant_holds_behind_the_nat64(self):
        for tcp, algorithm in (("linux-default", "cubic"), ("reno", "reno")):
            self.assertEqual([algorithm], self.over("[{nat64: {}}]", ALGORITHM, SERVE, tcp=tcp)[0])

    def test_a_black_hole_stops_tcp_and_its_answer_helps(self):
        hole, err = self.over("[{mtu_black_hole: {size: 1280B}}]", FETCH, SERVE)
        self.assertEqual("0", hole[-1])
        self.assertIn("mtu", err)
        for stages in "{mtu_black_hole: {size: 1280B, answer: icmp}}", \
                      "{mtu_black_hole: {size: 1280B, answer: icmp}}, {nat: {}}":
            self.assertEqual("200000", self.over(f"[{stages}]", FETCH, SERVE)[0][-1])

    def test_blocked_udp_and_tcp(self):
        self.assertEqual(["TimeoutError None"],
                         self.over("[{firewall: {ports: [443]}}]", REFUSED)[0])
        stages = "[{firewall: {ports: [443], answer: icmp}}, {firewall: {protocol: tcp, answer: reset}}]"
        lines, err = self.over(stages, REFUSED)
        self.assertEqual(["OSError 113"], lines)  # EHOSTUNREACH
        self.assertIn("firewall", err)
        lines, _ = self.over("[{firewall: {protocol: tcp, ports: [25], answer: reset}}]", CONNECT)
        self.assertEqual(["ConnectionRefusedError"], lines)
        self.assertEqual("200000", self.over("[{firewall: {}}]", FETCH, SERVE)[0][-1])


if __name__ == "__main__":
    unittest.main()
