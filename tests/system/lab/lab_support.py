# SPDX-License-Identifier: GPL-3.0-or-later
"""A laboratory whose machines are namespaces: of network, mounts, host name, processes and time. Their network is a
bridge in a namespace of its own."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "campaign"))
from support import BIN, TINY, Seawind, rows, wait_for  # noqa: E402

LONG = TINY.with_name("long.yaml")
HOSTS = ("box", "server", "phone")
# s by which a machine's CLOCK_MONOTONIC is ahead of this machine's.
CLOCK_AHEAD = {"box": 77, "server": 500_000, "phone": 1_000_000}
ADDRESS = {"box": "192.0.2.1", "server": "192.0.2.2", "phone": "192.0.2.3", "controller": "192.0.2.4"}

# The same after a reboot.
MAC = {name: "02:00:00:00:01:" + address[-2:].replace(".", "0") for name, address in ADDRESS.items()}

# Commands of nftables, by its library: the program may not be installed.
NFT = """
import ctypes, sys
nft = ctypes.CDLL("libnftables.so.1")
nft.nft_ctx_new.restype = ctypes.c_void_p
sys.exit(nft.nft_run_cmd_from_buffer(ctypes.c_void_p(nft.nft_ctx_new(0)), sys.argv[1].encode()))
"""


class Machine:
    def __init__(self, name, environment):
        self.name = name
        self.environment = environment
        self.start()

    def start(self):
        """A first process that only waits for the end of this one; the kernel removes the machine with it."""
        ahead = str(CLOCK_AHEAD.get(self.name, 0))
        self.outer = subprocess.Popen(
            ["unshare", "--net", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc",
             "--time", "--monotonic", ahead, "--boottime", ahead,
             "sh", "-c", f"hostname {self.name} && ip link set lo up && echo ready && exec cat"],
            env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.outer.stdout.readline() == "ready\n"
        children = pathlib.Path(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children").read_text()
        self.pid = int(children)

    def inside(self, *command):
        return ["nsenter", "-t", str(self.pid), "-n", "-m", "-u", "-p", "-T", "--", *map(str, command)]

    def run(self, *command):
        return subprocess.run(self.inside(*command), env=self.environment, check=True, capture_output=True,
                              text=True).stdout

    def end(self):
        self.outer.kill()
        self.outer.wait()
        self.outer.stdin.close()
        self.outer.stdout.close()


class Lab:
    """A controller, an emulator and two end hosts that are its members, with their services running."""
    wires = {}  # interfaces of a host that carry links

    def __init__(self):
        self.seawind = Seawind(PATH="/usr/sbin:/sbin:/usr/bin:/bin")
        self.path = self.seawind.path
        self.environment = self.seawind.environment
        self.environment["XDG_CONFIG_HOME"] = str(self.path / "config")
        self.services = {}
        self.machines = {}
        self.switch = Machine("switch", self.environment)
        try:
            self.set_up()
        except BaseException:
            self.close()
            raise

    def make_machines(self):
        self.switch.run("ip", "link", "add", "bridge0", "up", "type", "bridge")
        for name in (*HOSTS, "controller"):
            self.machines[name] = Machine(name, self.environment)
            self.plug(name)

    def set_up(self):
        self.make_machines()
        self.control("lab", "init", "office")
        for name in HOSTS:
            self.join(name)
            self.serve(name)
        self.file = self.path / "lab.yaml"
        self.file.write_text("lab: office\n" + "".join(
            f"{role}: {{host: {name}, address: {ADDRESS[name]}}}\n"
            for role, name in (("emulator", "box"), ("fixed", "server"), ("mobile", "phone"))))

    def plug(self, name):
        # In the test's own processes, to which the number belongs.
        subprocess.run(["nsenter", "-t", str(self.switch.pid), "-n", "ip", "link", "add", name, "type", "veth",
                        "peer", "name", "eth0", "address", MAC[name], "netns", str(self.machines[name].pid)],
                       env=self.environment, check=True)
        self.switch.run("ip", "link", "set", name, "up", "master", "bridge0")
        self.machines[name].run("ip", "link", "set", "eth0", "up")
        self.machines[name].run("ip", "address", "add", ADDRESS[name] + "/24", "dev", "eth0")

    def unplug(self, name, seconds):
        self.set_cable(name, "down")
        time.sleep(seconds)
        self.set_cable(name, "up")

    def set_cable(self, name, state):
        self.switch.run("ip", "link", "set", name, state)

    def crash(self, name):
        """Everything of the machine but its files is gone, until boot()."""
        self.machines[name].end()
        self.services[name].wait()

    def boot(self, name):
        # The kernel removes the other end of the cable some time after the machine.
        wait_for(lambda: name not in self.switch.run("ip", "-o", "link"), "a free port of the switch", 20)
        self.machines[name].start()
        self.plug(name)
        self.serve(name)

    def is_free(self, name, kept=()):
        """Whether a host is as before any run: nothing but the service, its folder and the machine's interfaces, no rule of
        nftables. Of a run whose connection has broken it may have `kept` files in the folder."""
        machine = self.machines[name]
        links = json.loads(machine.run("ip", "-j", "link"))
        return (self.programs(name) == ["seawind-agent"] and
                [link["ifname"] for link in links] == ["lo", "eth0", *self.wires.get(name, [])] and
                machine.run(sys.executable, "-c", NFT, "list tables") == "" and
                set(machine.run("ls", "-A", self.path / name / "work").split()) - set(kept) == {"programs"})

    def agent(self, name, *arguments):
        return self.machines[name].inside(BIN / "seawind-agent", *arguments, "--folder", self.path / name)

    def join(self, name):
        role = ["--emulator"] if name == "box" else []
        line = self.machines[name].run(*self.agent(name, "key")[len(self.machines[name].inside()):]).strip()
        answer = self.control("lab", "add", name, line, *role).strip()
        subprocess.run(self.agent(name, "join", answer, *role), env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def restart(self, name, *options, **environment):
        """Ends the service of a host and starts it again with these options."""
        os.kill(self.service_pid(name), signal.SIGTERM)
        self.services[name].wait()
        self.serve(name, *options, **environment)

    def serve(self, name, *options, **environment):
        log = open(self.path / f"{name}.log", "ab")
        sockets = self.path / f"run-{name}"
        sockets.mkdir(mode=0o700, exist_ok=True)
        self.services[name] = subprocess.Popen(self.agent(name, "serve", *options), stderr=log,
                                               env={**self.environment, "XDG_RUNTIME_DIR": str(sockets), **environment})
        log.close()
        deadline = time.monotonic() + 20
        while not self.machines[name].run("ss", "-Hltn", "sport", "=", "7600"):
            assert time.monotonic() < deadline, self.log(name)
            time.sleep(0.05)

    def service_pid(self, name):
        """Of seawind-agent itself; the process above is nsenter's."""
        pid = self.services[name].pid
        while True:
            if os.readlink(f"/proc/{pid}/exe").endswith("/seawind-agent"):
                return pid
            pid = int(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def log(self, name):
        return (self.path / f"{name}.log").read_text()

    def start(self, *arguments, prefix=()):
        """A command of the controller."""
        return subprocess.Popen(self.machines["controller"].inside(*prefix, BIN / "seawind", *arguments),
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.path)

    def control(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, (arguments, process.returncode, err)
        return out

    def programs_of(self, name):
        """pid -> name of the programs of Seawind on a machine, its service and what that has started."""
        namespace = os.readlink(f"/proc/{self.machines[name].pid}/ns/mnt")
        found = {}
        for pid in self.seawind.processes():
            try:
                if os.readlink(f"/proc/{pid}/ns/mnt") == namespace:
                    found[pid] = os.readlink(f"/proc/{pid}/exe").rsplit("/", 1)[-1]
            except OSError:  # it has ended
                continue
        return {pid: program for pid, program in found.items() if program.startswith("seawind")}

    def programs(self, name):
        return sorted(self.programs_of(name).values())

    def close(self):
        for machine in (*self.machines.values(), self.switch):
            machine.end()
        for service in self.services.values():
            service.wait()
        self.seawind.close()


class LabCase(unittest.TestCase):
    """Tests with one laboratory, each of one campaign."""

    laboratory = Lab
    process = None  # of run_tiny()

    @classmethod
    def setUpClass(cls):
        cls.lab = cls.laboratory()
        cls.addClassCleanup(cls.lab.close)

    def setUp(self):
        self.campaign = self.lab.path / self.id().rsplit(".", 1)[-1]

    def run_tiny(self, *more):
        self.process = self.lab.start("run", TINY, "--lab", self.lab.file, "-o", self.campaign, *more)
        return self.process

    def finish(self, process, code=0):
        out, err = process.communicate(timeout=150)
        self.assertEqual(process.returncode, code, err + "".join(map(self.lab.log, HOSTS)))
        return out, err

    def wait_for_traffic(self):
        def is_there():
            if self.process and self.process.poll() is not None:
                raise AssertionError("the run has ended: " + self.process.communicate()[1] + "".join(map(self.lab.log, HOSTS)))
            return "seawind-workload" in self.lab.programs("phone")

        wait_for(is_there, "traffic", 30)

    def expect_free_hosts(self, kept=()):
        wait_for(lambda: all(self.lab.is_free(name, kept) for name in HOSTS), "free hosts", 20)

    def attempts(self):
        return rows(self.campaign, "SELECT verdict, cause, reason FROM attempt")

    def failures(self):
        """Causes of attempts that failed but for their timing, which a busy machine may miss."""
        return {cause for _, cause, _ in self.attempts()} - {"", "limit"}
