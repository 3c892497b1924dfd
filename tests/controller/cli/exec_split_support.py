# SPDX-License-Identifier: GPL-3.0-or-later
"""The network behind the fixed host for exec_split_test.py: one server, as a program of its own namespace, and
what clients do there."""
import os
import pathlib
import select
import subprocess
import sys

SERVER = "203.0.113.2"
MACHINE = "203.0.113.1"
BLACK_HOLE, UNREACHABLE, PROHIBITED, NO_NETWORK = (f"198.51.100.{n}" for n in (1, 2, 3, 4))
NO_ROUTE = "198.51.100.5"  # for the machine itself; a router limits the rate of its ICMP messages
NOBODY = "203.0.113.99"  # does not answer ARP
ECHO, GREET, RESET, WATCH, DSCP, CLOSED, NAMES = 7001, 7002, 7003, 7004, 7005, 7006, 53

SERVICES = """
import socket, struct, sys, threading
TCP_SAVE_SYN, TCP_SAVED_SYN = 27, 28
def rest(peer):
    try:
        return b"".join(iter(lambda: peer.recv(65536), b"")).decode()
    except OSError as error:
        return type(error).__name__
def reset(peer):
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
def echo(peer):
    peer.sendall(rest(peer).upper().encode())
def greet(peer):  # ends its side first
    peer.sendall(b"first")
    peer.shutdown(socket.SHUT_WR)
    print("greeted", rest(peer), flush=True)
def reset_soon(peer):
    peer.sendall(b"data")
    peer.recv(1)
    reset(peer)
def watch(peer):
    print("watched", rest(peer), flush=True)
def dscp(peer):
    peer.sendall(str(peer.getsockopt(socket.IPPROTO_TCP, TCP_SAVED_SYN, 200)[1] >> 2).encode())
def names(peer):
    peer.sendall(b"the name server")
def serve(port, service):
    listener = socket.create_server(("0.0.0.0", port), backlog=1000)
    listener.setsockopt(socket.IPPROTO_TCP, TCP_SAVE_SYN, 1)
    def handle(peer):
        with peer:
            service(peer)
    def run():
        while True:
            threading.Thread(target=handle, args=[listener.accept()[0]], daemon=True).start()
    threading.Thread(target=run, daemon=True).start()
print("namespace", flush=True)
sys.stdin.readline()
for port, service in zip(map(int, sys.argv[1:]), (echo, greet, reset_soon, watch, dscp, names)):
    serve(port, service)
print("serving", flush=True)
sys.stdin.read()
"""

# What follows is for clients: what connect() returns, and after how many seconds.
CLIENT = """
import errno, json, select, socket, struct, sys, time
def is_connected(peer):
    # connect() of Python may read the socket's error just before the kernel sets it.
    try:
        return bool(peer.getpeername())
    except OSError:
        error = select.poll()
        error.register(peer, select.POLLERR)
        while not error.poll()[0][1] & select.POLLERR:
            pass
        return False
def attempt(address, port, limit=10):
    peer = socket.socket()
    peer.settimeout(limit)
    begun = time.monotonic()
    try:
        peer.connect((address, port))
        what = "accepted" if is_connected(peer) else errno.errorcode[peer.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)]
    except socket.timeout as error:
        what = "pending" if error.errno is None else errno.errorcode[error.errno]
    except OSError as error:
        what = errno.errorcode[error.errno]
    return peer, what, time.monotonic() - begun
def read(peer, bytes=65536):
    try:
        return peer.recv(bytes).decode()
    except OSError as error:
        return errno.errorcode[error.errno]
def rest(peer):
    return b"".join(iter(lambda: peer.recv(65536), b"")).decode()
def show(what):
    print(json.dumps(what))
"""


class Network:
    """Joins this process's network namespace to that of a server, which is also the router to addresses that drop
    or reject."""

    def __init__(self):
        ports = [ECHO, GREET, RESET, WATCH, DSCP, NAMES]
        self.server = subprocess.Popen(["unshare", "--net", sys.executable, "-c", SERVICES, *map(str, ports)],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.server.stdout.readline() == "namespace\n"
        there = ["nsenter", f"--net=/proc/{self.server.pid}/ns/net"]
        self.run("ip link add net0 type veth peer name net1 netns", self.server.pid)
        self.run(f"ip address add {MACHINE}/24 dev net0")
        self.run("ip link set net0 up")
        self.run(*there, f"ip address add {SERVER}/24 dev net1")
        self.run(*there, "ip link set net1 up")
        self.run("ip route add default via", SERVER)
        self.run("ip route add unreachable", NO_ROUTE)
        for kind, address in (("blackhole", BLACK_HOLE), ("unreachable", UNREACHABLE), ("prohibit", PROHIBITED)):
            self.run(*there, f"ip route add {kind} {address}")
        self.run(*there, "sysctl -qw net.ipv4.ip_forward=1 net.ipv4.icmp_ratemask=0")
        self.server.stdin.write("\n")
        self.server.stdin.flush()
        assert self.server.stdout.readline() == "serving\n"

    @staticmethod
    def run(*words):
        subprocess.run(" ".join(map(str, words)), shell=True, check=True)

    def line(self):
        """The server's next line. Raises AssertionError when there is none within 20 s."""
        text = b""
        while not text.endswith(b"\n"):
            if not select.select([self.server.stdout], [], [], 20)[0]:
                raise AssertionError(f"the server has shown nothing after {text!r}")
            byte = os.read(self.server.stdout.fileno(), 1)
            if not byte:
                break
            text += byte
        return text.decode().strip()

    def close(self):
        self.server.stdin.close()
        self.server.stdout.close()
        self.server.wait()


def resolve_at_the_server(folder):
    """For this mount namespace."""
    file = pathlib.Path(folder) / "resolv.conf"
    file.write_text(f"nameserver {SERVER}\n")
    file.chmod(0o644)
    subprocess.run(["mount", "--bind", file, "/etc/resolv.conf"], check=True)
