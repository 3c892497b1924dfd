# SPDX-License-Identifier: GPL-3.0-or-later
"""A Slurm cluster of nodes on this machine, for tests and scripts/slurm-demo: munged, slurmctld and one slurmd a node, all
in a folder of its own and ended by pid."""
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from waiting import within  # noqa: E402

CONFIGURATION = """\
ClusterName=seawind-test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdPidFile={folder}/%n.pid
SlurmdLogFile={folder}/%n.log
SlurmdSpoolDir={folder}/%n.spool
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
EnforcePartLimits=ALL
SlurmdTimeout=5
KillWait=5
InactiveLimit=0
MinJobAge=300
SchedulerParameters=sched_interval=1,bf_interval=1
JobRequeue=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
{nodes}
PartitionName=test Nodes={names} Default=YES State=UP MaxTime=60 OverTimeLimit=0
PartitionName=urgent Nodes={names} State=UP MaxTime=60 PriorityTier=10
"""


def free_ports(number):
    """Below those that the kernel gives to anybody, and of this process alone: clusters start at the same time."""
    first = 20000 + os.getpid() % 1500 * 8
    out = []
    for port in range(first, first + 8):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            out.append(port)
    if len(out) < number:
        raise RuntimeError(f"only the ports {out} of {first} to {first + 7} are free")
    return out[:number]


class SlurmCluster:
    def __init__(self, nodes=2, cpus=1, on_nodes=()):
        """`on_nodes`: a command that starts a program where the nodes are, as nsenter."""
        self.on_nodes = on_nodes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="seawind-slurm-"))
        self.folder.chmod(0o755)
        self.mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()  # in the environment of all that it starts
        self.programs = {}
        ports = free_ports(nodes + 1)
        self.nodes = {f"n{i + 1}": ports[i + 1] for i in range(nodes)}
        (self.folder / "state").mkdir()
        host = socket.gethostname().split(".")[0]  # as Slurm names it
        lines = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory=4000 State=UNKNOWN"
                          for name, port in self.nodes.items())
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=host, port=ports[0], user=pwd.getpwuid(os.geteuid()).pw_name, folder=self.folder, nodes=lines, names=",".join(self.nodes)))
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def start(self):
        self.launch("munged", "munged", "--foreground", "--force", "--key-file", self.folder / "munge.key", "--socket",
                    self.folder / "munge.socket", "--pid-file", self.folder / "munged.pid", "--log-file",
                    self.folder / "munged.log", "--seed-file", self.folder / "munge.seed")
        self.wait_for("munged", lambda: (self.folder / "munge.socket").exists())
        self.launch("slurmctld", "slurmctld", "-D", "-c")
        for name in self.nodes:
            self.start_node(name)
        self.wait_for("the nodes", lambda: self.idle_nodes() == set(self.nodes))

    def start_node(self, name):
        self.launch(name, *self.on_nodes, "slurmd", "-D", "-N", name)

    def launch(self, name, *command):
        with open(self.folder / f"{name}.out", "ab") as output:
            self.programs[name] = subprocess.Popen([str(word) for word in command], env=self.environment, stdout=output,
                                                   stderr=output, stdin=subprocess.DEVNULL, start_new_session=True)

    def kill_node(self, name):
        """As the end of the machine: the daemon and all that it has started."""
        daemon = self.programs.pop(name)
        daemon.kill()
        daemon.wait()
        for pid in self.started_on(name):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def idle_nodes(self):
        found = self.ask("sinfo", "-h", "-N", "-o", "%N %T")
        return {line.split()[0] for line in found.splitlines() if line.split()[1] == "idle"}

    def ask(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=30)
        return done.stdout

    def wait_for(self, what, condition, limit=30):
        if within(limit, condition):
            return
        logs = "\n".join(f"{path.name}: {path.read_text()[-600:]}" for path in sorted(self.folder.glob("*.log")))
        raise TimeoutError(f"{what} not ready in {limit} s\n{logs}")

    def started_on(self, name):
        """What runs on the node, what started it first: slurmstepd is not a child of slurmd any more."""
        marks = {f"SLURMD_NODENAME={name}".encode(), self.mark}
        parents = {}
        jobs = set()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if marks <= set((entry / "environ").read_bytes().split(b"\0")):
                    jobs.add(int(entry.name))
            except (OSError, ProcessLookupError):
                continue
        return sorted({parents[pid] for pid in jobs} - jobs - {0, 1, os.getpid()}) + sorted(jobs)

    def stop(self):
        if "slurmctld" in self.programs:
            self.ask("scancel", "--me")
        for name in reversed(self.programs):
            self.programs[name].terminate()
        for program in self.programs.values():
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        self.programs.clear()
        for pid in self.left():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        subprocess.run(["rm", "-rf", "--", str(self.folder)], check=True)

    def left(self):
        """What the daemons have started: steps of jobs are no children of slurmd any more, and wait for it."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark in (entry / "environ").read_bytes().split(b"\0") and int(entry.name) != os.getpid():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found
