#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of the field over `seawind exec` and over a pair of network namespaces made by hand, with the same
profile and the same daemon: what each program reports, side by side.

usage: one_liners.py [--link NAME] [--size BYTES] [--runs N] [--user NAME] [--only NAME ...]

Needs root (for the namespaces made by hand) and Debian's packages apache2-utils, bind9-dnsutils, chromium, curl,
dnsmasq-base, ethtool, git, iperf3, iproute2, iputils-ping, nghttp2-client, nghttp2-server, openssh-server,
python3-websockets, rsync and traceroute. --user runs `seawind exec`, and the programs in the namespaces made by hand,
as that user, who has a shell and may read the build's folder.
Each program runs N times over each; the medians differ by at most 1 % or the line is marked and the exit code is 1.
"""
import argparse
import contextlib
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
BIN = ROOT / "build/release/bin"
HERE = pathlib.Path(__file__).resolve().parent
FIXED, MOBILE = "10.0.0.1", "10.0.0.2"
PROGRAMS = HERE / "programs.py"


class Line:
    """A server of the fixed host and a client of the mobile host; `value` finds the client's figure in its output."""

    def __init__(self, name, server, client, value, port=None, unit="s"):
        self.name, self.server, self.client, self.port, self.unit = name, server, client, port, unit
        self.value = value if callable(value) else lambda text: float(re.search(value, text).group(1))


def iperf3(*path):
    def value(text):
        found = json.loads(text)["end"]
        for key in path:
            found = found[key]
        return found / 1e3
    return value


def mean(pattern):
    return lambda text: statistics.mean(float(x) for x in re.findall(pattern, text))


def finished_in(text):
    """Seconds, as h2load writes them: "1.23s", "345.67ms"."""
    number, unit = re.search(r"finished in ([\d.]+)(s|ms|us),", text).groups()
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6}[unit]


def lines(folder, size, login):
    """`size`: bytes that take the link some seconds. `login`: the user of both ends."""
    own = f"/usr/bin/python3 {PROGRAMS}"
    http = f"/usr/bin/python3 -m http.server 8000 -d {folder} >/dev/null 2>&1"
    seconds = r"^took (\S+) s$"
    timed = lambda command: f"{own} took {command}"
    ssh_options = (f"-i {folder}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR")
    sshd = f"/usr/sbin/sshd -D -e -f {folder}/sshd_config 2>/dev/null"
    ssh = f"ssh -p 2222 {ssh_options} {login}@{FIXED}"
    chromium = (f"chromium --headless --no-sandbox --disable-gpu --user-data-dir={folder}/profile "
                f"--dump-dom http://{FIXED}:8000/page.html 2>/dev/null")
    return [
        Line("ping", None, f"ping -c 20 -i 0.2 {FIXED}", r"= [\d.]+/([\d.]+)/", unit="ms"),
        Line("ping -s 1200", None, f"ping -s 1200 -c 20 -i 0.2 {FIXED}", r"= [\d.]+/([\d.]+)/", unit="ms"),
        Line("traceroute", None, f"traceroute -n -q 10 -N 1 {FIXED}", mean(r"([\d.]+) ms"), unit="ms"),
        Line("iperf3 -R", "iperf3 -s", f"iperf3 -c {FIXED} -R -t 8 -J", iperf3("sum_received", "bits_per_second"),
             5201, "kbit/s"),
        Line("iperf3", "iperf3 -s", f"iperf3 -c {FIXED} -t 8 -J", iperf3("sum_received", "bits_per_second"), 5201,
             "kbit/s"),
        Line("iperf3 -u -R", "iperf3 -s", f"iperf3 -c {FIXED} -u -R -b {size * 2} -l 1000 -t 6 -J",
             iperf3("sum_received", "bits_per_second"), 5201, "kbit/s"),
        Line("iperf3 -P 4 -R", "iperf3 -s", f"iperf3 -c {FIXED} -R -P 4 -t 8 -J",
             iperf3("sum_received", "bits_per_second"), 5201, "kbit/s"),
        Line("curl", http, f"curl -s -o /dev/null -w '%{{time_total}}' http://{FIXED}:8000/file", r"([\d.]+)", 8000),
        Line("curl -T", f"{own} sink 8001", f"curl -s -o /dev/null -w '%{{time_total}}' -T {folder}/file "
             f"http://{FIXED}:8001/file", r"([\d.]+)", 8001),
        Line("curl, connect", http, f"curl -s -o /dev/null -w '%{{time_connect}}' http://{FIXED}:8000/small",
             r"([\d.]+)", 8000),
        Line("curl --http2", f"nghttpd --no-tls -d {folder} 8080", f"curl -s -o /dev/null -w '%{{time_total}}' "
             f"--http2-prior-knowledge http://{FIXED}:8080/file", r"([\d.]+)", 8080),
        Line("h2load", f"nghttpd --no-tls -d {folder} 8080", f"h2load -n 20 -c 2 -m 5 http://{FIXED}:8080/part",
             finished_in, 8080),
        Line("ab", http, f"ab -q -n 20 -c 4 http://{FIXED}:8000/part", r"Time taken for tests: +([\d.]+)", 8000),
        Line("ssh", sshd, timed(f"{ssh} 'head -c {size} /dev/zero' "), seconds, 2222),
        Line("ssh true", sshd, timed(f"{ssh} true"), seconds, 2222),
        Line("rsync", f"rsync --daemon --no-detach --port=8730 --config={folder}/rsyncd.conf",
             timed(f"rsync -q --port 8730 rsync://{FIXED}/files/file {folder}/got"), seconds, 8730),
        Line("git clone", f"git daemon --export-all --base-path={folder} --port=9418 --reuseaddr",
             timed(f"git clone -q git://{FIXED}/repository {folder}/clone"), seconds, 9418),
        Line("dig", f"dnsmasq -k -p 5300 --no-resolv --no-hosts --pid-file= --user= --address=/example/192.0.2.7",
             " && ".join([f"dig -u -p 5300 @{FIXED} host.example"] * 10), mean(r"Query time: (\d+) usec"), 5300, "us"),
        Line("WebSocket echo", f"{own} echo 8765", f"{own} messages {FIXED} 8765", seconds, 8765),
        Line("TCP request, response", f"{own} respond 8766", f"{own} requests {FIXED} 8766", seconds, 8766),
        Line("keys", f"{own} keys 8767", f"{own} typed {FIXED} 8767", seconds, 8767),
        Line("video segments", http, f"{own} segments http://{FIXED}:8000/part 6", seconds, 8000),
        Line("chromium", http, chromium, r"8 loaded in (\d+) ms", 8000, "ms"),
    ]


def picture(size):
    """About `size` bytes of BMP: noise of 80 pixels a row. A browser ends the transfer of what is not a picture."""
    rows = size // 240
    return struct.pack("<2sIIIIiiHHIIiiII", b"BM", 54 + 240 * rows, 0, 54, 40, 80, rows, 1, 24, 0, 0, 0, 0, 0,
                       0) + os.urandom(240 * rows)


def make_files(folder, size, login):
    (folder / "file").write_bytes(os.urandom(size))
    (folder / "part").write_bytes(os.urandom(size // 20))
    (folder / "small").write_bytes(b"x")
    for i in range(8):
        (folder / f"image{i}.bmp").write_bytes(picture(size // 20))
    # One image after the other: at once, which SYN meets the full buffer of the link decides on a second.
    (folder / "page.html").write_text("""<p id=t></p><script>
        const next = i => {
          if (i == 8) return;
          const image = document.body.appendChild(new Image());
          image.onload = () => next(i + 1);
          image.src = `image${i}.bmp`;
        };
        next(0);
        onload = () => {  // without the start of the browser
          const images = performance.getEntriesByType('resource');
          const time = images.at(-1).responseEnd - images[0].fetchStart;
          document.getElementById('t').textContent = `${images.length} loaded in ${Math.round(time)} ms`;
        };
        </script>""")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key"], check=True)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "host_key"], check=True)
    shutil.copy(folder / "key.pub", folder / "authorized_keys")
    (folder / "sshd_config").write_text(
        f"Port 2222\nHostKey {folder}/host_key\nAuthorizedKeysFile {folder}/authorized_keys\nStrictModes no\n"
        "UsePAM no\nPidFile none\nUseDNS no\n")
    owner = "uid = root\ngid = root\n" if login == "root" else ""  # only root can change it
    (folder / "rsyncd.conf").write_text(f"use chroot = no\n{owner}[files]\npath = {folder}\n")
    repository = folder / "work"
    subprocess.run(["git", "init", "-q", repository], check=True)
    (repository / "data").write_bytes(os.urandom(size))
    git = ["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "add", "data"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "data"], check=True)
    subprocess.run(["git", "clone", "-q", "--bare", repository, folder / "repository"], check=True)


def sh(command, **keywords):
    return subprocess.run(command, shell=True, check=True, **keywords)


def as_user(user):
    """Words before a command that is run as that user."""
    if not user:
        return []
    one = pwd.getpwnam(user)
    return ["setpriv", f"--reuid={one.pw_uid}", f"--regid={one.pw_gid}", "--clear-groups", "--inh-caps=-all"]


def environment():
    return {**os.environ, "HOME": os.getcwd()}


def output_of(words, **keywords):
    """What a client prints. It and what it started are ended when they take longer than two minutes."""
    client = subprocess.Popen(list(map(str, words)), start_new_session=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, **keywords)
    try:
        out, errors = client.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(client.pid, signal.SIGKILL)
        client.communicate()
        raise
    if client.returncode != 0:
        raise RuntimeError(f"{words}: {client.returncode}: {errors}")
    return out


class HandMade:
    """Three namespaces, two veth pairs, the daemon in the middle one."""

    def __init__(self, link, user):
        self.mark = f"one{os.getpid()}"
        self.link, self.user = link, user
        self.logs = pathlib.Path(tempfile.mkdtemp(prefix="seawind-one-liners-daemon-"))
        fixed, relay, mobile = (f"{self.mark}{end}" for end in "frm")
        self.fixed, self.relay, self.mobile = fixed, relay, mobile
        self.daemon = self.maker = None

    def __enter__(self):
        try:
            self.make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make(self):
        for name, end, address, other in ((self.fixed, "f", FIXED, MOBILE), (self.mobile, "m", MOBILE, FIXED)):
            sh(f"ip netns add {name}")
            # As in the test bed. A browser aborts its connections when an address is added.
            sh(f"ip netns exec {name} sysctl -qw net.ipv6.conf.default.disable_ipv6=1")
            if end == "f":
                sh(f"ip netns add {self.relay}")
            sh(f"ip link add l{end} netns {name} type veth peer name r{end} netns {self.relay}")
            for where, what in ((name, f"l{end}"), (self.relay, f"r{end}")):
                sh(f"ip netns exec {where} ethtool -K {what} tx off rx off tso off gso off gro off >/dev/null")
                sh(f"ip -n {where} link set {what} up")
                sh(f"ip -n {where} link set lo up")
            sh(f"ip -n {name} addr add {address}/24 dev l{end}")
        macs = {name: json.loads(sh(f"ip -j -n {name} link show {what}", capture_output=True).stdout)[0]["address"]
                for name, what in ((self.fixed, "lf"), (self.mobile, "lm"))}
        sh(f"ip -n {self.fixed} neigh add {MOBILE} lladdr {macs[self.mobile]} dev lf nud permanent")
        sh(f"ip -n {self.mobile} neigh add {FIXED} lladdr {macs[self.fixed]} dev lm nud permanent")
        for name, what in ((self.fixed, "lf"), (self.mobile, "lm")):  # as the variant linux-default
            sh(f"ip -n {name} route replace 10.0.0.0/24 dev {what} congctl cubic")
        socket = self.logs / "socket"
        self.daemon = subprocess.Popen(["ip", "netns", "exec", self.relay, BIN / "seawindd", "--socket", socket,
                                        "--log-dir", self.logs], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while not socket.exists() and time.monotonic() < end:
            time.sleep(0.02)
        self.maker = subprocess.Popen([BIN / "link_between", socket, self.link,
                                       ROOT / "configs", "rf", "rm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.maker.stdout.readline() != b"ready\n":
            raise RuntimeError("the link cannot be made")

    def __exit__(self, *_):
        if self.maker is not None:
            self.maker.stdin.close()
            self.maker.wait(10)
            self.maker.stdout.close()
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait(10)
        for name in (self.fixed, self.relay, self.mobile):
            subprocess.run(["ip", "netns", "del", name], check=False)
        shutil.rmtree(self.logs, ignore_errors=True)

    def at(self, host, command):
        return ["ip", "netns", "exec", host, *as_user(self.user), "sh", "-c", command]

    def run(self, line):
        server = None
        try:
            if line.server:
                server = subprocess.Popen(self.at(self.fixed, line.server), start_new_session=True, env=environment(),
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                end = time.monotonic() + 5
                while time.monotonic() < end and f":{line.port} " not in sh(
                        f"ip netns exec {self.fixed} ss -Htln", capture_output=True, text=True).stdout:
                    time.sleep(0.02)
            return output_of(self.at(self.mobile, line.client), env=environment())
        finally:
            if server is not None:
                os.killpg(server.pid, signal.SIGTERM)
                server.wait(10)


def over_exec(link, line, user):
    words = [BIN / "seawind", "exec", "-q", "--link", link, "--limit", "lateness_p999=1s", "--limit", "lateness_max=1s"]
    if line.server:
        words += ["--at-fixed", line.server, "--wait-port", str(line.port)]
    words += ["--", "sh", "-c", line.client]
    return output_of([*as_user(user), *words], env=environment())


def clean(folder):
    """Removes what a client wrote."""
    for name in ("clone", "profile"):
        shutil.rmtree(folder / name, ignore_errors=True)
    with contextlib.suppress(FileNotFoundError):
        (folder / "got").unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--link", default="wlan")
    parser.add_argument("--size", type=int, default=500_000, help="bytes of a transfer")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--user")
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="seawind-one-liners-"))
    login = options.user or "root"
    worst = 0
    try:
        os.chdir(folder)
        make_files(folder, options.size, login)
        os.makedirs("/run/sshd", exist_ok=True)  # sshd needs it
        if options.user:
            sh(f"chown -R {options.user} {folder}")
        print(f"{'':24}{'by hand':>12}{'exec':>12}{'ratio':>9}   spread by hand, exec")
        for line in lines(folder, options.size, login):
            if options.only and line.name not in options.only:
                continue
            found = {"hand": [], "exec": []}
            for _ in range(options.runs):
                with HandMade(options.link, options.user) as hand:
                    found["hand"].append(line.value(hand.run(line)))
                clean(folder)
                found["exec"].append(line.value(over_exec(options.link, line, options.user)))
                clean(folder)
            by_hand, by_exec = (statistics.median(found[k]) for k in ("hand", "exec"))
            ratio = by_exec / by_hand
            worst = max(worst, abs(ratio - 1))
            spread = ", ".join(f"{(max(v) - min(v)) / statistics.median(v):.1%}" for v in found.values())
            print(f"{line.name:24}{by_hand:12.6g}{by_exec:12.6g}{ratio:9.4f} {'*' if abs(ratio - 1) > 0.01 else ' '} "
                  f"{spread}  ({line.unit})", flush=True)
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if worst > 0.01 else 0


if __name__ == "__main__":
    sys.exit(main())
