# SPDX-License-Identifier: GPL-3.0-or-later
"""Services of the machine and client programs for exec_test.py."""
import functools
import http.server
import os
import pathlib
import socket
import threading

MACHINE = "192.0.2.1"  # an address of the machine beside 127.0.0.1

CONNECT = """
import socket, sys, time
begun = time.monotonic()
with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=10) as peer:
    connected = time.monotonic() - begun
    peer.sendall(b"GET /content HTTP/1.0\\r\\n\\r\\n")
    answer = b"".join(iter(lambda: peer.recv(65536), b""))
print(connected, time.monotonic() - begun, len(answer.split(b"\\r\\n\\r\\n", 1)[1]))
"""
# Prints the congestion control of a connection.
ALGORITHM = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=10) as peer:
    print(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16).rstrip(b"\\0").decode())
"""
ECHO = """
import socket, sys, time
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
    peer.settimeout(10)
    begun = time.monotonic()
    peer.sendto(b"hello", (sys.argv[1], int(sys.argv[2])))
    print(peer.recvfrom(100)[0].decode(), time.monotonic() - begun)
"""

# Sends to an address through an interface, whatever the routes are.
REACH = """
import socket, sys
for kind in socket.SOCK_DGRAM, socket.SOCK_STREAM:
    with socket.socket(socket.AF_INET, kind) as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, sys.argv[1].encode())
        peer.settimeout(0.5)
        try:
            peer.connect((sys.argv[2], int(sys.argv[3])))
            peer.send(b"hello")
        except OSError:
            pass
"""

# Prints its port, serves 51200 bytes to each connection, and prints the client's address and the round-trip time in us
# of the server's TCP when the connection ends.
INFO = """
import socket, struct, sys
with socket.create_server((sys.argv[1], 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        peer, address = server.accept()
        with peer:
            peer.recv(65536)
            peer.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n" + bytes(51200))
            peer.shutdown(socket.SHUT_WR)
            while peer.recv(65536): pass
            info = peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
            print(address[0], struct.unpack("16I", info[8:72])[15], flush=True)
"""
# Prints whether the mobile host has TCP segmentation offload.
OFFLOAD = """
import array, fcntl, socket, struct
ETHTOOL, GET_TSO = 0x8946, 0x1e
value = array.array("I", [GET_TSO, 0])
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), ETHTOOL,
            struct.pack("16sQ8x", b"mobile", value.buffer_info()[0]))
print(value[1])
"""
# Prints its port and answers datagrams.
ANSWER = """
import socket, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
    server.bind((sys.argv[1], 0))
    print(server.getsockname()[1], flush=True)
    while True:
        data, peer = server.recvfrom(100)
        server.sendto(data.upper(), peer)
"""
# A name server at sys.argv[1]: every name has the address sys.argv[2]; by UDP only udp.test and by TCP only tcp.test.
DNS = """
import socket, sys, threading
def answer(query, name):
    question = query[12:query.index(b"\\0", 12) + 5]
    known = name in question and question[-4:] == b"\\0\\1\\0\\1"
    record = b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\1\\0\\4" + socket.inet_aton(sys.argv[2])
    return (query[:2] + b"\\x81\\x80\\0\\1\\0" + bytes([known]) + b"\\0\\0\\0\\0" + question +
            (record if known else b""))
def stream():
    while True:
        with listener.accept()[0] as peer:
            while length := peer.recv(2, socket.MSG_WAITALL):
                reply = answer(peer.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL), b"tcp")
                peer.sendall(len(reply).to_bytes(2, "big") + reply)
listener = socket.create_server((sys.argv[1], 53))
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind((sys.argv[1], 53))
print(flush=True)
threading.Thread(target=stream, daemon=True).start()
while True:
    query, peer = server.recvfrom(1500)
    server.sendto(answer(query, b"udp"), peer)
"""

# Prints its port and, when its connection ends, how many bytes arrived.
RECEIVE = """
import socket, sys
with socket.create_server(("0.0.0.0", int(sys.argv[1]))) as server:
    print("port", server.getsockname()[1], flush=True)
    peer = server.accept()[0]
pieces = list(iter(lambda: peer.recv(65536), b""))
print("received", sum(map(len, pieces)), flush=True)
"""
SEND = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as peer:
    peer.sendall(bytes(int(sys.argv[3])))
"""
# Sends one byte every 10 ms; the other end prints the largest number of bytes that arrived together.
DRIP = """
import socket, sys, time
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    peer = server.accept()[0]
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
for i in range(60):
    peer.sendall(b"x")
    time.sleep(0.01)
"""
LARGEST = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as peer:
    print(max(map(len, iter(lambda: peer.recv(65536), b""))))
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def serve_web(folder, address):
    server = http.server.ThreadingHTTPServer((address, 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def serve_echo():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((MACHINE, 0))

    def run():
        while True:
            data, peer = server.recvfrom(100)
            server.sendto(data.upper(), peer)

    threading.Thread(target=run, daemon=True).start()
    return server


def programs(mark):
    """The names, by pid, of the live processes with the mark in their environment, except this one."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if mark.encode() in (entry / "environ").read_bytes():
                found[int(entry.name)] = os.readlink(entry / "exe").rsplit("/", 1)[-1]
        except OSError:  # ended
            continue
    return found


def processes(mark):
    return list(programs(mark).values())
