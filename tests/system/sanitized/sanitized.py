#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a test whose programs are built with sanitizers. Fails if the test fails, or if any of the processes has
written a sanitizer's report: a program may survive its report, or its test may expect the program to die.

usage: sanitized.py COMMAND..."""
import os
import pathlib
import subprocess
import sys
import tempfile

# Debian's gRPC, protobuf and Abseil are not instrumented, so ThreadSanitizer does not see how they synchronise.
OPTIONS = {"ASAN_OPTIONS": "allow_addr2line=1", "UBSAN_OPTIONS": "allow_addr2line=1:print_stacktrace=1",
           "TSAN_OPTIONS": "allow_addr2line=1:ignore_noninstrumented_modules=1:second_deadlock_stack=1:"
                           f"suppressions={pathlib.Path(__file__).with_name('tsan.supp')}"}


def main():
    with tempfile.TemporaryDirectory(prefix="seawind-sanitized-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o1777)  # for programs of other users
        environment = dict(os.environ)
        for variable, options in OPTIONS.items():
            environment[variable] = f"{options}:log_path={folder}/report"
        # A report starts a program that finds the source lines, which seawindd must not do otherwise.
        environment["SEAWIND_SECCOMP"] = "log"
        code = subprocess.run(sys.argv[1:], env=environment, check=False).returncode
        reports = sorted(folder.iterdir())
        for report in reports:
            print(f"== {report.name}\n{report.read_text(errors='replace')}", flush=True)
        if reports:
            print(f"{len(reports)} processes with reports of sanitizers", flush=True)
        return 1 if code != 0 or reports else 0


if __name__ == "__main__":
    sys.exit(main())
