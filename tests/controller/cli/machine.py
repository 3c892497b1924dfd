# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine of its own for a test of root: network and mount namespaces, and a /run for `ip netns`."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from waiting import within  # noqa: E402

REQUESTS = 40  # of echo; a busy machine delays some packets, a link all


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, **options)


def ip(*words):
    done = run("ip", *words)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def least_round_trip(enter, address, enough):
    """ms: of echo requests to `address` after the words of `enter`, until one takes less than `enough`."""
    least = float("inf")
    for _ in range(REQUESTS):
        done = run(*enter, "ping", "-c", "1", address)
        assert done.returncode == 0, done.stdout + done.stderr
        least = min(least, float(re.search(r"= ([\d.]+)/", done.stdout)[1]))
        if least < enough:
            break
    return least


def enter(verb):
    """Starts this program again there. For an ordinary user it ends: nothing is tested."""
    if os.geteuid() != 0:
        print(f"seawind {verb} needs root: nothing is tested for an ordinary user")
        sys.exit(77)
    if "SEAWIND_TEST_MACHINE" in os.environ:
        return
    os.environ["SEAWIND_TEST_MACHINE"] = "1"
    os.execvp("unshare", ["unshare", "--net", "--mount", "sh", "-c",
                          "mount -t tmpfs run /run && ip link set lo up && exec \"$@\"", "sh", sys.executable, "-B",
                          *sys.argv])
