#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a test whose programs are built with sanitizers. Fails if the test fails, or if any of the processes has
written a sanitizer's report: a program may survive its report, or its test may expect the program to die.

usage: sanitized.py COMMAND..."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Debian's gRPC, protobuf and Abseil are not instrumented, so ThreadSanitizer does not see how they synchronise.
OPTIONS = {"ASAN_OPTIONS": "allow_addr2line=1", "UBSAN_OPTIONS": "allow_addr2line=1:print_stacktrace=1",
           "TSAN_OPTIONS": "allow_addr2line=1:ignore_noninstrumented_modules=1:second_deadlock_stack=1:"
                           f"suppressions={pathlib.Path(__file__).with_name('tsan.supp')}"}
# What LeakSanitizer writes, and nothing else, when it could not stop a process, or one of its threads, to look for
# leaks.
UNSTOPPED = (r"=={0}==LeakSanitizer has encountered a fatal error\.[\s\S]*|"
             r"(=={0}==Running thread \d+ was not suspended\. False leaks are possible\.\s*)+")


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
        reports = {report.name: report.read_text(errors="replace") for report in sorted(folder.iterdir())}
        for name, report in reports.items():
            print(f"== {name}\n{report}", flush=True)
        # LeakSanitizer stops all threads of a process that ends; on a busy machine some begin and end meanwhile. A
        # process that was killed before it had written a word leaves an empty report.
        found = [name for name, report in reports.items()
                 if report and not re.fullmatch(UNSTOPPED.format(name.rsplit(".", 1)[-1]), report)]
        if found:
            print(f"{len(found)} processes with reports of sanitizers", flush=True)
        return 1 if code != 0 or found else 0


if __name__ == "__main__":
    sys.exit(main())
