# SPDX-License-Identifier: GPL-3.0-or-later
"""Executes the steps of a page of docs/ and compares their output with the page.

usage: page_test.py PAGE [--own-network]    SEAWIND_BIN names the folder of the programs

--own-network: in a network namespace whose loopback interface stands for that of the machine, with a /run of its own
for `ip netns`.
"""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from page import Command, File, difference, steps
from shell import Shell

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The pages show what a machine does that is not too busy for their links; that of a test may be.
PYTEST_OPTIONS = ("-p no:cacheprovider --seawind-limit lateness_p999=1s --seawind-limit lateness_max=10s "
                  "--seawind-limit cpu_steal=100%")


def clone(home):
    """A folder that looks like a built clone: the commands find the programs at the paths of the page."""
    folder = home / "seawind"
    (folder / "build/release").mkdir(parents=True)
    programs = pathlib.Path(os.environ["SEAWIND_BIN"])
    (folder / "build/release/bin").symlink_to(programs)
    (folder / "build/release/python").symlink_to(programs.parent / "python")
    for name in ("configs", "docs", "scripts"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def needs_pandas(command, files):
    """Whether a command runs a script of the page that imports pandas where there is none."""
    scripts = [f for f in files if f.path in command.text and "import pandas" in f.text]
    return bool(scripts) and importlib.util.find_spec("pandas") is None


def follow(page, shell):
    """Executes every step of a page. Returns the number of commands; raises AssertionError."""
    done, files = 0, []
    for step in steps(page.read_text(encoding="utf-8")):
        if isinstance(step, File):
            files.append(step)
            _, (folder, *_) = shell.run("pwd")
            (pathlib.Path(folder) / step.path).write_text(step.text, encoding="utf-8")
            continue
        assert isinstance(step, Command)
        if needs_pandas(step, files):
            print(f"{page.name}:{step.line}: python3-pandas is not installed: not run: {step.text}")
            continue
        code, lines = shell.run(step.text)
        where = f"{page.name}:{step.line}: $ {step.text}\n"
        printed = "\n".join(lines)
        if (code != 0) != step.may_fail:
            raise AssertionError(f"{where}ended with {code}:\n{printed}")
        if os.environ.get("SHOW"):
            print(where + printed)
        missing = difference(step.shown, lines)
        if missing is not None:
            raise AssertionError(f"{where}did not print, where the page shows it:\n{missing}\n"
                                 f"It printed:\n{printed}")
        done += 1
    return done


def enter_own_network():
    """Starts this program again in a network namespace of its own."""
    if "SEAWIND_TEST_INSIDE" not in os.environ:
        os.environ["SEAWIND_TEST_INSIDE"] = "1"
        root = [] if os.geteuid() == 0 else ["--map-root-user"]
        os.execvp("unshare", ["unshare", "--net", "--mount", *root, sys.executable, "-B", *sys.argv])
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)


def main():
    if "--own-network" in sys.argv:
        enter_own_network()
    page = ROOT / "docs" / sys.argv[1]
    home = pathlib.Path(tempfile.mkdtemp(prefix="seawind-docs-"))
    home.chmod(0o755)  # programs of flows are another user's
    environment = {**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
                   "PYTEST_ADDOPTS": PYTEST_OPTIONS}
    shell = Shell(clone(home), environment)
    try:
        done = follow(page, shell)
    except AssertionError as problem:
        print(problem)
        return 1
    finally:
        shell.close()
        shutil.rmtree(home, ignore_errors=True)
    print(f"{page.name}: {done} commands do what the page shows")
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
