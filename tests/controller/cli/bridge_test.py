#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind bridge as root. Runs itself in network and mount namespaces of its own, the machine, with a /run of its own
for `ip netns`.

SEAWIND_KILLS: how many bridges are killed at random [4]."""
import fcntl
import json
import os
import pathlib
import pty
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import machine
from machine import ip, run, within

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"
LINK = "{rate_base: 20Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 100kB}"
ROUND_TRIP = 100.0  # ms, of the link; 84 bytes take 34 us each way
NOTHING = "import signal; signal.pause()"
# Prints the address of each client and answers it with that.
ANSWER = """
import socket, threading
def serve(peer, address):
    with peer:
        while peer.recv(100):
            peer.sendall(address[0].encode())
with socket.create_server(("0.0.0.0", 4000)) as server:
    print("ready", flush=True)
    while True:
        threading.Thread(target=serve, args=server.accept(), daemon=True).start()
"""
# Prints the answer to a connection; after a line of input, what becomes of that one, and the answer to a new one.
ASK_TWICE = """
import socket
def answer(peer):
    peer.sendall(b"hello")
    return peer.recv(100).decode()
def connect():
    return socket.create_connection(("10.0.0.1", 4000), timeout=5)
old = connect()
print(answer(old), flush=True)
input()
try:
    print(answer(old))
except OSError as error:
    print(type(error).__name__)
print(answer(connect()))
"""

# What a device does with its lease.
LEASE = """#!/bin/sh
[ "$1" = bound ] || exit 0
ip address add "$ip/$mask" dev "$interface" && ip link set "$interface" mtu "$mtu" && ip route add default via "$router"
echo "nameserver $dns" >"$RESOLVER"
"""
# hostapd as far as it concerns others: it keeps its configuration, joins the card to the bridge that it makes, and
# removes that in the end.
HOSTAPD = """#!/bin/sh
cp "$1" {0}/hostapd.conf
for line in interface bridge; do eval "$(grep "^$line=" {0}/hostapd.conf)"; done
[ -e {0}/refuses ] && cat {0}/refuses && exit 1
ip link add "$bridge" type bridge && ip link set "$interface" master "$bridge" up
trap 'ip link del "$bridge"; kill $!; exit 0' TERM
echo "$interface: AP-ENABLED"
sleep 100 >/dev/null &
wait
"""


def state(*spaces):
    """Interfaces, addresses, routes and forwarding of the machine and of namespaces."""
    found = {}
    for space in (None, *spaces):
        where = ["-n", space] if space else []
        links = [(one["ifname"], one["address"], one["mtu"], one.get("promiscuity"), one["operstate"],
                  [address["local"] for address in one["addr_info"]])
                 for one in json.loads(ip("-j", "-d", *where, "address"))]
        inside = ["ip", "netns", "exec", space] if space else []
        found[space] = (links, ip(*where, "route"),
                        run(*inside, "sh", "-c", "cat /proc/sys/net/ipv4/conf/*/forwarding").stdout)
    return found


def without_ipv6(interface, space=None):
    """It then sends nothing by itself."""
    inside = ["ip", "netns", "exec", space] if space else []
    run(*inside, "sysctl", "-w", f"net.ipv6.conf.{interface}.disable_ipv6=1")


def children(pid):
    """All that descends from the process, without it."""
    out = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                out += [int(child), *children(int(child))]
        except OSError:
            pass
    return out


def alive(processes):
    return [pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() for pid in processes if os.path.exists(f"/proc/{pid}/exe")]


class Bridge(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.link = pathlib.Path(cls.folder.name) / "even.yaml"
        cls.link.write_text(f"downlink: {LINK}\nuplink: {LINK}\n")
        for space in ("left", "right"):
            ip("netns", "add", space)

    @classmethod
    def tearDownClass(cls):
        for space in ("left", "right"):
            ip("netns", "del", space)
        cls.folder.cleanup()

    def setUp(self):
        self.before = state("left", "right")

    def tearDown(self):
        self.assertTrue(within(3, lambda: state("left", "right") == self.before),
                        (self.before, state("left", "right")))

    def begin(self, *options, fixed="netns:left", mobile="netns:right", path=None, file=None, link=None):
        """Returns the bridge, of the options or of a file, when the link runs."""
        environment = {**os.environ, **({"PATH": path} if path else {})}
        words = [file] if file else ["--link", link or self.link, "--fixed", fixed, "--mobile", mobile]
        bridge = subprocess.Popen([BIN / "seawind", "bridge", "--configs", CONFIGS, *words, "--json", *options],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(lambda: (bridge.poll() is None and bridge.kill(), bridge.communicate()))
        bridge.first = bridge.stdout.readline()
        if not bridge.first:
            self.fail(f"{bridge.wait()}: {bridge.stderr.read()}")
        return bridge

    def end(self, bridge):
        """Returns the lines of the counters and the summary."""
        bridge.send_signal(signal.SIGINT)
        out, err = bridge.communicate(timeout=30)
        self.assertIn(bridge.returncode, (0, 1), err)  # 1: the machine was late
        return [json.loads(line) for line in (bridge.first + out).splitlines()], err

    def test_a_terminal_that_closes_ends_the_link(self):
        summary = pathlib.Path(self.folder.name) / "summary"
        summary.touch()
        pid, terminal = pty.fork()
        if pid == 0:
            out = os.open(summary, os.O_WRONLY)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.execv(BIN / "seawind", ["seawind", "bridge", "--configs", str(CONFIGS), "--link", self.link, "--fixed",
                                       "netns:left", "--mobile", "netns:right"])
        self.assertTrue(within(20, lambda: "link even" in summary.read_text()))
        os.close(terminal)
        self.assertIn(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), (0, 1))  # 1: the machine was late
        self.assertIn("the link ran", summary.read_text())
        self.assertNotIn("has ended", summary.read_text())

    def put_hosts_behind_interfaces(self):
        """The hosts left and right, 10.7.0.1 and 10.7.0.2, behind to-left and to-right of the machine."""
        for i, host in enumerate(("left", "right"), 1):
            ip("link", "add", f"to-{host}", "type", "veth", "peer", "name", "e", "netns", host)
            self.addCleanup(run, "ip", "link", "del", f"to-{host}")
            ip("link", "set", f"to-{host}", "up")
            ip("-n", host, "link", "set", "e", "up")
            ip("-n", host, "address", "add", f"10.7.0.{i}/24", "dev", "e")
        self.assertTrue(within(3, lambda: all("state UP" in ip("-n", host, "link", "show", "e")
                                              for host in ("left", "right"))))

    def begin_names(self):
        """A name server of the machine that knows www.test; other names are none."""
        file = pathlib.Path(self.folder.name) / "names"
        file.write_text("nameserver 127.0.0.1\n")
        ip("address", "add", "198.51.100.1/32", "dev", "lo")
        run("mount", "--bind", file, "/etc/resolv.conf")
        server = subprocess.Popen(["dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--pid-file=", "--no-resolv",
                                   "--no-hosts", "--listen-address=127.0.0.1", "--bind-interfaces",
                                   "--address=/www.test/198.51.100.1"], stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (server.kill(), server.wait(), run("umount", "/etc/resolv.conf"),
                                 run("ip", "address", "del", "198.51.100.1/32", "dev", "lo")))

    def plug_device(self, space):
        """The host `space` behind to-SPACE of the machine."""
        ip("link", "add", f"to-{space}", "type", "veth", "peer", "name", "e", "netns", space)
        self.addCleanup(run, "ip", "link", "del", f"to-{space}")
        without_ipv6(f"to-{space}")
        without_ipv6("e", space)
        ip("link", "set", f"to-{space}", "up")
        ip("-n", space, "link", "set", "e", "up")
        self.assertTrue(within(3, lambda: "state UP" in ip("-n", space, "link", "show", "e")))

    def plug_devices_behind_a_switch(self):
        """The hosts left and right behind the interface lan of the machine."""
        for space in ("left", "right"):
            self.plug_device(space)
        ip("link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
        self.addCleanup(run, "ip", "link", "del", "switch")
        ip("link", "add", "lan", "type", "veth", "peer", "name", "port")
        self.addCleanup(run, "ip", "link", "del", "lan")
        for name in ("switch", "lan", "port"):
            without_ipv6(name)
        for name in ("to-left", "to-right", "port"):
            ip("link", "set", name, "master", "switch", "up")
        for name in ("switch", "lan"):
            ip("link", "set", name, "up")
        self.assertTrue(within(3, lambda: all("state UP" in ip("link", "show", name) for name in ("switch", "lan"))))

    def file_with_a_tablet(self, mobile, mac):
        """phones.yaml: a fast link to the machine's network, one over UMTS of the device with this MAC address, and a
        page."""
        folder = pathlib.Path(self.folder.name)
        fast = LINK.replace("50ms", "10ms")
        (folder / "fast.yaml").write_text(f"downlink: {fast}\nuplink: {fast}\n")
        file = folder / "phones.yaml"
        file.write_text(f"link: ./fast.yaml\nfixed: nat\nmobile: {mobile}\n"
                        f"devices: [{{name: tablet, mac: \"{mac}\", link: umts, router: codel}}]\n"
                        "page: {profiles: [./even.yaml, umts]}\n")
        return file

    def ask_for_address(self, space):
        """Returns what is before a command of the device."""
        folder = pathlib.Path(self.folder.name)
        script, resolver = folder / "lease", folder / f"resolver-{space}"
        script.write_text(LEASE)
        script.chmod(0o755)
        ip("-n", space, "address", "flush", "dev", "e")
        done = run("ip", "netns", "exec", space, "udhcpc", "-i", "e", "-n", "-q", "-f", "-O", "mtu", "-s", script, "-x",
                   f"hostname:{space}", env={**os.environ, "RESOLVER": str(resolver)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return ["ip", "netns", "exec", space, "unshare", "--mount", "sh", "-c",
                f"mount --bind {resolver} /etc/resolv.conf && exec \"$@\"", "sh"]

    def tools_with_hostapd(self):
        tools = pathlib.Path(self.folder.name) / "radio"
        tools.mkdir(exist_ok=True)
        (tools / "refuses").unlink(missing_ok=True)
        (tools / "hostapd").write_text(HOSTAPD.format(tools))
        (tools / "hostapd").chmod(0o755)
        return tools, f"{tools}:{os.environ['PATH']}"

    def lock_left(self):
        """Returns a process that has the lock of a bridge that begins in the namespace left."""
        hold = ("import signal, socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind('\\0seawind-bridge'); "
                "print(flush=True); signal.pause()")
        other = subprocess.Popen(["ip", "netns", "exec", "left", sys.executable, "-c", hold], stdout=subprocess.PIPE)
        self.addCleanup(other.communicate)
        self.addCleanup(other.kill)
        other.stdout.readline()
        return other

    def process_in(self, space):
        inside = subprocess.Popen(["ip", "netns", "exec", space, sys.executable, "-c", NOTHING])
        self.addCleanup(lambda: (inside.kill(), inside.wait()))
        self.assertTrue(within(5, lambda: os.readlink(f"/proc/{inside.pid}/ns/net") != os.readlink("/proc/self/ns/net")))
        return inside

    def assert_round_trip(self, space, address, expected=ROUND_TRIP):
        self.assert_round_trip_of(["ip", "netns", "exec", space], address, expected)

    def assert_round_trip_of(self, enter, address, expected=ROUND_TRIP):
        least = machine.least_round_trip(enter, address, expected + 5)
        self.assertGreater(least, expected)
        self.assertLess(least, expected + 5)

    def test_two_namespaces(self):
        bridge = self.begin()
        self.assert_round_trip("right", "10.0.0.1")
        self.assert_round_trip("left", "10.0.0.2")
        lines, summary = self.end(bridge)
        self.assertIn("link even: fixed netns:left (seawind0 10.0.0.1/30), mobile netns:right (seawind0 10.0.0.2/30)",
                      summary)
        self.assertGreaterEqual(lines[-1]["downlink"]["delivered_packets"], 2)
        self.assertGreaterEqual(lines[-1]["uplink"]["delivered_packets"], 2)

    def test_lines_at_another_interval(self):
        bridge = self.begin("--interval", "20ms")
        times = [json.loads(bridge.stdout.readline())["link_time_ns"] for _ in range(6)]
        self.assertGreater(times[5] - times[0], 60_000_000)
        self.assertLess(times[5] - times[0], 1_000_000_000)  # five at the usual interval take 5 s
        self.end(bridge)

    def test_addresses_of_the_user(self):
        bridge = self.begin("--fixed-address", "192.168.5.1/24", "--mobile-address", "192.168.5.7/24")
        self.assert_round_trip("right", "192.168.5.1")
        self.end(bridge)

    def test_interfaces_that_join_packets_and_leave_checksums_out(self):
        """Two hosts with the kernel's defaults (segmentation and checksum offload, GRO) behind interfaces."""
        self.put_hosts_behind_interfaces()
        between = state()
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assert_round_trip("right", "10.7.0.1")
        size = 500_000
        server = subprocess.Popen(["ip", "netns", "exec", "left", sys.executable, "-c",
                                   "import socket; s = socket.create_server((\"10.7.0.1\", 9)); print(flush=True); "
                                   f"c = s.accept()[0]; c.sendall(bytes(i % 251 for i in range({size})))"],
                                  stdout=subprocess.PIPE)
        server.stdout.readline()
        client = run("ip", "netns", "exec", "right", sys.executable, "-c",
                     "import socket; c = socket.create_connection((\"10.7.0.1\", 9)); d = b\"\"\n"
                     "while more := c.recv(65536): d += more\n"
                     f"print(d == bytes(i % 251 for i in range({size})))")
        server.communicate()
        self.assertEqual(client.stdout, "True\n", client.stderr)
        lines, summary = self.end(bridge)
        self.assertGreater(lines[-1]["downlink"]["delivered_packets"], size / 1460)  # single packets, no joined ones
        self.assertIn("2 frames crossed outside of the model", summary)  # ARP
        self.assertTrue(within(2, lambda: state() == between))
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_group_frames_cross_the_link_as_all_others_do(self):
        """In a burst that leaves the kernel's workers no time; and to a group that nobody has asked for, although somebody
        asks who has."""
        fast = pathlib.Path(self.folder.name) / "fast.yaml"
        one = "{rate_base: 1Gbit/s, propagation_delay: 20ms, link_send_buffer_size: 50MB}"
        fast.write_text(f"downlink: {one}\nuplink: {one}\n")
        self.put_hosts_behind_interfaces()
        bridge = self.begin(fixed="to-left", mobile="to-right", link=fast)
        inside = lambda host, code: ["ip", "netns", "exec", host, sys.executable, "-c", code]
        receiver = subprocess.Popen(inside("right", """import socket
s = socket.socket(type=socket.SOCK_DGRAM)
s.setsockopt(socket.SOL_SOCKET, 33, 1 << 24)  # SO_RCVBUFFORCE
s.bind(("0.0.0.0", 5000))
s.settimeout(5)
print(flush=True)
for n in range(5000): s.recv(200)
print(n + 1)"""), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        receiver.stdout.readline()
        self.assertEqual("", run("chrt", "-f", "5", *inside("left", """import socket
s = socket.socket(type=socket.SOCK_DGRAM)
s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
for _ in range(5000): s.sendto(bytes(100), ("10.7.0.255", 5000))""")).stderr)
        out, err = receiver.communicate(timeout=30)
        self.assertEqual("5000\n", out, err)
        self.assertEqual("", run(*inside("left", """import socket, time
s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_IGMP)
s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("10.7.0.1"))
s.sendto(bytes([0x11, 1, 0xee, 0xfe, 0, 0, 0, 0]), ("224.0.0.1", 0))
time.sleep(1)  # hosts have 0.1 s to answer
s = socket.socket(type=socket.SOCK_DGRAM)
s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("10.7.0.1"))
for _ in range(20):
    s.sendto(bytes(100), ("239.1.2.3", 5001))
    time.sleep(0.01)""")).stderr)
        time.sleep(1.5)  # a line of counters
        lines, summary = self.end(bridge)
        self.assertGreaterEqual(lines[-1]["downlink"]["delivered_packets"], 5021, summary)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_the_machine_does_not_answer_past_the_link(self):
        self.put_hosts_behind_interfaces()
        ip("address", "add", "10.7.0.2/32", "dev", "lo")  # also of the host right
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assert_round_trip("left", "10.7.0.2")
        # IPv6: all nodes of the network.
        self.assertTrue(within(5, lambda: "tentative" not in ip("-n", "right", "-6", "address", "show", "e")))
        answers = run("ip", "netns", "exec", "left", "ping", "-6", "-c", "2", "ff02::1%e").stdout
        times = [float(line.split("time=")[1].split()[0]) for line in answers.splitlines() if "time=" in line]
        others = [time for time in times if time > 1]  # its own answers take less
        self.assertTrue(others and min(others) >= ROUND_TRIP, answers)
        machine_address = ip("-6", "address", "show", "to-left").split("inet6 ")[1].split("/")[0]
        self.assertNotIn(machine_address, answers)
        self.end(bridge)
        ip("address", "del", "10.7.0.2/32", "dev", "lo")
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_a_host_may_have_the_address_of_the_interface(self):
        self.put_hosts_behind_interfaces()
        ip("link", "del", "to-right")
        bridge = self.begin("--mobile-address", "10.7.0.2/24", fixed="to-left")
        [card] = json.loads(ip("-j", "link", "show", "to-left"))
        ip("-n", "right", "link", "set", "seawind0", "address", card["address"])
        self.assert_round_trip("right", "10.7.0.1")
        self.end(bridge)
        self.assertEqual(0, json.loads(ip("-d", "-j", "link", "show", "to-left"))[0]["allmulti"])
        ip("link", "del", "to-left")

    def test_an_interface_that_goes_down_shortly_before_the_end(self):
        self.put_hosts_behind_interfaces()
        bridge = self.begin(fixed="to-left", mobile="to-right")
        ip("-n", "left", "link", "set", "e", "down")
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("NOT VALID", summary)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_bridges_that_begin_at_once_have_addresses_of_their_own(self):
        """One waits until the other has chosen its addresses in the same namespace: it has this name there."""
        other = self.lock_left()
        bridge = subprocess.Popen([BIN / "seawind", "bridge", "--configs", CONFIGS, "--link", self.link, "--fixed", "netns:left",
                                   "--mobile", "netns:right", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (bridge.poll() is None and bridge.kill(), bridge.communicate()))
        self.assertEqual(([], [], []), select.select([bridge.stdout], [], [], 2))
        self.assertNotIn("seawind", ip("-n", "left", "address"))
        other.kill()
        bridge.first = bridge.stdout.readline()
        self.assertIn("10.0.0.1/30", ip("-n", "left", "address"))
        self.end(bridge)

    def test_a_stop_while_another_bridge_begins(self):
        self.lock_left()
        bridge = subprocess.Popen([BIN / "seawind", "bridge", "--configs", CONFIGS, "--link", self.link, "--fixed", "netns:left",
                                   "--mobile", "netns:right"], stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (bridge.poll() is None and bridge.kill(), bridge.communicate()))
        self.assertEqual(([], [], []), select.select([bridge.stderr], [], [], 2))  # it waits
        bridge.send_signal(signal.SIGINT)
        self.assertEqual(("", 0), (bridge.communicate(timeout=30)[1], bridge.returncode))

    def test_frames_that_the_interface_does_not_send(self):
        """Its queue takes no further ones, or drops an older one for each."""
        for limit, older in (("3kb", []), ("1mb", ["parent", "1:1", "pfifo_head_drop", "limit", "3"])):
            with self.subTest(limit=limit):
                self.frames_are_not_sent(limit, older)

    def frames_are_not_sent(self, limit, older):
        self.put_hosts_behind_interfaces()
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assertEqual("", run("tc", "qdisc", "replace", "dev", "to-right", "root", "handle", "1:", "tbf", "rate", "100kbit",
                                 "burst", "2kb", "limit", limit).stderr)
        if older:
            self.assertEqual("", run("tc", "qdisc", "add", "dev", "to-right", *older).stderr)
        run("ip", "netns", "exec", "left", "ping", "-c", "50", "-i", "0.002", "-s", "1000", "-W", "1", "10.7.0.2")
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("to-right did not send all frames: it was down, or its queue was full", summary)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_a_queue_that_is_made_anew(self):
        """It counts its drops from 0 on, and its predecessor had dropped more."""
        self.put_hosts_behind_interfaces()

        def make_queue():
            run("tc", "qdisc", "del", "dev", "to-right", "root")
            for words in (["root", "handle", "1:", "tbf", "rate", "100kbit", "burst", "2kb", "limit", "1mb"],
                          ["parent", "1:1", "pfifo_head_drop", "limit", "3"]):
                self.assertEqual("", run("tc", "qdisc", "add", "dev", "to-right", *words).stderr)

        make_queue()
        for packets in (60, 30):
            bridge = self.begin(fixed="to-left", mobile="to-right")
            if packets == 30:
                make_queue()
            run("ip", "netns", "exec", "left", "ping", "-c", str(packets), "-i", "0.002", "-s", "1000", "-W", "1",
                "10.7.0.2")
            _, summary = self.end(bridge)
            self.assertIn("to-right did not send all frames", summary)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_a_tap_that_its_program_does_not_read(self):
        """Its queue discipline takes the frames, and its driver drops them later."""
        self.put_hosts_behind_interfaces()
        ip("link", "del", "to-right")
        with open("/dev/net/tun", "r+b", buffering=0) as tap:
            fcntl.ioctl(tap, 0x400454ca, struct.pack("16sH", b"to-right", 0x1002))  # TUNSETIFF: IFF_TAP | IFF_NO_PI
            ip("link", "set", "to-right", "txqueuelen", "10", "up")
            bridge = self.begin(fixed="to-left", mobile="to-right")
            run("ip", "netns", "exec", "left", "ping", "-b", "-c", "50", "-i", "0.002", "-W", "1", "10.7.0.255")
            _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("to-right did not send all frames: it was down, or its queue was full", summary)
        ip("link", "del", "to-left")

    def test_a_tunnel_without_a_route_to_its_other_end(self):
        """Its driver counts no drops but errors."""
        self.put_hosts_behind_interfaces()
        ip("link", "del", "to-right")
        ip("link", "add", "to-right", "type", "vxlan", "id", "6", "remote", "192.0.2.1", "dstport", "4789")
        ip("link", "set", "to-right", "up")
        bridge = self.begin(fixed="to-left", mobile="to-right")
        run("ip", "netns", "exec", "left", "ping", "-b", "-c", "5", "-i", "0.002", "-W", "1", "10.7.0.255")
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1, summary)
        self.assertIn("to-right did not send all frames", summary)
        for interface in ("to-left", "to-right"):
            ip("link", "del", interface)

    def test_an_interface_has_one_link_whatever_its_name(self):
        self.put_hosts_behind_interfaces()
        ip("link", "property", "add", "dev", "to-left", "altname", "another")
        ip("address", "add", "192.0.2.1/24", "dev", "to-left")
        used = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "another", "--mobile", "to-right")
        self.assertIn("has the address 192.0.2.1", used.stderr)
        ip("address", "flush", "dev", "to-left")
        bridge = self.begin(fixed="to-left", mobile="to-right")
        second = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "another", "--mobile", "netns:right",
                     "--mobile-address", "10.9.9.1/24")
        self.assertEqual(3, second.returncode)
        self.assertIn("cannot use interface another: another link uses it", second.stderr)
        self.end(bridge)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_an_interface_whose_mtu_shrinks(self):
        self.put_hosts_behind_interfaces()
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assertIn("link even", bridge.stderr.readline())
        large = ["ip", "netns", "exec", "right", "ping", "-c", "1", "-W", "1", "-M", "do", "-s", "1400", "10.7.0.1"]
        ip("link", "set", "to-left", "mtu", "1000")
        self.assertIn("cannot carry the link: to-left carries 1000 bytes, the link's `mtu` is 1500: `ip link set to-left mtu "
                      "1500`; the link waits for it", bridge.stderr.readline())
        ip("link", "set", "to-left", "mtu", "1500")
        self.assertIn("to-left carries the link again, after", bridge.stderr.readline())
        self.assertTrue(within(5, lambda: run(*large).returncode == 0))
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("to-left carried 1000 bytes for a time, and no larger frames", summary)
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_packets_larger_than_the_link_carries(self):
        """Hosts with the MTU of containerlab's interfaces."""
        self.put_hosts_behind_interfaces()
        for host in ("left", "right"):
            ip("link", "set", f"to-{host}", "mtu", "9500")
            ip("-n", host, "link", "set", "e", "mtu", "9500")
        between = state()
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assert_round_trip("right", "10.7.0.1")
        for size, received in (("1472", "1 received"), ("1600", "0 received"), ("9000", "0 received")):
            done = run("ip", "netns", "exec", "right", "ping", "-c", "1", "-W", "1", "-M", "do", "-s", size, "10.7.0.1")
            self.assertIn(received, done.stdout)
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("packets dropped by an interface of the link: 2 (is its MTU smaller than the host's?)", summary)
        self.assertTrue(within(2, lambda: state() == between))
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_network_of_the_machine(self):
        """Behind the machine is a server; the namespace keeps its own default route."""
        ip("netns", "add", "server")
        self.addCleanup(run, "ip", "netns", "del", "server")
        ip("link", "add", "out", "type", "veth", "peer", "name", "e", "netns", "server")
        ip("address", "add", "198.51.100.1/24", "dev", "out")
        ip("link", "set", "out", "up")
        ip("-n", "server", "address", "add", "198.51.100.2/24", "dev", "e")
        ip("-n", "server", "link", "set", "e", "up")
        ip("-n", "right", "link", "add", "own", "type", "veth", "peer", "name", "other")
        ip("-n", "right", "address", "add", "10.9.0.2/24", "dev", "own")
        ip("-n", "right", "link", "set", "own", "up")
        ip("-n", "right", "link", "set", "other", "up")
        ip("-n", "right", "route", "add", "default", "via", "10.9.0.1")
        with_networks = state("right")
        bridge = self.begin(fixed="nat")
        self.assert_round_trip("right", "198.51.100.2")
        self.end(bridge)
        self.assertTrue(within(2, lambda: state("right") == with_networks), (with_networks, state("right")))
        ip("-n", "right", "link", "del", "own")
        ip("link", "del", "out")

    def test_devices_get_addresses_names_and_the_network(self):
        self.begin_names()
        self.plug_devices_behind_a_switch()
        before = state()
        web = subprocess.Popen([sys.executable, "-m", "http.server", "--bind", "198.51.100.1", "8000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder.name)
        self.addCleanup(lambda: (web.kill(), web.wait()))
        self.link = "umts"
        bridge = self.begin("--name", "phones", fixed="nat", mobile="lan:lan")
        self.assertIn("fixed nat, mobile lan:lan (DHCP server 10.0.0.2/24)", bridge.stderr.readline())
        left, right = (self.ask_for_address(space) for space in ("left", "right"))
        self.assertEqual(run(*left, "ping", "-c", "1", "10.0.0.1").returncode, 0)
        listed, = json.loads(run(BIN / "seawind", "link", "list", "--json").stdout)
        self.assertEqual((listed["downlink_packets"], listed["uplink_packets"]), (1, 1))  # DHCP does not cross
        self.assert_round_trip_of(left, "198.51.100.1", 312)
        self.assert_round_trip_of(right, "www.test", 312)
        page = run(*right, "curl", "-s", "http://www.test:8000/")
        self.assertIn("Directory listing", page.stdout, page.stderr)
        self.assertLess(machine.least_round_trip(left, "10.0.0.2", 20), 20)  # nor does what the server gets
        shown = json.loads(run(BIN / "seawind", "link", "show", "phones", "--json").stdout)["devices"]
        addresses = {one["name"]: one["address"] for one in shown}
        self.assertEqual(sorted(addresses), ["left", "right"])
        self.assertIn(addresses["left"], ip("-n", "left", "address"))
        self.assertRegex(run(BIN / "seawind", "link", "show", "phones").stdout,
                         rf"# device {addresses['left']} \([0-9a-f:]+, left\)")
        _, err = self.end(bridge)
        self.assertRegex(err, rf"device {addresses['right']} \([0-9a-f:]+, right\)")
        self.assertTrue(within(3, lambda: state() == before), (before, state()))
        self.doCleanups()

    def test_a_listed_device_has_a_link_of_its_own(self):
        self.begin_names()
        self.plug_devices_behind_a_switch()
        before = state()
        mac = json.loads(ip("-n", "left", "-j", "link", "show", "e"))[0]["address"]
        file = self.file_with_a_tablet("lan:lan", mac.upper())
        bridge = self.begin(file=file)

        def packets():
            listed = json.loads(run(BIN / "seawind", "link", "list", "--json").stdout)
            return {one["name"]: (one["downlink_packets"], one["uplink_packets"]) for one in listed}

        left, right = (self.ask_for_address(space) for space in ("left", "right"))
        self.assertEqual(packets(), {"phones": (0, 0), "phones-tablet": (0, 0)})
        self.assertIn("10.0.0.254/", ip("-n", "left", "address"))
        self.assert_round_trip_of(left, "198.51.100.1", 312)
        self.assertEqual(packets()["phones"], (0, 0))
        pings = packets()["phones-tablet"]
        self.assert_round_trip_of(right, "www.test", 20)
        self.assertEqual(packets()["phones-tablet"], pings)
        self.assertEqual(run(BIN / "seawind", "link", "change", "phones-tablet", "--profile", self.link).returncode, 0)
        self.assert_round_trip_of(left, "198.51.100.1")
        self.assert_round_trip_of(right, "198.51.100.1", 20)
        self.assertLess(machine.least_round_trip(left, "10.0.0.2", 10), 10)
        for name, space in (("phones", "right"), ("phones-tablet", "left")):
            shown = json.loads(run(BIN / "seawind", "link", "show", name, "--json").stdout)["devices"]
            self.assertEqual([one["name"] for one in shown], [space])
        lines, err = self.end(bridge)
        self.assertEqual({line["link"] for line in lines}, {"phones", "phones-tablet"})
        last = {line["link"]: line for line in lines}
        self.assertEqual((last["phones"]["changes"], last["phones-tablet"]["changes"]), (0, 1))
        self.assertIn(f"seawind: link phones-tablet: of the device {mac}\n", err)
        for name in ("phones", "phones-tablet"):
            self.assertRegex(err, rf"the link {name} ran .*\n(  .*\n)*  timing ")
        self.assertTrue(within(3, lambda: state() == before), (before, state()))
        self.doCleanups()

    def test_devices_change_their_links_at_a_page(self):
        self.begin_names()
        self.plug_devices_behind_a_switch()
        before = state()
        mac = json.loads(ip("-n", "left", "-j", "link", "show", "e"))[0]["address"]
        bridge = self.begin("--limit", "manual_changes=0", file=self.file_with_a_tablet("lan:lan", mac))
        self.assertTrue(any(line == "seawind: page of the devices: http://10.0.0.2/\n"
                            for line in iter(bridge.stderr.readline, "")))
        left, right = (self.ask_for_address(space) for space in ("left", "right"))

        def ask(device, *options, address="10.0.0.2"):
            """The status and the page."""
            done = run(*device, "curl", "-s", "-m", "5", "-w", "\n%{http_code}", *options, f"http://{address}/")
            page, _, status = done.stdout.rpartition("\n")
            return int(status), page

        def shown(device, *words):
            return within(5, lambda: all(word in ask(device)[1] for word in words))

        self.assertTrue(shown(left, "<h1>phones-tablet</h1>", "Profile <strong>umts<", "Only this device has this link"))
        self.assertTrue(shown(right, "<h1>phones</h1>", "Profile <strong>fast<", "a change holds for all of them"))
        self.assert_round_trip_of(left, "198.51.100.1", 312)
        own = ("-H", "Origin: http://10.0.0.2")
        for status, options in ((421, ("-H", "Host: rebound.test")), (404, ("--request-target", "/?profile=0")),
                                (400, (*own, "-d", "profile=2")), (403, ("-d", "profile=0")), (405, ("-X", "PUT")),
                                (403, ("-H", "Origin: http://site.test", "-d", "profile=0"))):
            self.assertEqual(ask(left, *options)[0], status, options)
        self.assertEqual(ask([])[0], 0)  # this machine is in another network
        ip("route", "add", "10.0.0.2/32", "via", "10.0.1.2")
        self.assertEqual(ask([])[0], 0)
        ip("route", "del", "10.0.0.2/32")
        router, = (["nsenter", f"--net={file}"] for file in pathlib.Path(f"/proc/{bridge.pid}/fd").iterdir()
                   if os.readlink(file).startswith("net:")
                   and "10.0.0.1/24" in run("nsenter", f"--net={file}", "ip", "address").stdout)
        self.assertEqual(ask(router)[0], 0)  # nor is it reached over a link
        self.assertEqual(ask(left, *own, "-d", "profile=0")[0], 303)
        self.assertEqual(ask(left, *own, "-d", "profile=1")[0], 429)
        self.assert_round_trip_of(left, "198.51.100.1")
        self.assert_round_trip_of(right, "198.51.100.1", 20)
        self.assertTrue(shown(left, "Profile <strong>even<", "value=\"0\" aria-current=\"true\">even<"))
        status, page = within(5, lambda: (answer := ask(left, *own, "-d", "profile=0"))[0] != 429 and answer)
        self.assertEqual((status, "nothing would change: the link already has these values" in page), (409, True), page)
        self.assertEqual(run(BIN / "seawind", "link", "change", "phones", "--set", "downlink.propagation_delay=30ms",
                             "--outage", "1ms").returncode, 0)
        self.assertTrue(shown(right, "1ms"))
        self.assert_round_trip_of(right, "198.51.100.1", 40)
        server, = (pid for pid in children(bridge.pid)
                   if b"device-page" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
        status = pathlib.Path(f"/proc/{server}/status").read_text()
        for line in ("Uid:\t65534\t65534\t65534\t65534", "Gid:\t65534\t65534\t65534\t65534", "Groups:\t ",
                     *(f"Cap{kind}:\t0000000000000000" for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")),
                     "NoNewPrivs:\t1", "Seccomp:\t2"):
            self.assertIn(line + "\n", status)
        self.assertEqual(pathlib.Path(f"/proc/{server}/environ").read_bytes(), b"")
        os.kill(server, signal.SIGKILL)
        lines = []
        for line in iter(bridge.stderr.readline, ""):
            lines.append(line)
            if "the page of the devices has ended; it is started again" in line:
                break
        self.assertIn("seawind: link phones-tablet: changed to even by the device 10.0.0.254\n", lines)
        self.assertTrue(shown(left, "Profile <strong>even<"))
        lines, err = self.end(bridge)
        last = {line["link"]: line for line in lines}
        self.assertEqual((last["phones"]["changes"], last["phones-tablet"]["changes"]), (1, 1))
        summaries = err.split("the link phones ran")[1]
        self.assertEqual((summaries.count("changed by hand: 1 change"), "page" in summaries), (2, False), summaries)
        self.assertTrue(within(3, lambda: state() == before), (before, state()))
        self.doCleanups()

    def test_nothing_of_a_device_crosses_the_link_of_another(self):
        """Not even its ARP and DHCP."""
        self.begin_names()
        self.plug_devices_behind_a_switch()
        mac = json.loads(ip("-n", "left", "-j", "link", "show", "e"))[0]["address"]
        for space, idle in (("right", "phones-tablet"), ("left", "phones")):
            bridge = self.begin(file=self.file_with_a_tablet("lan:lan", mac))
            device = self.ask_for_address(space)
            for address in ("10.0.0.2", "198.51.100.1"):
                self.assertEqual(run(*device, "ping", "-c", "1", address).returncode, 0)
            other = "10.0.0.98" if "10.0.0.99/" in ip("-n", space, "address") else "10.0.0.99"  # one is perhaps its own
            ip("-n", space, "address", "add", f"{other}/24", "dev", "e")  # for which the DHCP server has to ask
            self.assertEqual(run(*device, "ping", "-c", "1", "-I", other, "10.0.0.2").returncode, 0)
            self.assertEqual(run(*device, "ping", "-c", "1", "-W", "1", "-b", "10.0.0.255").returncode, 1)  # to all, and no answer
            _, err = self.end(bridge)
            idle_summary = err.split(f"the link {idle} ran")[1].split("seawind: ")[0]
            self.assertIn("down  delivered 0 packets, 0 B\n  up    delivered 0 packets, 0 B\n", idle_summary)
            self.assertNotIn("outside of the model", idle_summary)
            ip("-n", space, "address", "flush", "dev", "e")
        self.doCleanups()

    def test_links_of_devices_wait_for_the_interface(self):
        self.begin_names()
        self.plug_device("left")
        mac = json.loads(ip("-n", "left", "-j", "link", "show", "e"))[0]["address"]
        bridge = self.begin(file=self.file_with_a_tablet("lan:to-left", mac))
        left = self.ask_for_address("left")
        self.assert_round_trip_of(left, "198.51.100.1", 312)
        ip("-n", "left", "link", "set", "e", "down")
        self.assertTrue(any("lost its carrier" in line or "has no carrier" in line
                            for line in iter(bridge.stderr.readline, "")))
        ip("-n", "left", "link", "set", "e", "up")
        self.assertTrue(any("carries the link again" in line for line in iter(bridge.stderr.readline, "")))
        left = self.ask_for_address("left")
        self.assert_round_trip_of(left, "198.51.100.1", 312)
        self.assertIn("<h1>phones-tablet</h1>", run(*left, "curl", "-s", "http://10.0.0.2/").stdout)
        done = run(BIN / "seawind", "link", "remove", "phones-tablet")  # which ends the bridge
        self.assertRegex(done.stdout, "^link phones-tablet: ended .* after its start, down [0-9]+ packets")
        _, err = bridge.communicate(timeout=30)
        self.assertEqual(err.count("NOT VALID: an interface of the link went down, up or away"), 2)
        self.doCleanups()

    def test_devices_behind_the_nat_of_a_profile(self):
        cell = pathlib.Path(self.folder.name) / "devices.yaml"
        cell.write_text(f"downlink: {LINK[:-1]}, stages: [{{nat: {{}}}}]}}\nuplink: {LINK}\n")
        ip("address", "add", "198.51.100.1/32", "dev", "lo")
        self.addCleanup(run, "ip", "address", "del", "198.51.100.1/32", "dev", "lo")
        for space in ("left", "right"):
            self.plug_device(space)
        self.link = cell
        first = self.begin(fixed="nat", mobile="lan:to-left")
        second = self.begin(fixed="nat", mobile="lan:to-right")
        for space in ("left", "right"):
            self.assert_round_trip_of(self.ask_for_address(space), "198.51.100.1")
        self.end(first)
        self.assert_round_trip("right", "198.51.100.1")
        self.end(second)
        self.doCleanups()

    def test_devices_of_a_namespace(self):
        self.plug_device("right")
        bridge = self.begin("--fixed-address", "192.168.5.1/28", "--mobile-address", "192.168.5.14/28",
                            mobile="lan:to-right")
        device = self.ask_for_address("right")
        self.assertEqual(run(*device, "cat", "/etc/resolv.conf").stdout, "nameserver 192.168.5.1\n")
        self.assert_round_trip_of(device, "192.168.5.1")
        self.end(bridge)
        self.doCleanups()

    def test_an_access_point(self):
        """hostapd is a stand-in: there is no Wi-Fi card."""
        tools, path = self.tools_with_hostapd()
        self.plug_device("right")
        before = state()
        os.environ["SEAWIND_PASSPHRASE"] = "correct horse"
        self.addCleanup(os.environ.pop, "SEAWIND_PASSPHRASE")
        options = {"fixed": "nat", "mobile": "ap:to-right", "path": path}

        def begin_and_ping():
            bridge = self.begin("--ssid", "lab=\u00e4", "--country", "DE", "--channel", "11", "--page", "umts", **options)
            device = self.ask_for_address("right")
            self.assert_round_trip_of(device, "10.0.0.1")
            self.assertIn("<h1>even</h1>", run(*device, "curl", "-s", "http://10.0.0.2/").stdout)
            return bridge

        bridge = begin_and_ping()
        configuration = (tools / "hostapd.conf").read_text()
        for line in ("interface=to-right", "ssid2=6c61623dc3a4", "channel=11", "country_code=DE", "hw_mode=g",
                     "wpa_key_mgmt=WPA-PSK SAE", "wpa_passphrase=correct horse"):
            self.assertIn(line + "\n", configuration)
        self.assertNotIn(b"horse", b"".join(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
                                           for pid in (bridge.pid, *children(bridge.pid))))
        second = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "nat", "--mobile", "ap:to-right", "--ssid",
                     "other", env={**os.environ, "PATH": path})
        self.assertEqual((second.returncode, "cannot use interface to-right: another link uses it" in second.stderr), (3, True),
                         second.stderr)
        self.end(bridge)
        self.assertTrue(within(3, lambda: state() == before), (before, state()))
        bridge = begin_and_ping()
        everyone = [bridge.pid, *children(bridge.pid)]
        bridge.kill()
        bridge.communicate()
        self.assertTrue(within(10, lambda: state() == before), (before, state()))
        self.assertTrue(within(5, lambda: not alive(everyone)), alive(everyone))
        bridge = begin_and_ping()
        everyone = [bridge.pid, *children(bridge.pid)]
        bridge.send_signal(signal.SIGSTOP)
        for pid in reversed(everyone):  # hostapd, too: the next start cleans up
            os.kill(pid, signal.SIGKILL)
        bridge.communicate()
        bridge = begin_and_ping()
        hostapd, = (pid for pid in children(bridge.pid) if b"hostapd" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(hostapd, signal.SIGKILL)
        self.assertTrue(any("hostapd has ended: there is no access point" in line for line in bridge.stderr))
        self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertTrue(within(3, lambda: state() == before), (before, state()))
        (tools / "refuses").write_text("Could not read interface to-right flags\n")
        done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "nat", "--mobile", "ap:to-right", "--ssid", "x",
                   env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, 3)
        for words in ("hostapd has ended:\nCould not read interface to-right flags\n", "to-right is not a Wi-Fi card"):
            self.assertIn(words, done.stderr)
        self.doCleanups()

    def test_hostapd_reads_its_configuration(self):
        self.plug_device("right")
        for band, security in (("2.4GHz", "wpa2-wpa3"), ("5GHz", "wpa2"), ("5GHz", "wpa3")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "nat", "--mobile", "ap:to-right", "--ssid",
                       "lab", "--band", band, "--country", "DE", "--security", security,
                       env={**os.environ, "SEAWIND_PASSPHRASE": "correct horse"})
            self.assertEqual(done.returncode, 3)
            for words in ("Failed to initialize driver 'nl80211'", "to-right is not a Wi-Fi card"):
                self.assertIn(words, done.stderr)
            for words in ("error", "Line "):
                self.assertNotIn(words, done.stderr.replace("seawind: error: ", ""))
        self.doCleanups()

    def test_what_devices_need(self):
        self.plug_device("right")
        passphrase = pathlib.Path(self.folder.name) / "passphrase"
        passphrase.write_text("short\n")
        cell = pathlib.Path(self.folder.name) / "nat.yaml"
        cell.write_text(f"downlink: {LINK[:-1]}, stages: [{{nat: {{}}}}]}}\nuplink: {LINK}\n")
        access_point = ("--mobile", "ap:to-right", "--ssid", "lab")
        for options, code, words in (
                (("--mobile", "lan:none"), 2, "`none`: there is no such interface"),
                (("--mobile", "lan:to-right", "--ssid", "lab"), 2, "--ssid: only --mobile ap:INTERFACE has it"),
                (("--mobile", "netns:right", "--page", "umts"), 2, "--page: only --mobile lan:INTERFACE and ap:INTERFACE have it"),
                (("--mobile", "lan:to-right", "--page", "none"), 2, "--page: error: there is no file for `none`"),
                (("--mobile", "lan:to-right", "--page", cell), 2, "has a NAT: a device may choose it only if"),
                (("--mobile", "lan:to-right", "--page", "lte"), 2, "the channel of `lte` differs from that of `"),
                (("--mobile", "lan:to-right", "--fixed-address", "10.9.0.1/30", "--mobile-address", "10.9.0.2/30"), 2,
                 "has no addresses for devices"),
                (("--mobile", "ap:to-right"), 2, "an access point needs a passphrase"),
                (access_point, 2, "an access point needs a passphrase"),
                ((*access_point, "--passphrase-file", passphrase), 2, "--passphrase: the passphrase has 5 characters"),
                (("--mobile", "lan:lo"), 3, "lo is a loopback interface")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "nat", *options)
            self.assertEqual((done.returncode, words in done.stderr), (code, True), (options, done.stderr))
        for fixed, mobile, words in (("to-right", "lan:to-right", "the mobile end is the interface to-right itself"),
                                     ("lan:to-right", "netns:left", "--fixed: `lan:to-right` is possible as the mobile end only"),
                                     ("nat", "to-right", "lan:to-right")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", fixed, "--mobile", mobile)
            self.assertEqual((done.returncode, words in done.stderr), (2, True), (fixed, mobile, done.stderr))
        empty = pathlib.Path(self.folder.name) / "empty"
        empty.mkdir()
        done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "nat", "--mobile", "lan:to-right",
                   env={**os.environ, "PATH": str(empty)})
        self.assertEqual((done.returncode, "apt install dnsmasq-base" in done.stderr), (3, True), done.stderr)
        self.doCleanups()

    def test_containers_are_found_by_their_engine(self):
        tools = pathlib.Path(self.folder.name) / "tools"
        tools.mkdir()
        inside = self.process_in("right")
        for name, text in (("docker", "exit 1"),  # its daemon does not run
                           # A child that keeps the output open holds up nobody.
                           ("podman", f"sleep 50 & echo $! >>{tools}/sleepers\n"
                            f"case $1$2-$6 in ps--no-trunc-*) cat {tools}/list;; ps*) ;; *-box) echo {inside.pid};; "
                            "*-stopped) echo 0;; *-odd) echo 99999999999;; *) exit 125;; esac")):
            tool = tools / name
            tool.write_text(f"#!/bin/sh\n{text}\n")
            tool.chmod(0o755)
        self.addCleanup(lambda: [os.kill(int(pid), signal.SIGKILL) for pid in (tools / "sleepers").read_text().split()])
        path = f"{tools}:{os.environ['PATH']}"
        # The newest is the one that was made in winter time.
        (tools / "list").write_text("2026-10-25 02:50:00.5 +0200 CEST stopped\n2026-10-25 02:10:00.25 +0100 CET box\n"
                                    "2026-10-25 02:40:00 +0200 CEST stopped\n")
        for mobile in ("container:box", "compose:lab:phone"):
            bridge = self.begin(mobile=mobile, path=path)
            self.assert_round_trip("right", "10.0.0.1")
            self.end(bridge)
        for name, code, words in (("stopped", 2, "the container does not run; `podman start stopped`"),
                                  ("odd", 3, "podman has no pid of the container odd: `99999999999`"),
                                  ("none", 2, "Docker and Podman have no such container of this user; `docker` fails: "
                                   "does `docker ps` work for this user?\n")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile",
                       f"container:{name}", env={**os.environ, "PATH": path})
            self.assertEqual(done.returncode, code)
            self.assertIn(words, done.stderr)

    def test_pods_are_found_by_the_runtime(self):
        tools = pathlib.Path(self.folder.name) / "runtime"
        tools.mkdir()
        inside = self.process_in("right")
        crictl = tools / "crictl"
        path = f"{tools}:{os.environ['PATH']}"

        def bridge_to(pod):
            return run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", pod,
                       env={**os.environ, "PATH": path})
        self.assertIn("pod:lab/phone-0: `crictl` is not installed", bridge_to("pod:lab/phone-0").stderr)
        crictl.write_text(f"""#!/bin/sh
case "$*" in
  "pods -q --no-trunc --latest --state ready --namespace ^lab$ --name ^phone-0[.]a$") echo 1f2e;;
  "inspectp --output go-template --template {{{{.info.pid}}}} 1f2e") echo {inside.pid};;
  "pods -q --no-trunc --latest --state ready --namespace ^lab$ --name ^odd$") echo 77;;
  *odd*|*77*) echo "<no value>";;
  *broken*) exit 1;;
esac
""")
        crictl.chmod(0o755)
        bridge = self.begin(mobile="pod:lab/phone-0.a", path=path)
        self.assert_round_trip("right", "10.0.0.1")
        self.end(bridge)
        for pod, code, words in (("pod:lab/none", 2, "no such pod of this node is ready"),
                                 ("pod:lab/broken", 2, "`crictl` fails"),
                                 ("pod:lab/odd", 3, "crictl has no pid of the pod lab/odd: `<no value>`"),
                                 ("pod:phone", 2, "pod:NAMESPACE/NAME is expected"),
                                 ("pod:lab/a|b", 2, "pod:NAMESPACE/NAME is expected")):
            done = bridge_to(pod)
            self.assertEqual((done.returncode, words in done.stderr), (code, True), done.stderr)

    def test_namespaces_of_an_ordinary_user(self):
        """Two network namespaces in a user namespace of the user, as the containers of rootless Podman."""
        user, group = 12345, 12345
        home = pathlib.Path(tempfile.mkdtemp())
        os.chown(home, user, group)
        self.addCleanup(shutil.rmtree, home)
        bin_dir = home / "bin"
        shutil.copytree(BIN, bin_dir, ignore=lambda _, names: [one for one in names if not one.startswith("seawind")])
        shutil.copytree(CONFIGS, home / "configs")
        shutil.copy(self.link, home)
        environment = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        options = {"user": user, "group": group, "extra_groups": [], "env": environment, "cwd": home}
        first = subprocess.Popen(["unshare", "-U", "-r", "-n", "sleep", "100"], **options)
        self.addCleanup(lambda: (first.kill(), first.wait()))
        self.assertTrue(within(5, lambda: pathlib.Path(f"/proc/{first.pid}/uid_map").read_text().split() == ["0", str(user), "1"]))
        second = subprocess.Popen(["nsenter", "-t", str(first.pid), "-U", "--preserve-credentials", "unshare", "-n",
                                   "sleep", "100"], **options)
        self.addCleanup(lambda: (second.kill(), second.wait()))
        own = os.readlink("/proc/self/ns/net")
        self.assertTrue(within(5, lambda: len({own, *(os.readlink(f"/proc/{one.pid}/ns/net") for one in (first, second))}) == 3))
        bridge = subprocess.Popen([bin_dir / "seawind", "bridge", "--configs", home / "configs", "--link", home / "even.yaml",
                                   "--fixed", f"pid:{first.pid}", "--mobile", f"pid:{second.pid}", "--json"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(lambda: (bridge.poll() is None and bridge.kill(), bridge.communicate()))
        bridge.first = bridge.stdout.readline()
        self.assertTrue(bridge.first, bridge.first or (bridge.wait(), bridge.stderr.read()))
        self.assert_round_trip_of(["nsenter", "-t", str(second.pid), "-n"], "10.0.0.1")
        self.end(bridge)
        done = run(bin_dir / "seawind", "bridge", "--configs", home / "configs", "--link", home / "even.yaml", "--fixed", "nat",
                   "--mobile", f"pid:{second.pid}", **options)
        self.assertEqual((done.returncode, "cannot use `nat`: that needs root" in done.stderr), (3, True), done.stderr)

    def test_what_comes_back_is_attached_again(self):
        """A named namespace, and a container whose engine knows another process afterwards."""
        ip("netns", "add", "phone")
        bridge = self.begin(mobile="netns:phone")
        self.assert_round_trip("phone", "10.0.0.1")
        ip("netns", "del", "phone")
        self.assertIn("link even", bridge.stderr.readline())
        self.assertIn("netns:phone has gone; the link waits for it", bridge.stderr.readline())
        ip("netns", "add", "phone")
        self.addCleanup(run, "ip", "netns", "del", "phone")
        self.assertRegex(bridge.stderr.readline(), "netns:phone is attached again, after [0-9.]+")
        self.assert_round_trip("phone", "10.0.0.1")
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("NOT VALID", summary)

    def test_what_cannot_be_attached_at_once_is_attached_later(self):
        """The namespace that comes back has a route of the link's, so that the last step fails."""
        ip("netns", "add", "phone")
        self.addCleanup(run, "ip", "netns", "del", "phone")
        bridge = self.begin(fixed="nat", mobile="netns:phone")
        ip("netns", "del", "phone")
        ip("netns", "add", "spare")
        self.addCleanup(run, "ip", "netns", "del", "spare")
        ip("-n", "spare", "route", "add", "unreachable", "128.0.0.0/1")
        pathlib.Path("/run/netns/phone").touch()
        run("mount", "--bind", "/run/netns/spare", "/run/netns/phone")
        lines = iter(bridge.stderr.readline, "")
        self.assertTrue(any("netns:phone is back, but cannot be attached yet: cannot add a route to 128.0.0.0/1" in line for line in lines))
        ip("-n", "spare", "route", "del", "unreachable", "128.0.0.0/1")
        self.assertRegex(next(lines), "netns:phone is attached again, after [0-9.]+")
        self.assert_round_trip("phone", "10.0.0.1")
        self.end(bridge)

    def test_an_interface_that_comes_back_is_taken_again(self):
        def plug():
            ip("link", "add", "to-left", "type", "veth", "peer", "name", "e", "address", "02:00:00:00:07:01",
               "netns", "left")  # an adapter that is plugged in again has the same address
            ip("link", "set", "to-left", "up")
            ip("-n", "left", "address", "add", "10.7.0.1/24", "dev", "e")
            ip("-n", "left", "link", "set", "e", "up")

        plug()
        self.addCleanup(run, "ip", "link", "del", "to-left")
        bridge = self.begin("--mobile-address", "10.7.0.2/24", fixed="to-left")
        self.assertIn("link even", bridge.stderr.readline())
        self.assert_round_trip("right", "10.7.0.1")
        ip("link", "del", "to-left")
        self.assertIn("to-left has gone; the link waits for it", bridge.stderr.readline())
        plug()
        self.assertRegex(bridge.stderr.readline(), "to-left (carries the link again, after [0-9.]+|is back: .* is down)")
        self.assertTrue(within(5, lambda: run("ip", "netns", "exec", "right", "ping", "-c", "1", "-W", "1",
                                              "10.7.0.1").returncode == 0))
        self.assert_round_trip("right", "10.7.0.1")
        ip("-n", "left", "link", "set", "e", "down")
        lines = iter(bridge.stderr.readline, "")
        self.assertTrue(any("to-left has no carrier; the link waits for it" in line for line in lines))
        ip("-n", "left", "link", "set", "e", "up")
        self.assertIn("to-left carries the link again, after", next(lines))
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("NOT VALID", summary)
        ip("link", "del", "to-left")

    def test_an_interface_whose_name_another_one_takes(self):
        self.put_hosts_behind_interfaces()
        ip("link", "add", "spare", "type", "veth", "peer", "name", "f", "netns", "left")
        ip("link", "set", "spare", "up")
        ip("-n", "left", "link", "set", "f", "up")
        bridge = self.begin(fixed="to-left", mobile="to-right")
        self.assertIn("link even", bridge.stderr.readline())
        ip("link", "set", "to-left", "name", "former")
        ip("link", "set", "spare", "name", "to-left")
        self.assertIn("to-left has gone; the link waits for it", bridge.stderr.readline())
        self.assertTrue(any("to-left carries the link again" in line for line in iter(bridge.stderr.readline, "")))
        index = socket.if_nametoindex("to-left")
        self.assertIn(f"seawind-wire-{index}\n", run("nft", "list", "tables").stdout)
        _, summary = self.end(bridge)
        self.assertIn("NOT VALID", summary)
        for interface in ("former", "to-left", "to-right"):
            ip("link", "del", interface)

    def test_a_namespace_that_is_deleted_and_made_at_once(self):
        ip("netns", "add", "phone")
        self.addCleanup(run, "ip", "netns", "del", "phone")
        bridge = self.begin(mobile="netns:phone")
        for _ in range(100):
            ip("netns", "del", "phone")
            ip("netns", "add", "phone")
        self.assertTrue(within(10, lambda: "seawind0" in ip("-n", "phone", "link")))
        self.assert_round_trip("phone", "10.0.0.1")
        self.end(bridge)

    def test_an_interface_that_gets_an_address_carries_no_link(self):
        ip("link", "add", "to-left", "type", "veth", "peer", "name", "e", "netns", "left")
        self.addCleanup(run, "ip", "link", "del", "to-left")
        ip("link", "set", "to-left", "up")
        ip("-n", "left", "link", "set", "e", "up")
        bridge = self.begin(fixed="to-left")
        self.assertIn("link even", bridge.stderr.readline())
        ip("address", "add", "10.7.0.9/24", "dev", "to-left")
        self.assertIn("to-left cannot carry the link: to-left has the address 10.7.0.9, which this machine uses",
                      bridge.stderr.readline())
        ip("address", "del", "10.7.0.9/24", "dev", "to-left")
        self.assertIn("to-left carries the link again, after", bridge.stderr.readline())
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("NOT VALID", summary)
        ip("link", "del", "to-left")

    def test_a_connection_that_is_older_than_the_link_is_no_loss(self):
        # Reports of multicast groups would be packets of the link, too.
        ipv6_off = lambda value: run("ip", "netns", "exec", "right", "sysctl", "-qw", f"net.ipv6.conf.default.disable_ipv6={value}")
        self.addCleanup(ipv6_off, 0)
        self.assertEqual(ipv6_off(1).returncode, 0)
        bridge = self.begin("--interval", "50ms", fixed="nat")
        segment = struct.pack(">HHIIBBHHH", 4001, 4000, 1, 1, 5 << 4, 0x10, 1000, 0, 0)  # ACK
        run("ip", "netns", "exec", "right", sys.executable, "-c",
            "import socket, sys; socket.socket(type=socket.SOCK_RAW, proto=6).sendto(bytes.fromhex(sys.argv[1]), ('10.0.1.1', 0))",
            segment.hex())
        self.assertTrue(any(json.loads(line)["uplink"]["delivered_packets"] == 1 for line in bridge.stdout))
        bridge.send_signal(signal.SIGINT)
        _, err = bridge.communicate(timeout=30)  # not end(): a part of a line may have been read with those above
        self.assertIn(bridge.returncode, (0, 1), err)
        self.assertNotIn("beside the link", err)

    def test_a_lost_gateway_is_no_valid_run(self):
        bridge = self.begin(fixed="nat")
        gateways = [pid for pid in children(bridge.pid)
                    if b"exec-gateway" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
        self.assertTrue(gateways)
        for pid in gateways:
            os.kill(pid, signal.SIGKILL)
        lines = iter(bridge.stderr.readline, "")
        self.assertTrue(any("warning: the gateway has ended" in line for line in lines))
        _, summary = self.end(bridge)
        self.assertEqual(bridge.returncode, 1)
        self.assertIn("NOT VALID: the gateway has ended: the link leads no further than this machine", summary)
        run(BIN / "seawind", "exec", "--link", self.link, "--", "true")

    def test_the_link_is_changed_by_its_name(self):
        bridge = self.begin("--name", "lab")
        link = [BIN / "seawind", "link"]
        self.assertEqual([one["name"] for one in json.loads(run(*link, "list", "--json").stdout)], ["lab"])
        self.assertIn("propagation_delay: 50ms", run(*link, "show", "lab").stdout)
        same = run(*link, "change", "lab", "--profile", self.link)
        self.assertEqual((same.returncode, "nothing would change" in same.stderr), (2, True), same.stderr)
        done = run(*link, "change", "lab", "--set", "uplink.propagation_delay=10ms", "--json")
        self.assertEqual(json.loads(done.stdout)["changed"],
                         [{"path": "link.uplink.propagation_delay", "before": "50ms", "after": "10ms"}], done.stderr)
        self.assert_round_trip("right", "10.0.0.1", 60)
        for words, code, text in ((("change", "lab", "--set", "uplink.nonsense=1"), 2, "unknown key `nonsense`"),
                                  (("change", "lab"), 2, "nothing would change"),
                                  (("show", "other"), 2, "no link `other` runs"),
                                  (("show", "lab", "--slot", "1"), 2, "lab")):
            done = run(*link, *words)
            self.assertEqual((done.returncode, text in done.stderr), (code, True), (words, done.stderr))
        watch = subprocess.Popen([*link, "watch", "lab", "--json", "--interval", "100ms"], stdout=subprocess.PIPE, text=True)
        times = [json.loads(watch.stdout.readline())["link_time_ns"] for _ in range(3)]
        self.assertGreater(times[2] - times[0], 150_000_000)
        _, summary = self.end(bridge)
        self.assertIn("changed by hand: 1 change", summary)
        watch.communicate(timeout=10)
        self.assertEqual(watch.returncode, 0)

    def test_ipv6_reaches_the_network_through_a_nat64(self):
        self.link = pathlib.Path(self.folder.name) / "six.yaml"
        self.link.write_text(f"downlink: {LINK[:-1]}, stages: [{{nat64: {{}}}}]}}\nuplink: {LINK}\n")
        bridge = self.begin(fixed="nat")
        self.assert_round_trip("right", "64:ff9b::10.0.0.1")
        self.end(bridge)

    def test_a_handover_changes_the_address_behind_the_nat(self):
        cell, other = (pathlib.Path(self.folder.name) / f"{name}.yaml" for name in ("cell", "other"))
        for file in cell, other:
            file.write_text(f"downlink: {LINK[:-1]}, stages: [{{nat: {{addresses: 2, change_at: handover}}}}]}}\n"
                            f"uplink: {LINK}\n")
        self.link = cell
        bridge = self.begin("--name", "phone")
        ip("-n", "left", "route", "add", "100.64.0.0/10", "via", "10.0.0.2")

        def python(space, source):
            started = subprocess.Popen(["ip", "netns", "exec", space, sys.executable, "-c", source],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.addCleanup(lambda: (started.poll() is None and started.kill(), started.communicate()))
            return started

        server = python("left", ANSWER)
        self.assertEqual("ready\n", server.stdout.readline())
        client = python("right", ASK_TWICE)
        self.assertEqual("100.64.0.1\n", client.stdout.readline())
        for words in ("--set", "uplink.propagation_delay=40ms"), ("--profile", other):
            done = run(BIN / "seawind", "link", "change", "phone", *words)
            self.assertEqual(0, done.returncode, done.stderr)
        out, _ = client.communicate("go\n", timeout=30)
        self.assertEqual(["ConnectionResetError", "100.64.0.2"], out.split())
        server.kill()
        self.end(bridge)

    def test_a_process_ends_its_link(self):
        inside = self.process_in("right")
        bridge = self.begin(mobile=f"pid:{inside.pid}")
        inside.kill()
        inside.wait()
        _, err = bridge.communicate(timeout=10)
        self.assertIn(f"pid:{inside.pid} has ended", err)
        self.assertIn("the link ran", err)

    def test_a_file_is_the_link(self):
        folder = pathlib.Path(self.folder.name) / "links"
        folder.mkdir()
        file = folder / "desk.yaml"
        file.write_text("link: ../even.yaml\nfixed: netns:left\nmobile: netns:right\nseed: 5\n"
                        "fixed_address: 192.168.5.1/24\nmobile_address: 192.168.5.7/24\n")
        bridge = subprocess.Popen([BIN / "seawind", "bridge", file, "--json"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (bridge.poll() is None and bridge.kill(), bridge.communicate()))
        bridge.first = bridge.stdout.readline()
        self.assert_round_trip("right", "192.168.5.1")
        self.assertEqual(run(BIN / "seawind", "link", "list").stdout.split(":")[0], "desk")
        self.end(bridge)
        file.write_text("link: lte\nfixed: eth1\nmobile: nat\nfixed_address: 10.0.0.1\n")
        done = run(BIN / "seawind", "bridge", file)
        self.assertEqual(done.returncode, 2)
        for words in (f"{file}:3:9: error: `nat` is possible as the fixed end only",
                      f"{file}:4:16: error: eth1 is an interface, whose addresses are those of the hosts behind it"):
            self.assertIn(words, done.stderr)
        file.write_text("link: lte\nfixed: nat\nmobile: lan:lo\n"
                        "devices:\n  - {name: tablet, mac: \"03:00:00:00:00:07\", link: umts}\n")
        for words in ([BIN / "seawind", "validate"], [BIN / "seawind", "bridge"]):
            done = run(*words, file)
            self.assertIn(f"{file}:5:25: error: 03:00:00:00:00:07 is a multicast address", done.stderr + done.stdout)
        file.write_text(file.read_text().replace("03:", "02:"))
        done = run(BIN / "seawind", "bridge", file, "-o", folder / "record")
        self.assertEqual((done.returncode, "has several links and is not recorded" in done.stderr), (2, True), done.stderr)
        self.assertFalse((folder / "record").exists())
        for words in (["--link", "lte", str(file)], ["--fixed", "netns:left", "--mobile", "netns:right"]):
            self.assertEqual(run(BIN / "seawind", "bridge", *words).returncode, 2)

    def test_a_link_is_removed_by_its_name(self):
        bridge = self.begin()
        done = run(BIN / "seawind", "link", "remove", "even")
        # The IPv6 of the namespaces may already have sent something of its own.
        self.assertRegex(done.stdout, r"^link even: ended .* after its start, down \d packets, up \d packets\n$")
        self.assertIsNotNone(bridge.poll())  # remove waits for it
        _, summary = bridge.communicate()
        self.assertIn("timing", summary)
        self.assertEqual(run(BIN / "seawind", "link", "remove", "even").returncode, 2)

    def test_links_of_a_daemon(self):
        self.put_hosts_behind_interfaces()
        socket = pathlib.Path(self.folder.name) / "daemon.sock"
        for words in (("list",), ("create", "desk", "--link", self.link, "--fixed", "to-left", "--mobile", "to-right")):
            done = run(BIN / "seawind", "link", *words, "--socket", socket)
            self.assertEqual((done.returncode, done.stderr),
                             (3, f"seawind: no seawindd answers at {socket}: start one, or name its socket by --socket\n"))
        daemon = subprocess.Popen([BIN / "seawindd", "--socket", socket, "--log-dir", self.folder.name, "--log-level", "error"])
        self.addCleanup(lambda: (daemon.kill(), daemon.wait()))
        self.assertTrue(within(10, socket.exists))

        def link(*words):
            return run(BIN / "seawind", "link", *words, "--socket", socket)

        ends = ("--fixed", "to-left", "--mobile", "to-right")
        done = link("create", "desk", "--link", self.link, *ends)
        self.assertEqual(done.stdout, "link desk: fixed to-left, mobile to-right; `seawind link remove desk` ends it\n",
                         done.stderr)
        self.assert_round_trip("right", "10.7.0.1")
        for words, message in ((("desk", "--link", self.link, *ends), "link desk: "),
                               (("other", "--link", self.link, "--fixed", "none", "--mobile", "to-right"),
                                "no interface has this name"),
                               (("other", "--link", "nowhere", *ends), "nowhere")):
            done = link("create", *words)
            self.assertEqual((done.returncode, message in done.stderr), (2, True), (words, done.stderr))
        taken = "cannot use interface to-left: another link uses it"
        done = run(BIN / "seawind", "bridge", "--link", self.link, *ends)
        self.assertEqual((done.returncode, taken in done.stderr), (3, True), done.stderr)
        done = link("remove", "desk", "--json")
        report = json.loads(done.stdout)
        self.assertGreaterEqual(report["downlink"]["delivered_packets"], 1)
        self.assertEqual(report["interface_changes"], 0)
        self.assertNotIn("interface", report["not_valid"])  # the machine may be late

        bridge = self.begin(fixed="to-left", mobile="to-right")
        done = link("create", "desk", "--link", self.link, *ends)
        self.assertEqual((done.returncode, taken in done.stderr), (2, True), done.stderr)
        self.assert_round_trip("right", "10.7.0.1")
        self.end(bridge)
        ip("address", "add", "10.7.0.9/24", "dev", "to-left")
        done = link("create", "desk", "--link", self.link, *ends)
        self.assertEqual((done.returncode, "to-left has the address 10.7.0.9" in done.stderr), (3, True), done.stderr)
        ip("address", "del", "10.7.0.9/24", "dev", "to-left")
        ip("link", "add", "switch", "type", "bridge")
        self.addCleanup(run, "ip", "link", "del", "switch")
        ip("link", "set", "to-left", "master", "switch")
        done = link("create", "desk", "--link", self.link, *ends)
        self.assertEqual((done.returncode, "to-left is in a bridge or a bond" in done.stderr), (3, True), done.stderr)
        ip("link", "del", "switch")
        link("create", "desk", "--link", self.link, *ends)
        ip("link", "del", "to-left")
        watched = subprocess.Popen([BIN / "seawind", "link", "watch", "desk", "--socket", socket], stdout=subprocess.PIPE,
                                   text=True)
        watched.stdout.readline()
        self.assertTrue(watched.stdout.readline().endswith(" | an interface of the link went down, up or away\n"))
        done = link("remove", "desk")
        watched.communicate(timeout=20)
        self.assertIn("  timing NOT VALID: an interface of the link went down, up or away", done.stdout)
        self.assertEqual(link("list").stdout, "")
        self.assertEqual(link("remove", "desk").returncode, 2)
        daemon.terminate()
        self.assertEqual(daemon.wait(20), 0)
        ip("link", "del", "to-right")

    def test_names_of_links(self):
        first = self.begin()
        second = self.begin("--fixed-address", "10.3.0.1/30", "--mobile-address", "10.3.0.2/30")
        self.assertEqual(sorted(os.listdir("/run/seawind-links")), ["even", "even-2"])
        done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", "netns:right",
                   "--name", "even")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("a link `even` runs already", done.stderr)
        second.kill()
        second.communicate()
        third = self.begin("--name", "even-2")
        self.end(third)
        self.end(first)
        self.assertEqual(os.listdir("/run/seawind-links"), [])

    def test_nothing_is_left_whatever_is_killed(self):
        """Each process in turn, and all at once; tearDown() compares."""
        self.kill_each_process("netns:right", self.before)

    def test_nothing_is_left_of_an_end_of_devices_whatever_is_killed(self):
        """One of them has a link of its own."""
        self.plug_device("right")
        self.kill_each_process("lan:to-right", state("left", "right"),
                               self.file_with_a_tablet("lan:to-right", "02:00:00:00:00:07"))
        self.doCleanups()

    def kill_each_process(self, mobile, before, file=None):
        victims = 1
        number = 0
        while number <= victims:
            bridge = self.begin(fixed="nat", mobile=mobile, file=file)
            everyone = [bridge.pid, *children(bridge.pid)]
            victims = len(everyone)
            for pid in everyone if number == victims else [everyone[number]]:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            if number not in (0, victims):  # the bridge itself lives: it ends, or is ended, and says why
                within(2, lambda: bridge.poll() is not None)
                bridge.send_signal(signal.SIGINT)
            bridge.communicate(timeout=30)
            if number == victims:  # with the gateway's guard killed, too, the next run puts back forwarding
                run(BIN / "seawind", "exec", "--link", self.link, "--", "true")
            self.assertTrue(within(5, lambda: state("left", "right") == before),
                            (number, victims, before, state("left", "right")))
            self.assertTrue(within(5, lambda: not alive(everyone)), alive(everyone))
            number += 1
        self.assertGreaterEqual(victims, 4)

    def test_nothing_is_left_after_kills_in_any_order(self):
        """Some or all processes of a bridge, at any time after its start."""
        self.put_hosts_behind_interfaces()
        between = state("left", "right")
        chance = random.Random(20261127)
        for round_ in range(int(os.environ.get("SEAWIND_KILLS", "4"))):
            fixed = chance.choice(("nat", "netns:left", "to-left"))
            mobile = chance.choice({"nat": ("netns:right", "lan:to-right"),
                                    "netns:left": ("netns:right", "to-right", "lan:to-right"),
                                    "to-left": ("netns:right", "to-right")}[fixed])
            bridge = subprocess.Popen([BIN / "seawind", "bridge", "--configs", CONFIGS, "--link", self.link, "--fixed",
                                       fixed, "--mobile", mobile, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if chance.random() < 0.7:
                bridge.stdout.readline()
            time.sleep(chance.random() / 5)
            everyone = [bridge.pid, *children(bridge.pid)]
            chance.shuffle(everyone)
            for pid in everyone[:chance.randint(1, len(everyone))]:
                time.sleep(chance.choice((0, 0.01)))
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            within(2, lambda: bridge.poll() is not None)
            if bridge.poll() is None:
                bridge.send_signal(signal.SIGINT)
            bridge.communicate(timeout=30)
            if fixed == "nat":  # with the gateway's guard killed, too, the next run puts back forwarding
                run(BIN / "seawind", "exec", "--link", self.link, "--", "true")
            self.assertTrue(within(5, lambda: state("left", "right") == between),
                            (round_, fixed, mobile, between, state("left", "right")))
        for host in ("left", "right"):
            ip("link", "del", f"to-{host}")

    def test_what_cannot_be_an_end(self):
        for fixed, mobile, code, words in (
                ("netns:none", "netns:right", 2, "netns:none: there is no such network namespace; see `ip netns`"),
                ("netns:../left", "netns:right", 2, "a name without `/` is expected"),
                ("netns:left", "netns:left", 2, "--mobile: both ends are netns:left"),
                ("netns:left", "nat", 2, "--mobile: `nat` is possible as the fixed end only"),
                ("nat", "lo", 2, "an interface whose devices get addresses: lan:lo"),
                ("nat", f"pid:{os.getpid()}", 2, "is in this machine's network, as `nat` is"),
                ("lo", "lo", 2, "--mobile: both ends are lo"),
                ("to-server-in-oulu", "lo", 2, "not a name of an interface, which has at most 15 characters"),
                ("pid:0", "netns:left", 2, "there is no process 0"),
                ("none", "netns:left", 2, "`none`: there is no such interface"),
                ("lo", "netns:left", 3, "lo is a loopback interface")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", fixed, "--mobile", mobile)
            self.assertEqual((done.returncode, words in done.stderr), (code, True), (fixed, mobile, done.stderr))
        for option, value in (("--name", "../x"), ("--name", "a b"), ("--fixed-address", "10.0.0.1"),
                              ("--fixed-address", "10.9.0.1/24; x"), ("--fixed-address", "1.2.3.4/33"),
                              ("--mobile-address", "127.0.0.1/8"), ("--mobile-address", "224.0.0.1/4"),
                              ("--mobile-address", "10.9.0.1/24")):  # and none at the other end
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", "netns:right",
                       option, value)
            self.assertEqual((done.returncode, option in done.stderr), (2, True), (option, value, done.stderr))
        done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", "netns:right",
                   "--fixed-address", "10.9.0.1/24", "--mobile-address", "10.9.0.1/24")
        self.assertEqual((done.returncode, "both ends have the address" in done.stderr), (2, True), done.stderr)
        for option, value, words in (("--for", "-3s", "is negative"), ("--interval", "1ms", "not between 10ms and 1h")):
            done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", "netns:right",
                       option, value)
            self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)

    def test_it_ends_after_a_time_and_is_recorded(self):
        record = pathlib.Path(self.folder.name) / "record"
        done = run(BIN / "seawind", "bridge", "--link", self.link, "--fixed", "netns:left", "--mobile", "netns:right",
                   "--for", "1s", "-o", record, "-q", "--json", "--interval", "100ms")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(done.stdout, "")
        shown = run(BIN / "seawind", "status", record)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertTrue((record / "campaign.db").exists())


if __name__ == "__main__":
    machine.enter("bridge")
    unittest.main()
