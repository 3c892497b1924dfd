# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python package share: the built programs and the built package, and an ordinary user."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from waiting import within  # noqa: E402

BIN = pathlib.Path(os.environ["SEAWIND_BIN"]).resolve()
PACKAGE = BIN.parent / "python"
NOBODY = "65534"
AS_USER = "--ordinary-user"

sys.path.insert(0, str(PACKAGE))
os.environ.update(PATH=f"{BIN}:{os.environ['PATH']}", PYTHONPATH=str(PACKAGE), PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")


def enter():
    """Starts this test again: as an ordinary user with AS_USER among its words, else in namespaces of its own, with a /run
    of its own for the names of links."""
    is_user = AS_USER in sys.argv
    if is_user:
        sys.argv.remove(AS_USER)
    if os.geteuid() != 0 or "SEAWIND_TEST_INSIDE" in os.environ:
        return
    os.environ["SEAWIND_TEST_INSIDE"] = "1"
    os.environ.pop("XDG_RUNTIME_DIR", None)
    words = ["unshare", "--net", "--mount", "sh", "-c", "mount -t tmpfs run /run && ip link set lo up && exec \"$@\"", "sh"]
    if is_user:
        words += ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all"]
    os.execvp(words[0], [*words, sys.executable, "-B", *sys.argv])


def processes():
    """Process ids that this user can see in this network namespace or in one that a test has made: those whose network
    namespace can be read, with its name."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                found[int(name)] = os.readlink(f"/proc/{name}/ns/net")
            except OSError:
                pass
    return found


class Network:
    """The network namespace of a process. It is held: the kernel gives the number of one that has ended to the next."""

    def __init__(self, pid):
        self.file = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
        self.name = f"net:[{os.fstat(self.file).st_ino}]"

    def __del__(self):
        os.close(self.file)

    def processes(self):
        return [pid for pid, own in processes().items() if own == self.name]


def held():
    """The children and descriptors of this process."""
    return (pathlib.Path("/proc/thread-self/children").read_text(), sorted(os.listdir("/proc/self/fd")))
