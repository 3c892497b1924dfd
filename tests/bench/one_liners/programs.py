#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small programs of one_liners.py that no package has."""
import asyncio
import http.server
import socket
import statistics
import subprocess
import sys
import time
import urllib.request


def took(*command):
    start = time.monotonic()
    subprocess.run(" ".join(command) if len(command) == 1 else list(command), check=True, shell=len(command) == 1,
                   stdout=subprocess.DEVNULL)
    print(f"took {time.monotonic() - start:.6f} s")


def sink(port):
    """Reads what is PUT."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_PUT(self):
            self.send_response_only(100)
            self.end_headers()
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
    http.server.HTTPServer(("", int(port)), Handler).serve_forever()


def echo(port):
    import websockets

    async def answer(connection, *_):
        async for message in connection:
            await connection.send(message)

    async def serve():
        async with websockets.serve(answer, "0.0.0.0", int(port)):
            await asyncio.Future()
    asyncio.run(serve())


def messages(host, port):
    import websockets

    async def exchange():
        times = []
        async with websockets.connect(f"ws://{host}:{port}") as connection:
            for _ in range(30):
                start = time.monotonic()
                await connection.send("x" * 200)
                await connection.recv()
                times.append(time.monotonic() - start)
        print(f"took {statistics.median(times):.6f} s")
    asyncio.run(exchange())


def respond(port):
    with socket.create_server(("", int(port))) as server:
        while True:
            peer, _ = server.accept()
            with peer:
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while data := peer.recv(1000):
                    peer.sendall(data[:1])


def requests(host, port):
    times = []
    with socket.create_connection((host, int(port))) as peer:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(50):
            start = time.monotonic()
            peer.sendall(b"x")
            peer.recv(1)
            times.append(time.monotonic() - start)
    print(f"took {statistics.median(times):.6f} s")


def keys(port):
    """One byte each 10 ms, as a terminal sends them."""
    with socket.create_server(("", int(port))) as server:
        while True:
            peer, _ = server.accept()
            with peer:
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                start = time.monotonic()
                for i in range(200):
                    time.sleep(max(0.0, start + i / 100 - time.monotonic()))
                    peer.sendall(b"x")


def typed(host, port):
    """The median time between two bytes that arrive one by one; a lump of n bytes counts n times nothing."""
    with socket.create_connection((host, int(port))) as peer:
        last = None
        gaps = []
        while data := peer.recv(1000):
            now = time.monotonic()
            if last is not None:
                gaps += [now - last] + [0.0] * (len(data) - 1)
            last = now
    print(f"took {statistics.median(gaps):.6f} s")


def segments(url, count):
    """Segments of a video, one each second; the median time of one."""
    times = []
    start = time.monotonic()
    for i in range(int(count)):
        time.sleep(max(0.0, start + i - time.monotonic()))
        begin = time.monotonic()
        urllib.request.urlopen(url).read()
        times.append(time.monotonic() - begin)
    print(f"took {statistics.median(times):.6f} s")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
