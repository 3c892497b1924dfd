# SPDX-License-Identifier: GPL-3.0-or-later
"""A root of its own for a test: this machine's without the repository, or a new one from an archive.

Everything that is written there is in memory and gone with it, and so are the processes that run in it."""
import os
import pathlib
import shlex
import subprocess
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

# $1: an empty folder, $2: the repository, $3: an archive of a root or nothing. The root is entered by pivot_root,
# because who is in a chroot may make no user namespaces.
ENTER = r"""
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
if [ -n "$3" ]; then tar -C "$1/root" -xf "$3"; mount --bind "$1/root" "$1/root"
else mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" overlay "$1/root"; fi
cd "$1/root"
mount -t proc proc proc
mount --rbind /sys sys
# Devices of its own: what installing does to their modes must not happen to this machine's.
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty net/tun cpu_dma_latency; do
  if [ -e /dev/$device ]; then
    mkdir -p "$(dirname dev/$device)"
    mknod -m 666 dev/$device c $(stat -c '0x%t 0x%T' /dev/$device)
  fi
done
chmod 600 dev/cpu_dma_latency 2>/dev/null || true
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for folder in run tmp; do mount -t tmpfs -o mode=1777 tmpfs $folder; done
if [ -z "$3" ]; then mount -t tmpfs -o ro tmpfs ".$2"; else
  cp -L /etc/resolv.conf etc/resolv.conf
  # Debian's installer writes this file, mmdebstrap does not; exec shows its names in it.
  [ -e etc/hosts ] || echo "127.0.0.1 localhost" > etc/hosts
fi
mkdir -p run/old
pivot_root . run/old
chroot run/old umount -l /  # a new root may have no umount
rmdir run/old
chmod 755 /run
ip link set lo up 2>/dev/null || true
echo ready
exec sleep infinity
"""


class Root:
    def __init__(self, archive=None):
        self._folder = tempfile.mkdtemp(prefix="seawind-root-")
        command = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
        if archive is None:
            command.append("--net")
        self._keeper = subprocess.Popen([*command, "sh", "-c", ENTER, "sh", self._folder, str(REPOSITORY), archive or ""],
                                        stdout=subprocess.PIPE, text=True)
        if self._keeper.stdout.readline() != "ready\n":
            self.close()
            raise RuntimeError("cannot make a root")
        children = pathlib.Path(f"/proc/{self._keeper.pid}/task/{self._keeper.pid}/children").read_text()
        self._inside = int(children.split()[0])

    def close(self):
        self._keeper.kill()
        self._keeper.wait()
        self._keeper.stdout.close()
        os.rmdir(self._folder)

    def command(self, words):
        return ["nsenter", f"--target={self._inside}", "--mount", "--pid", "--net", "--root", "--wd", *words]

    def start(self, line, **options):
        """A line for the shell that runs inside, from / and with little environment."""
        return subprocess.Popen(self.command(["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                                              "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", line]),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)

    def run(self, line):
        """Runs a line to its end. Returns what it prints; raises AssertionError if it fails."""
        process = self.start(line)
        printed, _ = process.communicate(timeout=300)
        if process.returncode != 0:
            raise AssertionError(f"{line}: ended with {process.returncode}:\n{printed}")
        return printed

    def add(self, source, to):
        """Copies a file, or a folder, to a path inside."""
        archive = subprocess.run(["tar", "-C", str(source.parent), "-c", source.name], stdout=subprocess.PIPE, check=True)
        self.run(f"mkdir -p {shlex.quote(to)}")
        subprocess.run(self.command(["tar", "-C", to, "--no-same-owner", "-x"]), input=archive.stdout, check=True)

    def files(self):
        """What packages may change: path, kind, mode and owner of all files but the records of dpkg, and caches."""
        # find's 1: other programs of this machine remove files of theirs meanwhile, in /var for example.
        found = self.run(
            rf"find / -xdev \( -path /{REPOSITORY.parts[1]} -o -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /home"
            r" -o -path /root -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log"
            r" -o -path /var/spool -o -path /var/tmp -o -path '/var/lib/slurm*' -o -path '/var/lib/containers' -o -name __pycache__ \) -prune"
            r" -o -printf '%p %y %m %u:%g\n' 2>/dev/null || [ $? = 1 ]")
        backups = {f"/etc/{name}-" for name in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid")} | {"/etc/.pwd.lock"}
        return {line for line in found.splitlines() if line.split(" ")[0] not in backups}
