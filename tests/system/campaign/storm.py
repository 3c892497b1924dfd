# SPDX-License-Identifier: GPL-3.0-or-later
"""A storm: campaigns of short repetitions one after the other, with harms in an order determined by the
seed. `seawind resume` completes every campaign: no finished repetition is lost, run again or
changed, the store is whole, nothing is left behind, exit codes are the documented ones, and streams of
datagrams have the packet counts of an undisturbed campaign."""
import argparse
import glob
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import harms
import storms
from kept import Broken, require
from storms import REPETITIONS
from support import BIN, Seawind, counts

TEST_SET = pathlib.Path(__file__).parent / "configs" / "testsets" / "storm.yaml"
DISK = "size=48M"


def preload():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    require(found, "clock: there is no libfaketime here (Debian package libfaketime)")
    return found[0]


class Storm(storms.Storm):
    def __init__(self, kinds):
        self.seawind = Seawind()
        self.seawind.path.chmod(0o711)
        home = self.seawind.path / "disk"
        home.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "none", home], check=True)
        self.runtime = self.seawind.path / "run"
        self.runtime.mkdir(mode=0o700)
        self.seawind.environment["XDG_RUNTIME_DIR"] = str(self.runtime)
        self.clock = self.seawind.path / "clock"
        self.clock.write_text("+0\n")
        super().__init__(kinds, self.seawind.start, home, ("run", TEST_SET))

    def quiet(self):
        """The packet counts of the streams in an undisturbed campaign."""
        code, _, err = self.seawind.run("run", TEST_SET, "-o", self.home / "quiet", "--parallel", REPETITIONS)
        require(code == 0, f"the quiet run ended with {code}: {err}")
        self.expected = counts(self.home / "quiet", "storm")
        require(len({str(sorted(e.items())) for e in self.expected.values()}) > 3, "all repetitions are alike")
        shutil.rmtree(self.home / "quiet")
        if "clock" in self.done_to:
            self.seawind.environment.update(
                LD_PRELOAD=preload(), FAKETIME_TIMESTAMP_FILE=str(self.clock), FAKETIME_CACHE_DURATION="1",
                FAKETIME_DONT_FAKE_MONOTONIC="1", FAKETIME_DISABLE_SHM="1")

    def process(self, role, choose):
        """A process of the campaign; waits a short time until one exists. None: there is none."""
        deadline = time.monotonic() + 1
        while self.controller.poll() is None and time.monotonic() < deadline:
            found = sorted(pid for pid in self.seawind.processes() if self.role(pid) == role)
            if found:
                return choose.choice(found)
            time.sleep(0.02)
        return None

    def role(self, pid):
        """What a process is, by its program and its parent's."""
        try:
            name = os.readlink(f"/proc/{pid}/exe").rsplit("/", 1)[-1]
            if name != "seawind":
                return name
            if pid == self.controller.pid:
                return "controller"
            parent = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
            return "outer holder" if parent == self.controller.pid else "inner holder"
        except (OSError, ValueError):  # it has ended
            return ""

    def sleep(self, seconds):
        """Sleeps and undoes what has lasted long enough; ends early when the controller does."""
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            self.end_harms(now)
            if now >= end or self.controller.poll() is not None:
                return
            time.sleep(max(0.0, min([0.05, end - now] + [e[0] - now for e in self.lasting])))

    def settle(self, patience):
        """Checks after the controller's end: remains, messages, store."""
        self.end_harms()
        try:
            _, err = self.controller.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            self.say(f"     it does: {(self.kept.campaign / 'live.json').read_text()}")
            raise Broken(f"the campaign has not ended within {patience} s") from None
        left = self.seawind.what_is_left()
        require(not left, f"left behind: {left}")
        self.judge(err)

    def look_at_complete(self):
        super().look_at_complete()
        require(not list(self.runtime.iterdir()), f"left behind: {list(self.runtime.iterdir())}")
        for number, found in counts(self.kept.campaign, "storm").items():
            other = {key: (value, self.expected[number].get(key)) for key, value in found.items()
                     if self.expected[number].get(key) != value}
            require(not other, f"repetition {number} counts otherwise than undisturbed: {other}")

    def blow(self, *plan):
        self.quiet()
        for harm in plan:
            while True:
                if self.controller is None or self.controller.poll() is not None:
                    if self.controller is not None:
                        self.settle(60)
                    self.start()
                self.sleep(harm.wait)
                while harm.alone and harm.kind in (other.kind for _, other in self.lasting):
                    self.sleep(0.05)
                if self.controller.poll() is None and self.begin(harm):
                    break
        while self.controller is not None:
            while self.lasting and self.controller.poll() is None:
                self.sleep(0.1)
            self.settle(300)
            self.controller = None
            if self.kept is not None:
                self.start()

    def close(self):
        super().close()
        self.seawind.close()
        # At once, although a process may be about to end.
        subprocess.run(["umount", "--lazy", self.home], check=False)
        shutil.rmtree(self.seawind.path, ignore_errors=True)


def arguments():
    parser = argparse.ArgumentParser(prog="storm", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="how many processes are killed (1000)")
    parser.add_argument("--others", type=int, default=None, help="harms of every other kind (a tenth of the kills)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the order of the harms")
    parser.add_argument("--kinds", default=",".join(harms.KINDS),
                        help=f"of harm, of {','.join(harms.KINDS)} (%(default)s)")
    options = parser.parse_args()
    options.kinds = options.kinds.split(",")
    unknown = [kind for kind in options.kinds if kind not in harms.KINDS]
    if unknown:
        parser.error(f"no such kind of harm: {unknown}; there are {', '.join(harms.KINDS)}")
    if options.others is None:
        options.others = max(1, options.kills // 10)
    return options


def main():
    options = arguments()
    if "SEAWIND_STORM" not in os.environ:
        # Mounts in a private namespace are invisible to other processes and end with this process.
        os.environ["SEAWIND_STORM"] = "inside"
        rights = [] if os.geteuid() == 0 else ["-r"]
        os.execvp("unshare", ["unshare", *rights, "-m", sys.executable, "-B", *sys.argv,
                              *([] if "--seed" in sys.argv else ["--seed", str(options.seed)])])
    # ends the processes that it has started
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    storm = Storm(options.kinds)
    print(f"storm of seed {options.seed}: {options.kills} kills, {options.others} of each other kind of "
          f"{','.join(options.kinds)}; {BIN}", flush=True)
    return storm.run(options.seed, *harms.draw(options.kinds, options.kills, options.others, options.seed))


if __name__ == "__main__":
    sys.exit(main())
