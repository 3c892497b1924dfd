# SPDX-License-Identifier: GPL-3.0-or-later
"""The Debian packages: made twice, read by lintian, installed, used, upgraded and purged in a root of its own.

usage: packages_test.py [--clean FOLDER [--suite SUITE]] [TEST...]

--clean: the packages of FOLDER in a new root of Debian SUITE [bookworm] made by mmdebstrap, where only what they depend
         on is installed; and the pages that lead a user, with what they use."""
import argparse
import configparser
import filecmp
import functools
import io
import os
import pathlib
import re
import select
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

from root import REPOSITORY, Root

NAMES = ["seawind", "seawind-gui", "python3-seawind", "seawind-doc"]
CLEAN, SUITE = None, "bookworm"
LIMITS = '{"lateness_p999": "1s", "lateness_max": "10s"}'
SCRIPT = f"""import seawind
with seawind.link("umts", limits={LIMITS}) as link:
    link.mobile.run(["ping", "-c", "3", link.fixed.address], check=True)
"""
TEST = f"""def test_it(seawind_link):
    link = seawind_link("umts", limits={LIMITS})
    assert link.mobile.run(["ping", "-q", "-c", "1", link.fixed.address]).returncode == 0
"""
PING = "seawind exec --link umts -- ping -c 3 fixed"


def output(*words, **options):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def setUpModule():
    global FOLDER, MADE, ARCHIVE
    FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="seawind-packages-"))
    unittest.addModuleCleanup(shutil.rmtree, FOLDER)
    MADE, ARCHIVE = FOLDER / "made", None
    if CLEAN is None:
        output(REPOSITORY / "scripts/package", MADE)
    else:
        MADE, ARCHIVE = pathlib.Path(CLEAN), str(FOLDER / "root.tar")
        output("mmdebstrap", "--variant=apt", "--include=iputils-ping", SUITE, ARCHIVE)


def package(name, folder=None):
    found = list((folder or MADE).glob(f"{name}_*.deb"))
    assert len(found) == 1, found
    return found[0]


def newer(folder):
    """The package seawind in the next version, whose generators do not work together with this one."""
    tree = folder / "newer"
    output("dpkg-deb", "-R", package("seawind"), tree)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^(Version: .*)$", r"\1+next", control.read_text(), flags=re.MULTILINE))
    (tree / "usr/bin/seawind-workload").write_text("#!/bin/sh\nexit 1\n")
    output("dpkg-deb", "-Znone", "--root-owner-group", "-b", tree, folder / "newer.deb")
    return folder / "newer.deb"


@unittest.skipIf("--clean" in sys.argv, "they are made already")
class MadeTest(unittest.TestCase):
    def test_twice_the_same_bytes(self):
        output(REPOSITORY / "scripts/package", FOLDER / "again")
        for name in NAMES:
            first, second = package(name), package(name, FOLDER / "again")
            self.assertEqual(first.name, second.name)
            self.assertTrue(filecmp.cmp(first, second, shallow=False), first.name)

    def test_times_and_owners_are_not_those_of_the_build(self):
        commit = int(output("git", "-C", REPOSITORY, "log", "-1", "--format=%ct"))
        for name in NAMES:
            content = subprocess.run(["dpkg-deb", "--fsys-tarfile", package(name)], stdout=subprocess.PIPE, check=True).stdout
            with tarfile.open(fileobj=io.BytesIO(content)) as members:
                self.assertEqual({(commit, 0, 0)}, {(m.mtime, m.uid, m.gid) for m in members}, name)

    def test_programs_do_not_name_the_folder_they_were_built_in(self):
        tree = FOLDER / "unpacked"
        for name in NAMES[:2]:
            output("dpkg-deb", "-x", package(name), tree)
        programs = sorted((tree / "usr/bin").iterdir())
        self.assertEqual(6, len(programs))
        for program in programs:
            self.assertNotIn(str(REPOSITORY).encode(), program.read_bytes(), program.name)

    def test_lintian_has_nothing_to_say(self):
        options = ["--allow-root"] if os.geteuid() == 0 else []
        # It leaves files in its folder of temporary files.
        output("lintian", *options, "--fail-on", "error,warning", *(package(name) for name in NAMES),
               env={**os.environ, "TMPDIR": str(FOLDER)})

    def test_manual_pages_render_without_warnings(self):
        tree = FOLDER / "pages"
        for name in NAMES[:2]:
            output("dpkg-deb", "-x", package(name), tree)
        pages = sorted((tree / "usr/share/man").rglob("*.gz"))
        described = {page.name.removesuffix(".gz") for page in pages}
        verbs = re.findall(r"^  (\w+) ", output(os.environ["SEAWIND_BIN"] + "/seawind", "--help").split("Subcommands:")[1],
                           re.MULTILINE)
        self.assertGreater(len(verbs), 20)
        self.assertEqual(described, {"seawind.1", "seawind-gui.1", "seawindd.8", "seawind-agent.8", "seawind-workload.8",
                                     "seawind-link.8", *(f"seawind-{verb}.1" for verb in verbs)})
        for page in pages:
            done = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
            self.assertEqual((0, ""), (done.returncode, done.stderr), page.name)
            self.assertIn("NAME\n", done.stdout, page.name)

    def test_the_service_is_confined(self):
        service = REPOSITORY / "packaging/seawindd.service"
        last = output("systemd-analyze", "security", "--offline=true", service).strip().splitlines()[-1]
        self.assertLessEqual(float(re.search(r": (\d+\.\d)", last).group(1)), 3.0, last)


class CompletionTest(unittest.TestCase):
    """What the shells offer, with the programs of the release build in PATH."""

    LINES = {
        "seawind ex": {"exec", "export"},
        "seawind exec --link um": {"umts"},
        "seawind exec --router cod": {"codel"},
        "seawind link change x --direction ": {"both", "down", "up"},
        "seawind tcp show linux-d": {"linux-default", "linux-default-ecn"},
        "seawind import ne": {"netem", "netemu"},
        "seawind-agent jo": {"join"},
        "seawindd --log-l": {"--log-level"},
        "seawindd --log-level w": {"warning"},
    }
    BASH = """
compopt() { :; }
for file in "$1"/*; do source "$file"; done
words=($2); [[ $2 == *' ' ]] && words+=("")
COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1))
function=_${words[0]//-/_}; $function; printf '%s\\n' "${COMPREPLY[@]}"
"""

    @classmethod
    def setUpClass(cls):
        if CLEAN is not None:
            raise unittest.SkipTest("the shells are this machine's")
        cls.tree = FOLDER / "completions"
        output("dpkg-deb", "-x", package("seawind"), cls.tree)
        cls.share = cls.tree / "usr/share"
        cls.empty = FOLDER / "empty"
        cls.empty.mkdir()
        cls.environment = {**os.environ, "PATH": os.environ["SEAWIND_BIN"] + ":" + os.environ["PATH"]}

    def test_bash(self):
        for line, offered in self.LINES.items():
            found = output("bash", "-c", self.BASH, "bash", self.share / "bash-completion/completions", line,
                           cwd=self.empty, env=self.environment)
            self.assertEqual(offered, set(found.split()), line)

    def test_fish(self):
        for line, offered in self.LINES.items():
            program = line.split()[0]
            found = output("fish", "--no-config", "-c", f"source {self.share}/fish/vendor_completions.d/{program}.fish; "
                           f"complete -C '{line}'", cwd=self.empty, env={**self.environment, "HOME": str(self.empty)})
            self.assertEqual(offered, {row.split("\t")[0] for row in found.splitlines()}, line)

    def test_zsh(self):
        """Its completion needs a terminal, so its tables are looked up."""
        for file in (self.share / "zsh/vendor-completions").iterdir():
            output("zsh", "-n", file)
        looked_up = output("zsh", "-f", "-c", f"""
functions[load]="$(grep -v '^_seawind "\\$@"$' {self.share}/zsh/vendor-completions/_seawind)"; load
_seawind_table link; print -l ${{verbs%%:*}}
_seawind_value exec --link; print $value""")
        self.assertEqual({"list", "create", "remove", "watch", "show", "change", "replay", "@profiles"}, set(looked_up.split()))


class RootTest(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root installs packages")
        self.root = Root(ARCHIVE)
        self.addCleanup(self.root.close)
        for name in NAMES:
            self.root.add(package(name), "/tmp/packages")

    def install(self, names):
        files = " ".join(f"/tmp/packages/{package(name).name}" for name in names)
        if ARCHIVE is None:
            self.root.run(f"dpkg --install {files}")
        else:
            self.root.run(f"apt-get update -qq && apt-get install -qq --yes --no-install-recommends {files}")


class InstalledTest(RootTest):
    def test_works_and_leaves_nothing(self):
        if ARCHIVE is not None:  # what the packages depend on stays
            self.install(NAMES)
            self.root.run("dpkg --purge " + " ".join(NAMES))
        accounts = "cat /etc/passwd /etc/group /etc/shadow /etc/gshadow | sort"
        before, accounts_before = self.root.files(), self.root.run(accounts)
        self.install(NAMES)
        with self.subTest("a link"):
            self.assertIn("3 packets transmitted, 3 received", self.root.run(PING))
        with self.subTest("a link, as an ordinary user"):
            self.root.run("useradd --no-log-init --create-home --home-dir /tmp/user user")
            self.assertIn("3 packets transmitted, 3 received",
                          self.root.run(f"cd /tmp/user && setpriv --reuid user --regid user --clear-groups env HOME=/tmp/user {PING}"))
            with self.subTest("a link of Python"):
                self.assertIn("3 packets transmitted, 3 received", self.root.run(f"python3 -c {shlex.quote(SCRIPT)}"))
                self.assertIn("3 packets transmitted, 3 received",
                              self.root.run("cd /tmp/user && setpriv --reuid user --regid user --clear-groups env HOME=/tmp/user "
                                            f"python3 -c {shlex.quote(SCRIPT)}"))
            self.root.run("userdel user; rm -r /tmp/user")
        with self.subTest("the test sets"):
            sets = self.root.run("find /usr/share/seawind/configs/testsets -name '*.yaml' ! -name reference.yaml | sort").split()
            self.assertGreater(len(sets), 15)
            self.root.run("seawind validate " + " ".join(sets))
        with self.subTest("the window and its help"):
            version = self.root.run("seawind --version").split()[1]
            self.assertEqual(f"seawind-gui {version}\n", self.root.run("seawind-gui --version"))
            if ARCHIVE is None:  # a new root has no documentation where dpkg leaves it out
                self.root.run("test -e /usr/share/doc/seawind/docs/reference/link.md")
        self.assertNotEqual(before, self.root.files())
        self.root.run("dpkg --purge " + " ".join(reversed(NAMES)))
        after = self.root.files()
        self.assertEqual(([], []), (sorted(after - before), sorted(before - after)))
        self.assertEqual(accounts_before, self.root.run(accounts))

    def test_continuous_integration_installs_them_and_runs_tests(self):
        self.root.add(REPOSITORY / "packaging/ci", "/tmp")
        self.root.add(REPOSITORY / "tests/system/campaign/configs", "/tmp")
        shown = self.root.run("cd /tmp && SEAWIND_PACKAGES=packages "
                              "SEAWIND_TESTSET='configs/testsets/tiny.yaml --configs configs' ci/run")
        self.assertIn("4 of 4 repetitions done", shown)
        self.root.run("test -e /tmp/campaigns/*/report/report.html && grep -q 'tests=\"4\" failures=\"0\"' /tmp/seawind.xml")
        self.root.run(f"printf %s {shlex.quote(TEST)} >/tmp/test_it.py")
        shown = self.root.run("cd /tmp && SEAWIND_PACKAGES=packages SEAWIND_PYTEST=test_it.py ci/run")
        self.assertIn("1 passed", shown)
        self.root.run("grep -q 'tests=\"1\"' /tmp/seawind.xml")

    def test_an_upgrade_does_not_break_a_run(self):
        self.install(["seawind"])
        self.root.add(newer(FOLDER), "/tmp/packages")
        self.root.add(REPOSITORY / "tests/system/campaign/configs", "/tmp")
        self.root.run("sed -i 's/^repetitions: .*/repetitions: 24/' /tmp/configs/testsets/tiny.yaml")
        run = self.root.start("cd /tmp && seawind run configs/testsets/tiny.yaml -o campaign --configs /tmp/configs")
        self.addCleanup(run.kill)
        shown = [run.stdout.readline()]
        while shown[-1] and not shown[-1].startswith("[4/24]"):
            shown.append(run.stdout.readline())
        self.root.run("cd /tmp && seawind pause campaign")  # installing may take longer than the rest
        self.root.run("dpkg --install /tmp/packages/newer.deb")
        self.assertIsNone(run.poll(), "the upgrade was too late to be seen")
        self.root.run("cd /tmp && seawind continue campaign")
        printed, _ = run.communicate(timeout=120)
        self.assertEqual(0, run.returncode, "".join(shown) + printed)
        self.assertIn("campaign: 24 of 24 repetitions done, 0 failed, 0 pending", printed)


class PagesTest(RootTest):
    """The commands of the pages, as docs.* of the other tests runs them, with the programs of the packages."""

    PAGES = ["tutorial", "how-to/run-a-program-over-a-link", "how-to/link-what-exists", "how-to/impair-containers",
             "how-to/change-a-link-while-it-runs", "how-to/test-with-pytest", "how-to/test-in-a-browser",
             "how-to/compare-two-tcp-variants", "how-to/emulate-my-5g-trace", "how-to/use-my-own-program"]
    PROGRAMS = ("chromium chromium-driver curl dnsmasq-base iproute2 librsvg2-bin node-vega procps python3-pytest "
                "python3-selenium python3-yaml tshark udhcpc")

    def test_they_do_what_they_show(self):
        if ARCHIVE is None:
            self.skipTest("tests/docs does this with the programs of the build")
        self.install(NAMES)
        self.root.run(f"apt-get install -qq --yes --no-install-recommends {self.PROGRAMS}")
        for folder in ("docs", "configs", "scripts"):
            self.root.add(REPOSITORY / folder, "/root/seawind")
        self.root.add(REPOSITORY / "tests/docs", "/root/seawind/tests")
        for page in self.PAGES:
            with self.subTest(page):
                shown = self.root.run(f"cd /root/seawind && SEAWIND_BIN=/usr/bin python3 -B tests/docs/page_test.py {page}.md --own-network")
                self.assertIn("commands do what the page shows", shown)


def capabilities(text):
    """Those of a unit, for setpriv."""
    return ",".join("+" + name.removeprefix("CAP_").lower() for name in text.split())


def unit(name):
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str
    found.read(REPOSITORY / "packaging" / name)
    return found["Service"]


@functools.cache
def calls(word):
    """A system call, or those of a set of systemd's."""
    if not word.startswith("@"):
        return {word}
    listed = (line.strip() for line in output("systemd-analyze", "syscall-filter", word).splitlines()[1:])
    return set().union(*(calls(name) for name in listed if name and not name.startswith("#")))


def permitted_calls(service):
    """Those of the first list of the unit's filter without the second."""
    text = (REPOSITORY / "packaging" / service).read_text()
    permitted, denied = re.findall(r"^SystemCallFilter=(.*)$", text, re.MULTILINE)
    assert denied.startswith("~"), denied
    return calls("@default").union(*map(calls, permitted.split())) - set().union(*map(calls, denied[1:].split()))


FILTERED = """import os, seccomp, sys
permitted = seccomp.SyscallFilter(seccomp.ERRNO(1))
for name in sys.argv[1].split(","):
    try:
        permitted.add_rule(seccomp.ALLOW, name)
    except RuntimeError:
        pass  # of another processor
permitted.load()
os.execvp(sys.argv[2], sys.argv[2:])
"""


def filtered(service):
    """The words that run a program with the unit's filter of system calls."""
    return f"python3 -c {shlex.quote(FILTERED)} {','.join(sorted(permitted_calls(service)))} "


class ServiceTest(RootTest):
    """The services with the users, groups, capabilities, folders and filters of system calls of their units. systemd
    itself does not run here, but with --clean."""

    def setUp(self):
        super().setUp()
        if ARCHIVE is not None:
            self.skipTest("needs setpriv and this machine's programs")
        self.install(["seawind"])
        self.service = unit("seawindd.service")

    def daemon(self):
        s = self.service
        self.root.run(f"install -d -o {s['User']} -g {s['Group']} -m {s['RuntimeDirectoryMode']} /run/{s['RuntimeDirectory']} && "
                      f"mkdir -p /var/lib/seawind && "
                      f"install -d -o {s['User']} -g {s['Group']} -m {s['StateDirectoryMode']} /var/lib/{s['StateDirectory']}")
        kept, bounding = capabilities(s["AmbientCapabilities"]), capabilities(s["CapabilityBoundingSet"])
        # Without CAP_SYS_RESOURCE, as in a container, the limits of the unit cannot be set.
        limits = "prlimit --memlock=unlimited:unlimited --rtprio=99:99 --pid $$ 2>/dev/null; ulimit -l; "
        process = self.root.start(
            f"{limits} exec env NOTIFY_SOCKET=/run/notify WATCHDOG_USEC=200000 setpriv "
            f"--reuid {s['User']} --regid {s['Group']} --groups {s['SupplementaryGroups']} --inh-caps=-all,{kept} "
            f"--ambient-caps=-all,{kept} --bounding-set=-all,{bounding} --no-new-privs "
            + filtered("seawindd.service") + s["ExecStart"])
        self.addCleanup(process.kill)
        return process

    def test_a_link_of_a_file(self):
        s = unit("seawind-link@.service")
        self.root.run("ip netns add phone && ip link set lo up && ip address add 198.51.100.1/32 dev lo && "
                      "printf 'link: umts\\nfixed: nat\\nmobile: netns:phone\\n' >/etc/seawind/links/phone.yaml")
        link = self.root.start(f"exec setpriv --bounding-set=-all,{capabilities(s['CapabilityBoundingSet'])} --inh-caps=-all "
                               "--no-new-privs " + filtered("seawind-link@.service") + s["ExecStart"].replace("%i", "phone"))
        self.addCleanup(link.kill)
        self.root.run("for i in $(seq 100); do seawind link list | grep -q ^phone: && exit; sleep 0.1; done; exit 1")
        self.assertIn("3 received", self.root.run("ip netns exec phone ping -c 3 198.51.100.1"))
        self.root.run("seawind link remove phone && ip netns del phone")
        printed, _ = link.communicate(timeout=20)
        self.assertIn(link.returncode, (0, 1), printed)  # 1: the machine was late

    def line(self, manager, daemon):
        """The next notification of the daemon."""
        if not select.select([manager.stdout], [], [], 20)[0]:
            daemon.kill()
            self.fail("no notification: " + daemon.communicate(timeout=20)[0])
        return manager.stdout.readline().decode()

    def test_its_group_drives_it_and_nobody_else(self):
        self.root.run("systemd-analyze verify /lib/systemd/system/seawindd.service /lib/systemd/system/seawind-agent.service "
                      "/lib/systemd/system/seawind-link@.service")
        # A socket of the service manager inside.
        manager = subprocess.Popen(self.root.command(["python3", "-c", """
import os, socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind("/run/notify"); os.chmod("/run/notify", 0o777)
print("bound", flush=True)
while True: print(s.recv(4096).decode(), flush=True)
"""]), stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(manager.stdout.close)
        self.addCleanup(manager.wait)
        self.addCleanup(manager.kill)
        self.assertEqual(b"bound\n", manager.stdout.readline())
        daemon = self.daemon()
        self.assertEqual("READY=1\n", self.line(manager, daemon))
        self.assertEqual("WATCHDOG=1\n", self.line(manager, daemon))
        self.assertEqual("660 seawindd:seawind\n", self.root.run("stat -c '%a %U:%G' /run/seawindd/seawindd.sock"))
        member = "setpriv --reuid nobody --regid nogroup --groups seawind --bounding-set=-all --inh-caps=-all"
        stranger = "setpriv --reuid nobody --regid nogroup --clear-groups --bounding-set=-all --inh-caps=-all"
        socket_option = "--socket /run/seawindd/seawindd.sock"
        self.assertEqual("[]\n", self.root.run(f"{member} seawind link list --json {socket_option}"))
        with self.assertRaises(AssertionError):
            self.root.run(f"{stranger} seawind link list --json {socket_option}")
        # Neither the folder's mode nor the socket's is what refuses a stranger.
        self.root.run("chmod 755 /run/seawindd; chmod 666 /run/seawindd/seawindd.sock")
        with self.assertRaises(AssertionError):
            self.root.run(f"{stranger} seawind link list --json {socket_option}")
        status = self.root.run("cat /proc/$(pidof seawindd)/status")
        kept = int(re.search(r"CapPrm:\s*(\w+)", status).group(1), 16)
        self.assertEqual((1 << 12) | (1 << 13) | (1 << 23), kept)  # NET_ADMIN, NET_RAW, SYS_NICE
        self.root.run("kill $(pidof seawindd)")
        printed, _ = daemon.communicate(timeout=20)
        self.assertEqual(0, daemon.returncode, printed)
        # CAP_SYS_NICE and the device's group suffice.
        self.assertIn('scheduling="SCHED_FIFO 10" realtime_refused=""', printed)
        if os.path.exists("/dev/cpu_dma_latency"):
            self.assertIn('cpu_latency_refused=""', printed)
        if printed.startswith("unlimited\n"):
            self.assertIn('memory_not_locked=""', printed)


class BootedTest(unittest.TestCase):
    """The units as systemd starts them, which systemd-nspawn boots in a new root."""

    PROGRAMS = "busybox-static,crun,dbus,dnsmasq-base,iproute2,iputils-ping,podman,procps,systemd-sysv,udhcpc"
    # Network hosts of a lab on one machine: each an agent with a folder and a network namespace of its own.
    LAB = r"""set -e; cd /root
ip link add office type bridge; ip link set office up; ip address add 192.0.2.254/24 dev office
seawind lab init office
i=1
for host in box server phone; do
  ip netns add $host; ip link add $host type veth peer name eth0 netns $host; ip link set $host master office up
  ip -n $host address add 192.0.2.$i/24 dev eth0; ip -n $host link set eth0 up; ip -n $host link set lo up
  i=$((i + 1)); emulator=; [ $host = box ] && emulator=--emulator
  folder=/var/lib/seawind/lab-$host; mkdir -m 700 -p $folder
  line=$(seawind-agent key --folder $folder | grep -o 'seawind-host-1:[^ ]*')
  line=$(seawind lab add $host "$line" $emulator | grep -o "seawind-join-1:[^' ]*")
  seawind-agent join "$line" $emulator --folder $folder
  sed "s#serve\$#serve --folder $folder#; s#seawind/lab\$#seawind/lab-$host#; s#seawind-agent\$#seawind-agent-$host#
       /^\[Service\]/aNetworkNamespacePath=/run/netns/$host" /lib/systemd/system/seawind-agent.service >/etc/systemd/system/$host.service
done
systemctl daemon-reload; systemctl start box server phone
printf '%s\n' 'lab: office' 'emulator: {host: box, address: 192.0.2.1}' 'fixed: {host: server, address: 192.0.2.2}' \
  'mobile: {host: phone, address: 192.0.2.3}' >lab.yaml
"""

    @classmethod
    def setUpClass(cls):
        if CLEAN is None:
            raise unittest.SkipTest("needs a mirror of Debian: scripts/package --try")
        cls.root = FOLDER / "booted"
        output("mmdebstrap", "--variant=apt", f"--include={cls.PROGRAMS}", f"--customize-hook=copy-in {package('seawind')} /root",
               "--customize-hook=chroot \"$1\" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /root/*.deb'",
               SUITE, cls.root)
        cls.machine = subprocess.Popen(
            ["systemd-nspawn", "-D", cls.root, "--boot", "--register=no", "--keep-unit", "--private-network", "--capability=all",
             "--system-call-filter=bpf", "--machine=seawind-packages", "--console=pipe"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        cls.addClassCleanup(cls.machine.wait)
        cls.addClassCleanup(cls.machine.terminate)  # it powers off
        deadline = time.monotonic() + 60
        while (state := cls.run_inside("systemctl is-system-running", check=False).strip()) not in ("running", "degraded"):
            assert time.monotonic() < deadline and cls.machine.poll() is None, state
            time.sleep(0.2)

    @classmethod
    def run_inside(cls, line, check=True):
        children = pathlib.Path(f"/proc/{cls.machine.pid}/task/{cls.machine.pid}/children").read_text().split()
        done = subprocess.run(["nsenter", f"--target={children[0] if children else 0}", "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup",
                               "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "bash", "-c", line],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        if check and done.returncode != 0:
            raise AssertionError(f"{line}: ended with {done.returncode}:\n{done.stdout}"
                                 + cls.run_inside("journalctl --no-pager -o cat | tail -n 20", check=False))
        return done.stdout

    def link(self, name, file):
        """Starts the link of `file`, and removes it at the end of the test, by which time nothing of it may be left."""
        before = self.run_inside("ip -br link; sysctl -a --pattern 'forwarding$'")
        self.run_inside(f"cat >/etc/seawind/links/{name}.yaml <<'X'\n{file}\nX\nsystemctl start seawind-link@{name}")

        def stop():
            self.run_inside(f"systemctl stop seawind-link@{name}")
            self.assertEqual("success\n", self.run_inside(f"systemctl show --value -p Result seawind-link@{name}"))
            self.assertEqual(before, self.run_inside("ip -br link; sysctl -a --pattern 'forwarding$'"))
        self.addCleanup(stop)
        self.ready(name)

    def ready(self, name, times=1):
        self.run_inside(f"for i in $(seq 100); do [ $(journalctl -o cat -u seawind-link@{name} | grep -c '^seawind: link {name}: ') -ge {times} ] "
                        "&& exit; sleep 0.1; done; exit 1")

    def namespaces(self, *names):
        for name in names:
            self.run_inside(f"ip netns add {name}")
            self.addCleanup(self.run_inside, f"ip netns delete {name}")

    def test_a_link_of_namespaces_comes_back_after_a_kill(self):
        self.namespaces("one", "two")
        self.link("spaces", "link: umts\nfixed: netns:one\nmobile: netns:two")
        self.assertIn(" 2 received", self.run_inside("ip netns exec two ping -c 2 10.0.0.1"))
        self.run_inside("seawind link change spaces --set uplink.propagation_delay=350ms")
        least = re.search(r"= ([\d.]+)/", self.run_inside("ip netns exec two ping -c 2 10.0.0.1")).group(1)
        self.assertGreater(float(least), 500)
        self.run_inside("systemctl kill -s KILL seawind-link@spaces")
        self.ready("spaces", 2)
        self.assertIn(" 2 received", self.run_inside("ip netns exec two ping -c 2 10.0.0.1"))

    def test_a_link_to_the_network_of_the_machine(self):
        self.namespaces("phone")
        self.run_inside("ip address add 198.51.100.1/32 dev lo")
        self.addCleanup(self.run_inside, "ip address delete 198.51.100.1/32 dev lo")
        self.run_inside("mkdir -p /etc/seawind/links/profiles; printf 'extends: umts\ndownlink:\n  stages:\n    - nat64: {}\n' >/etc/seawind/links/profiles/six.yaml")
        self.link("out", "link: six\nfixed: nat\nmobile: netns:phone")
        self.assertIn(" 2 received", self.run_inside("ip netns exec phone ping -c 2 198.51.100.1"))
        self.assertIn(" 2 received", self.run_inside("ip netns exec phone ping -c 2 64:ff9b::198.51.100.1"))

    def test_a_link_of_devices_with_a_page(self):
        self.namespaces("device")
        self.run_inside("ip link add lan type veth peer name eth0 netns device; ip link set lan up; ip -n device link set eth0 up")
        self.addCleanup(self.run_inside, "ip link delete lan")
        self.link("devices", "link: umts\nfixed: nat\nmobile: lan:lan\npage: {profiles: [umts, lan]}")
        self.assertIn("obtained", self.run_inside("ip netns exec device busybox udhcpc -i eth0 -n -q -f -s /bin/true"))
        self.run_inside("ip -n device address add 10.0.0.77/24 dev eth0")
        self.assertIn("umts", self.run_inside("ip netns exec device busybox wget -q -O - http://10.0.0.2/"))

    def test_a_link_of_containers_that_are_started_again(self):
        self.run_inside("mkdir -p /root/files/bin; cp /bin/busybox /root/files/bin/; ln -sf busybox /root/files/bin/sleep")
        for name in ("web", "app"):
            self.run_inside(f"podman run -d --name {name} --network none --cgroups=disabled --rootfs /root/files /bin/sleep 300")
            self.addCleanup(self.run_inside, f"podman rm -f -t 0 {name}")
        self.link("containers", "link: umts\nfixed: container:web\nmobile: container:app")
        ping = "nsenter --net --target $(podman inspect -f '{{.State.Pid}}' app) ping -c 2 10.0.0.1"
        self.assertIn(" 2 received", self.run_inside(ping))
        self.run_inside("podman restart -t 0 app; for i in $(seq 100); do journalctl -o cat -u seawind-link@containers | grep -q again, "
                        "&& exit; sleep 0.1; done; exit 1")
        self.assertIn(" 2 received", self.run_inside(ping))

    def test_a_mistake_is_in_the_journal(self):
        self.run_inside("printf 'link: umts\nfixd: nat\n' >/etc/seawind/links/wrong.yaml; systemctl start seawind-link@wrong; sleep 1; "
                        "systemctl stop seawind-link@wrong")
        self.assertIn("/etc/seawind/links/wrong.yaml:2:1: error: unknown key `fixd`",
                      self.run_inside("journalctl -o cat -u seawind-link@wrong"))

    def test_the_daemon_serves_its_group(self):
        self.run_inside("for i in 1 2; do ip netns add end$i; ip link add eth$i type veth peer name eth0 netns end$i; ip link set eth$i up; "
                        "ip -n end$i address add 192.0.2.$i/24 dev eth0; ip -n end$i link set eth0 up; done")
        self.addCleanup(self.run_inside, "ip netns delete end1; ip netns delete end2")
        self.run_inside("systemctl start seawindd; useradd -G seawind member; useradd stranger")
        self.addCleanup(self.run_inside, "systemctl stop seawindd; userdel member; userdel stranger")
        create = "seawind link create mine --link umts --fixed eth1 --mobile eth2"
        self.assertIn("no permission for /run/seawindd/seawindd.sock: the members of its group have it",
                      self.run_inside(f"setpriv --reuid stranger --regid stranger --init-groups {create} || true"))
        self.run_inside(f"setpriv --reuid member --regid member --init-groups {create}")
        self.assertIn(" 2 received", self.run_inside("ip netns exec end2 ping -c 2 192.0.2.1"))
        self.run_inside("systemctl restart seawindd")
        self.assertEqual("running", self.run_inside("systemctl show --value -p SubState seawindd").strip())

    def test_hosts_of_a_lab(self):
        self.run_inside(self.LAB)
        self.addCleanup(self.run_inside, "systemctl stop box server phone; for host in box server phone; do ip netns delete $host; done; "
                                         "ip link delete office")
        self.run_inside("for i in $(seq 50); do ss -Htln -N phone | grep -q :7600 && exit; sleep 0.1; done; exit 1")
        shown = self.run_inside("cd /root && seawind doctor --lab lab.yaml", check=False)
        self.assertRegex(shown, "ok +lab: a slot ")
        self.assertRegex(shown, "ok +lab: a link ")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--clean")
    parser.add_argument("--suite", default=SUITE)
    options, rest = parser.parse_known_args()
    CLEAN, SUITE = options.clean, options.suite
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)
