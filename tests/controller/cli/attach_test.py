#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind attach as root, in network and mount namespaces of its own. The container engine is a stand-in: its containers
are processes in named network namespaces, known by the labels of compose."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

import machine
from machine import ip, run, within

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
CONFIGS = pathlib.Path(__file__).resolve().parents[3] / "configs"
EVEN = "{rate_base: 20Mbit/s, propagation_delay: 50ms, link_send_buffer_size: 100kB}"
ENGINE = """#!/bin/sh
case "$1 $*" in
  "ps "*project=shop\\ *) cd {folder}/running; for s in *; do case "$*" in *"service=$s")
    for made in "02 old" "04 id-$s" "03 old"; do echo "2026-01-02 10:00:$made"; done;; esac; done;;
  "container "*) for last; do :; done; cat "{folder}/running/${{last#id-}}" 2>/dev/null;;
esac
"""
COMPOSE = """
services:
  server: {image: any, network_mode: none, deploy: {replicas: 1}}
  phone: {image: any}
  tablet:
    image: any
x-seawind:
  - {link: ./even.yaml, fixed: server, mobile: phone}
  - {link: ./even.yaml, fixed: server, mobile: tablet, name: second, mobile_address: 192.0.2.7/24, fixed_address: 192.0.2.1/24}
"""
LAB = """
name: mobile
topology:
  nodes: {server: {kind: linux}, phone: {kind: linux}}
  links:
    - endpoints: ["server:eth1", "host:to-server"]
    - endpoints: ["phone:eth1", "host:to-phone"]
      vars: {seawind: {link: ./even.yaml, fixed: to-server}}
"""
# The same, in containerlab's longer form of a link.
LONGER = LAB.replace("""    - endpoints: ["phone:eth1", "host:to-phone"]
""", """    - type: host
      endpoint: {node: phone, interface: eth1}
      host-interface: to-phone
""")


class Attach(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "Shop"
        self.running = self.folder / "running"
        self.running.mkdir(parents=True)
        self.inside = {}  # the process of each container
        (self.folder / "even.yaml").write_text(f"downlink: {EVEN}\nuplink: {EVEN}\n")
        engine = self.folder / "podman"
        engine.write_text(ENGINE.format(folder=self.folder))
        engine.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        self.environment.pop("COMPOSE_PROJECT_NAME", None)

    def container(self, service):
        """Makes a container of the service, in place of the one it had."""
        if service in self.inside:
            self.remove(service)
        else:
            self.addCleanup(self.remove, service)
        ip("netns", "add", service)
        self.inside[service] = inside = subprocess.Popen(["ip", "netns", "exec", service, "sleep", "100"])
        self.assertTrue(within(5, lambda: str(inside.pid) in run("ip", "netns", "pids", service).stdout.split()))
        (self.running / service).write_text(f"{inside.pid}\n")

    def remove(self, service):
        self.inside[service].kill()
        self.inside[service].wait()
        ip("netns", "del", service)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def attach(self, path, *options):
        return [BIN / "seawind", "attach", path, "--configs", CONFIGS, *options]

    def begin(self, path, *options):
        self.errors = self.folder / "errors"
        with self.errors.open("w") as errors:
            attached = subprocess.Popen(self.attach(path, *options), stdout=subprocess.PIPE, stderr=errors, text=True,
                                        env=self.environment)
        self.addCleanup(lambda: (attached.poll() is None and attached.kill(), attached.communicate()))
        return attached

    def shows(self, pattern):
        found = within(20, lambda: re.search(pattern, self.errors.read_text()))
        self.assertTrue(found, self.errors.read_text())
        return found

    def assert_round_trip(self, space, address):
        least = machine.least_round_trip(["ip", "netns", "exec", space], address, 105)
        self.assertGreater(least, 100)
        self.assertLess(least, 105)

    def interfaces(self, space):
        return [one["ifname"] for one in json.loads(ip("-j", "-n", space, "link"))]

    def test_services_of_a_compose_file(self):
        for service in ("server", "phone", "tablet"):
            self.container(service)
        attached = self.begin(self.write("compose.yaml", COMPOSE), "--json")
        self.shows("server-phone: seawind: link server-phone: fixed compose:shop:server .seawind0 10.0.0.1/30.")
        self.shows("second: seawind: link second: fixed compose:shop:server .seawind1 192.0.2.1/24.")
        self.assert_round_trip("phone", "10.0.0.1")
        self.assert_round_trip("tablet", "192.0.2.1")
        listed = json.loads(run(BIN / "seawind", "link", "list", "--json").stdout)
        self.assertEqual(sorted(one["name"] for one in listed), ["second", "server-phone"])
        self.container("phone")
        self.shows("compose:shop:phone is attached again")
        self.assert_round_trip("phone", "10.0.0.1")
        attached.send_signal(signal.SIGINT)
        out, _ = attached.communicate(timeout=30)
        self.assertEqual(attached.returncode, 1)  # a restart is not a valid timing
        self.assertEqual({json.loads(line)["link"] for line in out.splitlines()}, {"server-phone", "second"})
        self.assertTrue(within(5, lambda: all(self.interfaces(one) == ["lo"] for one in ("server", "phone", "tablet"))))

    def test_nothing_is_left_after_a_kill(self):
        for service in ("server", "phone", "tablet"):
            self.container(service)
        attached = self.begin(self.write("compose.yaml", COMPOSE))
        self.shows("second: seawind: link second")
        attached.kill()
        self.assertTrue(within(10, lambda: all(self.interfaces(one) == ["lo"] for one in ("server", "phone", "tablet"))))

    def test_an_access_point_gets_what_the_file_says(self):
        """hostapd is a stand-in that keeps its configuration and the words of the bridge, and fails."""
        hostapd = self.folder / "hostapd"
        hostapd.write_text(f"#!/bin/sh\ncp $1 {self.folder}/hostapd.conf\ncp /proc/$PPID/cmdline {self.folder}/words\nexit 1\n")
        hostapd.chmod(0o755)
        ip("link", "add", "card", "type", "veth", "peer", "name", "other")
        self.addCleanup(run, "ip", "link", "del", "card")
        text = COMPOSE.split("x-seawind:", maxsplit=1)[0] + (
            "x-seawind:\n  - {link: ./even.yaml, fixed: nat, mobile: 'ap:card', access_point: {ssid: lab, passphrase: "
            "correct horse, band: 5GHz, channel: 44, country: DE, security: wpa2}, page: {profiles: [umts, ./even.yaml]}}\n")
        done = run(*self.attach(self.write("x.yaml", text)), env={**self.environment, "SEAWIND_PASSPHRASE": "of another one"})
        self.assertIn("card is not a Wi-Fi card", done.stderr)
        configuration = (self.folder / "hostapd.conf").read_text()
        for line in ("ssid2=6c6162", "wpa_passphrase=correct horse", "hw_mode=a", "channel=44", "country_code=DE",
                     "wpa_key_mgmt=WPA-PSK"):
            self.assertIn(line + "\n", configuration)
        words = (self.folder / "words").read_text()
        self.assertIn("\0--page\0umts\0--page\0", words)
        ip("link", "del", "card")

    def test_interfaces_of_a_topology(self):
        for i, service in enumerate(("server", "phone"), 1):
            self.container(service)
            ip("link", "add", f"to-{service}", "type", "veth", "peer", "name", "eth1", "netns", service)
            ip("link", "set", f"to-{service}", "up")
            ip("-n", service, "link", "set", "eth1", "up")
            ip("-n", service, "address", "add", f"10.7.0.{i}/24", "dev", "eth1")
        attached = self.begin(self.write("mobile.clab.yaml", LAB))
        self.shows("to-server-to-phone: seawind: link to-server-to-phone: fixed to-server, mobile to-phone")
        self.assert_round_trip("phone", "10.7.0.1")
        attached.send_signal(signal.SIGTERM)
        self.assertEqual(attached.communicate(timeout=30)[0][:20], "to-server-to-phone: ")
        self.assertIn(attached.returncode, (0, 1))

    def test_what_cannot_be_attached(self):
        self.container("server")
        own = COMPOSE.split("x-seawind:", maxsplit=1)[0]
        for text, words in (
                (COMPOSE, "server-phone: compose:shop:phone: no container of this service runs"),
                (own, "no links: write `x-seawind:`"),
                (own + "x-seawind: []\n", ":7:1: error: no links"),
                (own + "x-seawind: [lte]\n", ":7:13: error: a link is a map"),
                (own + "x-seawind:\n  - {link: lte, fixed: server, mobile: phne}\n", "did you mean `phone`?"),
                (own + "x-seawind:\n  - {link: lte, fixed: server, mobil: phone}\n", "did you mean `mobile`?"),
                (own + "x-seawind:\n  - {link: lte, fixed: nat, mobile: 'lan:lo', devices: [{name: a, link: lte, mac: "
                 "\"02:00:00:00:00:07\"}]}\n", "only a link of `seawind bridge FILE` has devices"),
                (own + "x-seawind:\n  - {link: lte, fixed: server, mobile: nat}\n", "`nat` is possible as the fixed end"),
                (own + "x-seawind:\n" + 2 * "  - {link: lte, fixed: server, mobile: phone}\n",
                 "another link is named server-phone, too"),
                ("version: 1\n", "neither a compose file"),
                (LAB.replace("host:to-phone", "server:eth2"), "containerlab joins these ends itself"),
                (LAB.replace("vars", "labels"), "no link has `vars: {seawind:"),
                (LONGER.replace("type: host", "type: macvlan"), "containerlab joins these ends itself"),
                (LONGER, "to-server-to-phone: `to-phone`: there is no such interface"),
                (LAB, "`to-server`: there is no such interface")):
            done = run(*self.attach(self.write("x.yaml", text)), env=self.environment)
            self.assertEqual((done.returncode, words in done.stderr), (2, True), (words, done.stderr))
        self.assertEqual(self.interfaces("server"), ["lo"])

    def test_files_are_checked_without_their_ends(self):
        for text in (COMPOSE, LAB, LONGER):
            done = run(BIN / "seawind", "validate", self.write("x.yaml", text))
            self.assertEqual((done.returncode, done.stdout), (0, "1 file valid\n"), done.stderr)
        text = COMPOSE.replace("link: ./even.yaml, fixed: server", "link: umst, fixed: servr, routr: codel", 1)
        done = run(BIN / "seawind", "validate", self.write("x.yaml", text))
        self.assertEqual(done.returncode, 2)
        for words in ("there is no file for `umst`", "the file has no service `servr`", "unknown key `routr`"):
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    machine.enter("attach")
    unittest.main()
