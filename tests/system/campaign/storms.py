# SPDX-License-Identifier: GPL-3.0-or-later
"""What the storms over campaigns and over a laboratory have in common: campaigns one after the other, harms in an order
determined by the seed, and what must hold after each run."""
import contextlib
import json
import random
import shutil
import signal
import subprocess
import time

from kept import Broken, Kept, require

REPETITIONS = 24  # of a campaign, of all cases together


class Harm:
    """One harm. `seed` determines all draws; `length`: duration in seconds."""
    shortest, longest = 0.0, 0.0
    power = 1  # more: short ones are more frequent
    patience = 0.7  # s at most since the harm before
    alone = False  # no two of this kind at a time

    def __init__(self, seed):
        self.kind = type(self).__name__.lower()
        self.random = random.Random(seed)
        self.wait = self.random.uniform(0.0, self.patience)
        self.length = self.shortest + (self.longest - self.shortest) * self.random.random() ** self.power

    def begin(self, storm):
        """Starts the harm. Returns its description, or None if there was no target."""
        raise NotImplementedError

    def end(self, storm):
        """Undoes the harm. May return a description."""


class Storm:
    def __init__(self, kinds, launch, home, words):
        """`launch` starts seawind with arguments; `words` are those of a new campaign, which lies in `home`."""
        self.launch, self.home, self.words = launch, home, words
        self.begun = time.monotonic()
        self.controller = None
        self.kept = None  # of the campaign that runs
        self.campaigns = 0
        self.lasting = []  # (when it ends, harm)
        self.done_to = {kind: 0 for kind in kinds}
        self.codes = {}

    def say(self, text):
        print(f"{time.monotonic() - self.begun:8.2f} {text}", flush=True)

    def start(self):
        """The campaign that is not complete, or a new one."""
        if self.kept is None:
            self.campaigns += 1
            self.kept = Kept(self.home / f"c{self.campaigns}")
        if self.kept.has_store():
            self.controller = self.launch("resume", self.kept.campaign)
            return
        # The directory of a run that was killed before it had a store is not a campaign.
        shutil.rmtree(self.kept.campaign, ignore_errors=True)
        self.controller = self.launch(*self.words, "-o", self.kept.campaign)

    def begin(self, harm):
        """Returns False if there was no target."""
        text = harm.begin(self)
        if text is None:
            return False
        self.done_to[harm.kind] += 1
        self.say(f"{sum(self.done_to.values()):4d} {harm.kind}: {text}")
        if harm.length > 0:
            self.lasting.append((time.monotonic() + harm.length, harm))
        return True

    def end_harms(self, now=float("inf")):
        for entry in [entry for entry in self.lasting if entry[0] <= now]:
            self.lasting.remove(entry)
            text = entry[1].end(self)
            if text:
                self.say(f"     {entry[1].kind}: {text}")

    def judge(self, err):
        """Checks after the controller's end."""
        code = self.controller.returncode
        self.codes[code] = self.codes.get(code, 0) + 1
        self.kept.look()
        why = [line for line in err.splitlines() if line.startswith("seawind: ")]
        self.say(f"     run ended with {code}, {len(self.kept.finished)} done: {' '.join(why)}")
        # 3: the disk is full, the store is locked, the test bed was lost more often than permitted, a host is not there,
        # or its last controller's lease has not ended.
        require(code in (0, -signal.SIGKILL, 3), f"exit code {code}: {err}")
        if code == 0:
            self.look_at_complete()
            shutil.rmtree(self.kept.campaign)
            self.kept = None

    def look_at_complete(self):
        self.kept.look_at_complete(REPETITIONS)

    def blow(self, *plan):
        """Does the harms to the campaigns, then completes the last one."""
        raise NotImplementedError

    def show_logs(self):
        """After a violation."""

    def close(self):
        for _, harm in self.lasting:
            with contextlib.suppress(OSError, subprocess.SubprocessError, AssertionError):
                harm.end(self)

    def run(self, seed, *plan):
        """The storm and its report. Returns the exit code."""
        broken = ""
        try:
            self.blow(*plan)
        except Broken as violated:
            broken = str(violated)
            self.say(f"BROKEN: {broken}")
            self.show_logs()
        finally:
            self.close()
        print(json.dumps({"seed": seed, "harms": self.done_to, "campaigns": self.campaigns, "exit_codes": self.codes,
                          "seconds": round(time.monotonic() - self.begun), "verdict": broken or "all guarantees kept"}))
        return 1 if broken else 0
