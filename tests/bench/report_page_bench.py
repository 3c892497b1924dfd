#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the report's page takes to make and to open, by the number of repetitions.

usage: tests/bench/report_page_bench.py [--runs N] [BUILD]        [build/release]

Prints a table: seconds and memory of `seawind report`, size of the page, milliseconds from the navigation until the
page's HTML is parsed and until its pictures in view are drawn (median of N runs of a new Chromium), and the memory of
Chromium's processes of the page (the sum of their PSS).
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = ((24, 4, 6), (1000, 8, 125), (10_000, 48, 209))  # repetitions, cases, repetitions of each
FLAGS = ("--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
         "--disable-component-update --disable-sync --disable-extensions --window-size=1280,1000").split()
READY = """
    const page = document.documentElement.dataset;
    if (page.ready !== 'true' || page.drawing) return null;
    const [load] = performance.getEntriesByType('navigation');
    return [load.domInteractive, performance.now()];"""


def make_page(build, campaign):
    """Seconds and peak memory (MB) of `seawind report`, with no course made before."""
    begin = time.monotonic()
    child = subprocess.Popen([build / "bin/seawind", "report", campaign], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        raise SystemExit(f"seawind report ended with {status}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def pss(folder):
    """MB of all processes of the browser with this profile folder."""
    total = 0
    for process in pathlib.Path("/proc").iterdir():
        try:
            if folder in (process / "cmdline").read_text():
                for line in (process / "smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1])
        except (OSError, ValueError):
            continue
    return total / 1024


def open_page(page):
    with tempfile.TemporaryDirectory() as folder:
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in [*FLAGS, f"--user-data-dir={folder}"]:
            options.add_argument(flag)
        browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        try:
            browser.get("about:blank")
            before = pss(folder)
            browser.get(page.as_uri())
            found = None
            while found is None:
                found = browser.execute_script(READY)
            return [*found, pss(folder) - before]
        finally:
            browser.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build/release")
    arguments = parser.parse_args()
    print("| repetitions | cases | making, s | memory, MB | page, MB | parsed, ms | drawn, ms | browser, MB |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for repetitions, cases, each in SIZES:
            campaign = pathlib.Path(folder) / str(repetitions)
            subprocess.run([arguments.build / "tests/system/report/report_campaign", str(cases), str(each), campaign],
                           check=True)
            seconds, memory = make_page(arguments.build, campaign)
            page = campaign / "report/report.html"
            runs = [open_page(page) for _ in range(arguments.runs)]
            parsed, drawn, browser = (statistics.median(column) for column in zip(*runs))
            print(f"| {repetitions} | {cases} | {seconds:.1f} | {memory:.0f} | {page.stat().st_size / 1e6:.2f} | "
                  f"{parsed:.0f} | {drawn:.0f} | {browser:.0f} |", flush=True)


if __name__ == "__main__":
    main()
