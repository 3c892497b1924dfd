# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of Seawind, as the data sheets use it."""
import functools
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROFILES = ROOT / "configs/profiles"
PAGES = ROOT / "docs/profiles"


def program():
    return pathlib.Path(os.environ.get("SEAWIND_BIN", ROOT / "build/release/bin")) / "seawind"


def run(*arguments, cwd=ROOT, codes=(0,)):
    """The output of a command that ends with one of the codes."""
    done = subprocess.run([str(program()), *map(str, arguments)], cwd=cwd, text=True, capture_output=True,
                          env={**os.environ, "SEAWIND_CONFIGS": str(ROOT / "configs")}, check=False)
    if done.returncode not in codes:
        raise RuntimeError(f"seawind {' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def names():
    return sorted(file.stem for file in PROFILES.glob("*.yaml"))


@functools.lru_cache(maxsize=None)
def show(name):
    return json.loads(run("profiles", "show", name, "--json"))


def probe(name, size, interval_ns, duration_ns, seed):
    """Both directions of a link under a probe: see docs/reference/offline.md."""
    return json.loads(run("profiles", "plot", name, "--json", "--seed", seed, "--probe-size", f"{size}B",
                          "--probe-interval", f"{interval_ns}ns", "--duration", f"{duration_ns}ns"))
