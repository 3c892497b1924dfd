# SPDX-License-Identifier: GPL-3.0-or-later
"""Plugin of pytest: the fixture seawind_link; the seeds of a failed test's links; tests whose link did not keep its time
run again, and are "invalid" in the end, which is neither passed nor failed."""
import argparse
import contextlib

import pytest
from _pytest.runner import runtestprotocol

from seawind import _link

INVALID = "invalid"


def not_negative(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 0")
    return int(text)


def key_and_value(text):
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise argparse.ArgumentTypeError(f"`{text}` is not KEY=VALUE")
    return key, value


def pytest_addoption(parser):
    group = parser.getgroup("seawind", "links emulated by Seawind")
    group.addoption("--seawind-repeats", type=not_negative, default=3, metavar="N",
                    help="run a test again, at most N times, while the timing of its links is not valid [3]")
    group.addoption("--seawind-limit", type=key_and_value, action="append", default=[], metavar="KEY=VALUE",
                    help="fidelity limit of links that do not have their own, as lateness_p999=10ms (repeatable)")
    group.addoption("--seawind-strict", action="store_true",
                    help="exit status 1 if the timing of a test was not valid in the last run either")


def pytest_configure(config):
    config.pluginmanager.register(Runner(config), "seawind_runner")


@pytest.fixture
def seawind_link():
    """Makes links that end with the test: link = seawind_link("lte", seed=7); parameters as of seawind.link()."""
    with contextlib.ExitStack() as links:
        yield lambda profile, **options: links.enter_context(_link.link(profile, **options))


class Runner:
    def __init__(self, config):
        self._repeats = config.getoption("--seawind-repeats")
        self._limits = dict(config.getoption("--seawind-limit"))
        self._strict = config.getoption("--seawind-strict")
        self._links = []  # that run, or ended during the test
        self._listener = self._links.append
        self._invalid = False  # of any test

    def pytest_sessionstart(self):
        _link.default_limits = self._limits
        _link.listeners.append(self._listener)

    def pytest_unconfigure(self):
        _link.default_limits = {}
        if self._listener in _link.listeners:
            _link.listeners.remove(self._listener)

    def pytest_runtest_protocol(self, item, nextitem):
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        # Tests before this one used them, and are not run again: if their timing is not valid, that stays.
        shared = [link for link in self._links if not link.ended]
        for run in range(self._repeats + 1):
            self._links[:] = [link for link in self._links if not link.ended]
            item._report_sections.clear()  # what the last run has printed
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
            reasons = [f"{link.profile}: {link.reason}" for link in self._links if link.valid is False]
            result = next((report for report in reports if report.when == "call"), reports[0])
            if any(link.valid is False for link in shared):
                make_invalid(reports, result, f"invalid timing of a link that several tests used; {'; '.join(reasons)}")
                break
            if not reasons or result.skipped:
                break
        else:
            make_invalid(reports, result, f"invalid timing in {run + 1} run{'s' if run else ''}; {'; '.join(reasons)}")
        for report in reports:
            if report.failed and self._links:
                report.sections.append(("links of Seawind", "\n".join(map(described, self._links))))
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def pytest_runtest_logreport(self, report):
        self._invalid = self._invalid or hasattr(report, INVALID)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        if hasattr(report, INVALID):
            return INVALID, "I", ("INVALID", {"yellow": True})
        return None

    def pytest_terminal_summary(self, terminalreporter):
        reports = terminalreporter.getreports(INVALID)
        if reports:
            terminalreporter.section("invalid timing: neither passed nor failed", yellow=True)
        for report in reports:
            terminalreporter.line(f"INVALID {report.nodeid} - {getattr(report, INVALID)}")

    def pytest_sessionfinish(self, session, exitstatus):
        if self._strict and self._invalid and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def make_invalid(reports, result, reason):
    """For pytest and for JUnit the test is skipped. What failed in it or after it says nothing."""
    for report in reports:
        if report is result:
            report.outcome, report.longrepr = "skipped", (*place(report), reason)
            setattr(report, INVALID, reason)
        elif report.failed:
            report.outcome, report.longrepr = "passed", None


def place(report):
    path, line, _ = report.location
    return str(path), (line or 0) + 1


def described(link):
    timing = {None: "lost" if link.ended else "still running", True: "timing valid",
              False: f"timing not valid: {link.reason}"}[link.valid]
    return f"link {link.profile}: seed {link.seed}, {timing}"
