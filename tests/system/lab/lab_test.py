# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns on the machines of a laboratory: the same directory and verdicts as on one, and hosts that are as before."""
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import time
import unittest

from lab_support import ADDRESS, CLOCK_AHEAD, LONG, NFT, LabCase

from support import BIN, TINY, rows, wait_for

# The controller in a subnet of its own, behind a router and a link.
WIDE_AREA = [BIN / "seawind", "exec", "-q", "--link", pathlib.Path(__file__).with_name("wide-area.yaml"), "--nat", "--"]
# Twenty datagrams, bytes in hexadecimal digits, to the port of VXLAN.
SEND = """
import socket, sys
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for _ in range(20):
    try:
        out.sendto(bytes.fromhex(sys.argv[1]), (sys.argv[2], 4789))
    except PermissionError:  # the filter
        pass
"""


def udp_packet():
    """From the fixed host to the discard port of the mobile one."""
    udp = struct.pack("!HHHH", 5555, 9, 12, 0) + b"test"
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
    total = sum(struct.unpack("!10H", head))
    total = (total & 0xffff) + (total >> 16)
    return head[:10] + struct.pack("!H", ~(total + (total >> 16)) & 0xffff) + head[12:] + udp


def in_machine(lab, pid, name):
    return os.readlink(f"/proc/{pid}/ns/mnt") == os.readlink(f"/proc/{lab.machines[name].pid}/ns/mnt")


class LabTest(LabCase):
    def files_with(self, flow):
        """One attempt at one repetition with this flow."""
        files = self.lab.path / f"files-{flow['name']}"
        for name, content in (
                ("workloads", {"flows": [flow]}),
                ("testsets", {"repetitions": 1, "matrix": {"link": "lte", "tcp": "linux-default", "workload": "one"},
                              "limits": {"lateness_p999": "1s", "lateness_max": "10s", "start_error": "10s",
                                         "cpu_steal": "100%", "attempts": 1}})):
            (files / name).mkdir(parents=True)
            (files / name / "one.yaml").write_text(json.dumps(content))
        return files / "testsets" / "one.yaml"

    def test_a_campaign_is_as_on_one_machine(self):
        out, err = self.finish(self.run_tiny("--json"))
        self.assertEqual(json.loads(out)["done"], 4)
        self.expect_free_hosts()
        for (attempt,) in rows(self.campaign, "SELECT directory FROM attempt WHERE verdict = 'valid'"):
            files = {p.name for p in (self.campaign / attempt).iterdir()}
            self.assertLessEqual({"verdict.json", "link.json", "events.zst", "down-source.jsonl", "down-sink.jsonl",
                                  "up-source.jsonl", "up-sink.jsonl"}, files)
        elapsed = rows(self.campaign, "SELECT value FROM metric JOIN attempt ON attempt.id = attempt_id "
                       "WHERE metric = 'total_elapsed' AND verdict = 'valid'")
        # 200 000 B and headers at 4 Mbit/s take 0.41 s at least.
        self.assertTrue(len(elapsed) == 4 and all(0.41 < value < 5 for (value,) in elapsed), elapsed)
        unsure = rows(self.campaign, "SELECT value FROM metric WHERE metric = 'clock_uncertainty'")
        self.assertTrue(len(unsure) >= 4 and all(0 < value < 1 for (value,) in unsure), unsure)
        for name, ahead in CLOCK_AHEAD.items():
            uptime = float(self.lab.machines[name].run("cat", "/proc/uptime").split()[0])
            self.assertAlmostEqual(uptime - time.clock_gettime(time.CLOCK_BOOTTIME), ahead, delta=20, msg=name)
        # The plan says where it ran; a campaign that is complete needs no lab any more.
        self.assertEqual(json.loads((self.campaign / "resolved.json").read_text())["lab"]["lab"], "office")
        self.finish(self.lab.start("resume", self.campaign))

    def test_a_controller_behind_a_router_and_a_long_way(self):
        out, _ = self.finish(self.lab.start("run", TINY, "--lab", self.lab.file, "-o", self.campaign, "--json",
                                            prefix=WIDE_AREA))
        self.assertEqual(json.loads(out)["done"], 4)
        self.expect_free_hosts()
        unsure = rows(self.campaign, "SELECT value FROM metric WHERE metric = 'clock_uncertainty'")
        # Half of a round trip of 30 ms to the host, half of one to the emulator.
        self.assertTrue(len(unsure) >= 4 and all(0.03 < value < 0.2 for (value,) in unsure), unsure)

    def test_clocks_that_are_known_worse_than_the_limit_of_a_start(self):
        test_set = self.lab.path / "strict.yaml"
        test_set.write_text(re.sub("start_error: .*", "start_error: 1us", TINY.read_text().replace(
            "attempts: 20", "attempts: 1")))
        _, err = self.finish(self.lab.start("run", test_set, "--repetitions", 1, "--configs", TINY.parent.parent,
                                            "--lab", self.lab.file, "-o", self.campaign), 1)
        self.assertRegex(err, "flows cannot start on time: .* clocks unknown by .*, and the limit `start_error` is 1us: "
                         "put the controller nearer to the hosts, or raise the limit")

    def test_others_do_not_reach_the_tunnels(self):
        process = self.lab.start("run", LONG, "--lab", self.lab.file, "-o", self.campaign)
        self.wait_for_traffic()
        agent = next(pid for pid in self.lab.seawind.processes() if b"agent-0.sock" in
                     pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() and in_machine(self.lab, pid, "phone"))
        link = json.loads(subprocess.run(["nsenter", "-t", str(agent), "-n", "ip", "-j", "-d", "link", "show", "mobile"],
                                         check=True, capture_output=True, text=True).stdout)
        number = link[0]["linkinfo"]["info_data"]["id"]

        def refused_by_the_host():
            """Packets to a port at which nobody listens."""
            names, values = [line.split() for line in pathlib.Path(f"/proc/{agent}/net/snmp").read_text().splitlines()
                             if line.startswith("Udp:")]
            return int(values[names.index("NoPorts")])

        def send(machine, user=0):
            frame = struct.pack("!BxxxI", 8, number << 8) + bytes.fromhex("020000000002 020000000001 0800") + udp_packet()
            before = refused_by_the_host()
            subprocess.run(["nsenter", "-t", str(self.lab.machines[machine].pid), "-n", "setpriv", f"--reuid={user}",
                            "--clear-groups", sys.executable, "-c", SEND, frame.hex(), ADDRESS["phone"]], check=True)
            time.sleep(0.3)
            return refused_by_the_host() - before

        self.assertEqual(send("controller"), 0)
        self.assertEqual(send("box", user=65534), 0)
        self.assertEqual(send("box"), 20)  # what the page says about root
        for pid, name in self.lab.seawind.processes().items():
            if name == "seawind":
                self.lab.seawind.signal(pid, signal.SIGINT)
        process.communicate(timeout=60)
        self.expect_free_hosts()
        # Filter and tunnels are gone, the latter some time after their namespace: now the machine itself refuses them.
        agent = self.lab.machines["phone"].pid
        wait_for(lambda: send("controller") == 20, "packets that nobody filters", 20)

    def test_a_host_that_leaves_or_is_revoked(self):
        process = self.lab.start("run", LONG, "--lab", self.lab.file, "-o", self.campaign)
        self.wait_for_traffic()
        self.lab.control("lab", "revoke", "phone")
        _, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("the lab office has no such member", err)
        subprocess.run(self.lab.agent("phone", "leave"), env=self.lab.environment, check=True)
        self.assertEqual(self.lab.services["phone"].wait(timeout=10), 0)
        self.assertIn("this host has left the lab", self.lab.log("phone"))
        self.lab.join("phone")
        self.lab.serve("phone")
        self.campaign = self.lab.path / "after"
        self.finish(self.run_tiny())

    def test_a_link_is_watched_and_changed_while_it_runs(self):
        process = self.lab.start("run", LONG, "--lab", self.lab.file, "-o", self.campaign)
        self.wait_for_traffic()
        link = ("link", "change", self.campaign, "--slot", "0", "--set", "downlink.rate_base=32kbit/s")
        deadline = time.monotonic() + 20
        while (changing := self.lab.start(*link)).wait() == 3 and time.monotonic() < deadline:
            changing.communicate()  # there is no link yet
        out, _ = self.finish(changing)
        self.assertIn("link.downlink.rate_base", out)
        self.assertIn("rate_base: 32kbit/s", self.lab.control("link", "show", self.campaign, "--slot", "0"))
        self.lab.control("stop", self.campaign)
        self.finish(process, 130)

    def test_one_run_at_a_time(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        out, err = self.finish(self.lab.start("run", TINY, "--lab", self.lab.file, "-o", self.campaign / "second"), 3)
        self.assertIn("another run of a controller has this host", err)
        self.finish(process)

    def test_only_programs_that_a_host_permits_run_on_it(self):
        program = ["sh", "-c", "cat /proc/self/cgroup > {log}"]
        test_set = self.files_with({"name": "p", "command": {"source": {"argv": program}, "duration": "1s"}})
        _, err = self.finish(self.lab.start("run", test_set, "--lab", self.lab.file, "-o", self.campaign), 3)
        self.assertIn("this host does not permit the program `sh`: `seawind-agent serve --programs` does", err)
        self.lab.restart("server", "--programs", "iperf3,sh")
        name = f"seawind-programs-{(self.lab.path / 'server').stat().st_ino:x}"

        def groups():
            """Of version 2, and of version 1 for each controller."""
            top = pathlib.Path("/sys/fs/cgroup")
            return [*top.glob(name), *top.glob(f"*/{name}")]
        try:
            self.finish(self.lab.start("run", test_set, "--lab", self.lab.file, "-o", self.campaign / "permitted"))
            [log] = self.campaign.rglob("p-source.program.log")
            self.assertIn(name, log.read_text())
            limits = {file.name: int(file.read_text()) for group in groups()
                      for file in group.iterdir() if file.name in ("memory.limit_in_bytes", "memory.max", "pids.max")}
            memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
            self.assertAlmostEqual(limits.get("memory.max", limits.get("memory.limit_in_bytes")), memory, delta=4096)
            self.assertEqual(limits["pids.max"], int(pathlib.Path("/proc/sys/kernel/threads-max").read_text()) // 4)
        finally:
            self.lab.restart("server")
        self.assertEqual([], groups())

    def test_a_host_writes_no_verdict(self):
        process = self.run_tiny()
        self.wait_for_traffic()
        for folder in (self.lab.path / "server/work/logs").iterdir():
            (folder / "verdict.json").write_text('{"forged": 1}')
        self.finish(process)
        verdicts = list((self.campaign / "attempts").glob("*/*/verdict.json"))
        self.assertGreaterEqual(len(verdicts), 4)
        for file in verdicts:
            self.assertNotIn("forged", file.read_text())

    def test_logs_of_other_names_are_refused(self):
        """Control characters, and the log of the emulator."""
        for name, reason in (("a\x1b[2J", r"server: cannot take the log 'a\\x1b\[2J': not the name of a log"),
                             ("events.zst", "cannot create .*/events.zst: File exists")):
            with self.subTest(name):
                self.campaign = self.campaign.with_name(f"names-{len(name)}")
                process = self.run_tiny("--repetitions", "1")
                self.wait_for_traffic()
                for folder in (self.lab.path / "server/work/logs").iterdir():
                    (folder / name).touch()
                self.finish(process)
                (*first, text), *_, last = self.attempts()
                self.assertEqual(first, ["failed", "error"])
                self.assertRegex(text, reason)
                self.assertEqual(last, ("valid", "", ""))
                self.expect_free_hosts()

    def test_a_port_of_the_host_is_not_taken(self):
        self.lab.file.write_text(self.lab.file.read_text() + "tunnel_port: 53\n")
        self.addCleanup(self.lab.file.write_text, self.lab.file.read_text().replace("tunnel_port: 53\n", ""))
        _, err = self.finish(self.run_tiny(), 3)
        self.assertIn("this host does not permit UDP port 53 for tunnels: `seawind-agent serve --tunnel-port` does", err)

    def test_packets_lost_beside_the_link(self):
        phone = self.lab.machines["phone"]
        phone.run(sys.executable, "-c", NFT, "add table ip lossy; add chain ip lossy in { type filter hook input "
                  "priority -200; }; add rule ip lossy in udp dport 4789 numgen random mod 10 == 0 drop")
        try:
            flow = {"name": "s", "stream": {"packets": 100, "interval": "5ms", "drain": "1s"}}
            test_set = self.files_with(flow)
            self.finish(self.lab.start("run", test_set, "--lab", self.lab.file, "-o", self.campaign), 1)
            (reason,), = rows(self.campaign, "SELECT reason FROM attempt")
            self.assertRegex(reason, r"\d+ packets were lost between the emulator and a host, beside the link")
            out, _ = self.finish(self.lab.start("doctor", "--lab", self.lab.file), 3)
            self.assertRegex(out, r"fail  lab: a link +\d+ packets lost before or after the link")
        finally:
            phone.run(sys.executable, "-c", NFT, "delete table ip lossy")

    def test_doctor(self):
        server = self.lab.machines["server"]
        server.run("ip", "link", "set", "eth0", "mtu", "1600")
        self.addCleanup(server.run, "ip", "link", "set", "eth0", "mtu", "1500")
        found = json.loads(self.lab.control("doctor", "--lab", self.lab.file, "--json"))
        verdicts = {one["check"]: one["verdict"] for one in found}
        for check in ("lab: box", "lab: server", "lab: phone", "lab: a slot"):
            self.assertEqual(verdicts.pop(check), "ok")
        link = next(one for one in found if one["check"] == "lab: a link")
        if link["verdict"] == "warn":  # no attempt was on time, which is this machine's
            self.assertRegex(link["finding"], "(and|but) (lost to the machine|pacing error|.* late)")
        else:
            self.assertEqual(link["verdict"], "ok")
            self.assertRegex(link["finding"],
                             r"^delay, rate and loss as set; the lab adds \d+\.\d\d ms to a round trip$")
        del verdicts["lab: a link"]
        # The server's network carries packets of 1500 bytes in a tunnel, those of the others do not.
        self.assertEqual({check for check in verdicts if "tunnel" in check},
                         {"lab: box: tunnel to 192.0.2.2", "lab: box: tunnel to 192.0.2.3", "lab: phone: tunnel to 192.0.2.1"})
        way = next(one["finding"] for one in found if one["check"] == "lab: phone: tunnel to 192.0.2.1")
        self.assertRegex(way, r"^by eth0.*: packets of up to 1450 bytes as one, larger ones in fragments$")
        for check, verdict in verdicts.items():  # what this machine is like
            self.assertRegex(check, "^lab: (box|server|phone): ")
            self.assertNotEqual(verdict, "ok")
        self.assertRegex(found[0]["finding"], r"^emulator at 192.0.2.1, certificate until 20\d\d-\d\d-\d\d, clock known to ")
        self.expect_free_hosts()
        os.kill(self.lab.service_pid("phone"), signal.SIGTERM)
        self.lab.services["phone"].wait()
        out, _ = self.finish(self.lab.start("doctor", "--lab", self.lab.file), 3)
        self.assertRegex(out, r"fail  lab: phone +cannot connect to agent phone at 192.0.2.3:7600: ")
        self.assertNotIn("a slot", out)
        self.lab.serve("phone")

    def test_mistakes(self):
        test_set = self.lab.path / "legacy.yaml"
        test_set.write_text("matrix: {link: umts, tcp: baseline-legacy, workload: w1}\n")
        _, err = self.finish(self.lab.start("run", test_set, "--lab", self.lab.file, "-o", self.campaign), 2)
        self.assertIn("TCP variant `baseline-legacy` needs BPF programs", err)
        text = self.lab.file.read_text()
        for wrong, code, words in (
                (text.replace("192.0.2.3", "phone.local"), 2, "lab.yaml:4:32: error: `phone.local` is not an IPv4"),
                (text.replace("host: phone", "host: server"), 2, "server is another machine of this lab, too"),
                (text.replace("office", "house"), 2, "there is no lab house in"),
                (text.replace("192.0.2.3", "192.0.2.2").replace("192.0.2.2", "192.0.2.3", 1), 3,
                 "cannot connect to agent")):
            with self.subTest(words):
                file = self.lab.path / "wrong" / "lab.yaml"
                file.parent.mkdir(exist_ok=True)
                file.write_text(wrong)
                campaign = self.lab.path / f"wrong-{abs(hash(words))}"
                out, err = self.finish(self.lab.start("run", TINY, "--lab", file, "-o", campaign), code)
                self.assertIn(words, err)


if __name__ == "__main__":
    unittest.main()
