# SPDX-License-Identifier: GPL-3.0-or-later
"""A laboratory whose emulator has a network card towards each end host: links without tunnels, and interfaces that are
as before afterwards."""
import json
import os
import signal
import subprocess
import unittest

from lab_support import ADDRESS, HOSTS, Lab, LabCase

from support import rows, wait_for

# Switches receive offload of an interface on.
JOIN = """
import array, fcntl, socket, struct, sys
ETHTOOL, SET_GRO = 0x8946, 0x2c
value = array.array("I", [SET_GRO, int(sys.argv[2])])
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), ETHTOOL,
            struct.pack("16sQ8x", sys.argv[1].encode(), value.buffer_info()[0]))
"""


class WiredLab(Lab):
    wires = {"box": ["eth1", "eth2"], "server": ["eth1"], "phone": ["eth1"]}

    def set_up(self):
        super().set_up()
        self.cable("box", "eth1", "server", "eth1")
        self.cable("box", "eth2", "phone", "eth1")
        self.write("eth1", "eth2")

    def serve(self, name, *options, **environment):
        super().serve(name, "--interfaces", "eth1,eth2", *options, **environment)

    def cable(self, one, its, other, others):
        """Replaces what these interfaces are connected to."""
        for name, interface in ((one, its), (other, others)):
            subprocess.run(self.machines[name].inside("ip", "link", "delete", interface), check=False, env=self.environment,
                           stderr=subprocess.DEVNULL)
        subprocess.run(["nsenter", "-t", str(self.machines[one].pid), "-n", "ip", "link", "add", its, "type", "veth",
                        "peer", "name", others, "netns", str(self.machines[other].pid)], env=self.environment, check=True)
        for name, interface in ((one, its), (other, others)):
            self.machines[name].run("ip", "link", "set", interface, "up")

    def write(self, fixed, mobile, more="parallel: 1\n"):
        self.file.write_text(
            f"lab: office\nemulator: {{host: box, address: {ADDRESS['box']}}}\n"
            f"fixed: {{host: server, address: {ADDRESS['server']}, interface: eth1, at_emulator: {fixed}}}\n"
            f"mobile: {{host: phone, address: {ADDRESS['phone']}, interface: eth1, at_emulator: {mobile}}}\n{more}")


class WiresTest(LabCase):
    laboratory = WiredLab

    def interfaces(self):
        """What `ip` tells of the wires, less what a new cable changes."""
        found = []
        for name in HOSTS:
            for link in json.loads(self.lab.machines[name].run("ip", "-d", "-j", "link")):
                if link["ifname"] in self.lab.wires[name]:
                    found.append((name, link["ifname"], link["mtu"], sorted({*link["flags"]} - {"LOWER_UP", "NO-CARRIER"}), link["promiscuity"], link["address"]))
        return found

    def sent_by(self, name):
        """Bytes, by its wire."""
        [wire] = json.loads(self.lab.machines[name].run("ip", "-s", "-j", "link", "show", "eth1"))
        return wire["stats64"]["tx"]["bytes"]

    def doctor(self):
        out, _ = self.lab.start("doctor", "--lab", self.lab.file).communicate(timeout=100)
        return out

    def test_a_campaign_over_wires(self):
        before = self.interfaces()
        self.finish(self.run_tiny())
        self.assertEqual({verdict for (verdict,) in rows(self.campaign, "SELECT verdict FROM attempt WHERE id IN "
                                                         "(SELECT attempt_id FROM repetition)")}, {"valid"})
        self.expect_free_hosts()
        self.assertEqual(self.interfaces(), before)

    def test_the_delay_and_the_losses_are_those_of_the_link(self):
        out = self.doctor()
        self.assertRegex(out, r"(ok  |warn)  lab: a link +delay, rate and loss as set; the lab adds")
        self.assertRegex(out, r"ok    lab: a slot +namespaces and agents can be made, the wires go where")

    def test_a_kill_leaves_the_interfaces(self):
        before = self.interfaces()
        # Connections whose data the kernel would keep trying to send for minutes.
        for folder, content in (("workloads", {"flows": [{"name": "long", "bulk_tcp": {"size": "50MB"}}]}),
                                ("testsets", {"matrix": {"link": "umts", "tcp": "linux-default", "workload": "bulk"}})):
            (self.lab.path / folder).mkdir()
            (self.lab.path / folder / "bulk.yaml").write_text(json.dumps(content))
        process = self.lab.start("run", self.lab.path / "testsets/bulk.yaml", "--lab", self.lab.file, "-o", self.campaign)
        wait_for(lambda: self.sent_by("server") > 50_000, "a connection with data under way", 30)
        for name in HOSTS:
            os.kill(self.lab.service_pid(name), signal.SIGKILL)
            self.lab.services[name].wait()
        for pid, program in self.lab.programs_of("controller").items():
            self.assertEqual(program, "seawind")
            os.kill(pid, signal.SIGKILL)
        process.communicate(timeout=20)
        wait_for(lambda: self.interfaces() == before, "interfaces as before", 20)
        for name in HOSTS:
            self.lab.serve(name)
        self.campaign = self.lab.path / "next"
        self.finish(self.run_tiny())
        self.expect_free_hosts()

    def test_wrong_wires(self):
        machine = self.lab.machines["server"]
        self.lab.write("eth2", "eth1")
        self.assertIn("frames of eth1 of server arrive at eth1 of box: is that cable in eth2 of box?", self.doctor())
        self.lab.write("eth1", "eth2")
        machine.run("ip", "link", "set", "eth1", "down")
        self.assertIn("eth1 is down: `ip link set eth1 up`", self.doctor())
        machine.run("ip", "link", "set", "eth1", "up")
        self.lab.cable("server", "eth1", "controller", "eth9")
        self.lab.machines["box"].run("ip", "link", "add", "eth1", "type", "veth", "peer", "name", "unused")
        try:
            self.lab.machines["box"].run("ip", "link", "set", "eth1", "up")
            self.assertIn("0 of 100 frames of eth1 of server arrive at eth1 of box: is the cable in?", self.doctor())
        finally:
            self.lab.machines["box"].run("ip", "link", "delete", "eth1")
            self.lab.cable("box", "eth1", "server", "eth1")

    def test_wires_that_are_one_network(self):
        switch = self.lab.switch
        cables = (("box", "eth1"), ("box", "eth2"), ("server", "eth1"), ("phone", "eth1"))
        switch.run("ip", "link", "add", "bridge1", "up", "type", "bridge")
        self.lab.machines["switch"] = switch
        try:
            for number, (name, interface) in enumerate(cables):
                self.lab.cable(name, interface, "switch", f"port{number}")
                switch.run("ip", "link", "set", f"port{number}", "master", "bridge1")
            self.assertRegex(self.doctor(), "frames of .* the wires are one network, and packets would go around the emulator")
        finally:
            del self.lab.machines["switch"]
            switch.run("ip", "link", "delete", "bridge1")
            self.lab.cable("box", "eth1", "server", "eth1")
            self.lab.cable("box", "eth2", "phone", "eth1")

    def test_interfaces_that_are_refused(self):
        machine = self.lab.machines["phone"]
        machine.run("ip", "address", "add", "198.51.100.1/24", "dev", "eth1")
        self.assertIn("eth1 has the address 198.51.100.1, which this machine uses", self.doctor())
        machine.run("ip", "address", "flush", "dev", "eth1")
        machine.run("python3", "-c", JOIN, "eth1", "1")
        out = self.doctor()
        self.assertRegex(out, r"lab: phone: interface eth1 +joins packets that it receives")
        self.assertIn("eth1 joins packets that it receives: `ethtool -K eth1 gro off lro off`, or", out)
        machine.run("python3", "-c", JOIN, "eth1", "0")
        os.kill(self.lab.service_pid("phone"), signal.SIGTERM)
        self.lab.services["phone"].wait()
        Lab.serve(self.lab, "phone")
        try:
            self.assertIn("this host does not permit the interface `eth1`: `seawind-agent serve --interfaces` does", self.doctor())
        finally:
            self.lab.restart("phone")

    def test_mistakes_in_the_file(self):
        for fixed, mobile, more, words in (
                ("eth1", "eth1", "parallel: 1\n", "eth1 is the interface towards the fixed host, too"),
                ("eth1", "''", "parallel: 1\n", "`mobile.at_emulator` is missing"),
                ("eth1", "eth2", "", "there is one repetition at a time: write `parallel: 1`")):
            self.lab.write(fixed, mobile, more)
            _, err = self.finish(self.lab.start("doctor", "--lab", self.lab.file), 2)
            self.assertIn(words, err)
        self.lab.write("eth1", "eth2")


if __name__ == "__main__":
    unittest.main()
