# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine of its own for a test of root: network and mount namespaces, and a /run for `ip netns`."""
import os
import sys


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
