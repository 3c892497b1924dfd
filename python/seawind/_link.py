# SPDX-License-Identifier: GPL-3.0-or-later
"""A link between two hosts: `seawind bridge` between namespaces that are made for it."""
import collections.abc
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from seawind._hosts import Host, Namespaces

INTERVAL = "50ms"  # of the counters
BEGIN_PATIENCE = 60  # s
END_PATIENCE = 90  # s; `seawind bridge` waits 60 s for its daemon
REPORT_PATIENCE = 30  # s
NOT_VALID = re.compile(r"timing NOT VALID: (.*)")
numbers = itertools.count(1)
default_limits = {}  # of links that have no other value of a key; for the plugin of pytest
listeners = []  # called with each link when it has begun; for the plugin of pytest


class LinkError(Exception):
    """The link could not be made, changed or ended. The text is that of the program."""


class InvalidTiming(LinkError):
    """The emulation did not keep its time: what was measured says nothing about the link."""


def program():
    """The path of `seawind`."""
    found = shutil.which("seawind")
    if found is None:
        raise LinkError("there is no program `seawind` in PATH: install the package seawind, or add the folder of the "
                        "programs (build/release/bin) to PATH")
    return found


def words_of(text, code):
    return text.strip() or f"seawind ended with {code} and without a message"


def plain(text):
    """Part of a link's name: what a link may not be called is replaced."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", text).lstrip(".-")[:32] or "link"


class Link:
    """A link that runs. Made by link(), ended by close() or the end of a `with` block.

    fixed, mobile   the hosts
    seed            of the channel; a link with this seed and the same traffic has the same losses and delays
    name            for `seawind link`
    valid           None while the link runs; then whether the emulation kept its time
    reason          why it did not
    summary         what `seawind bridge` prints at the end
    """

    def __init__(self, profile, *, seed, router, fixed_address, mobile_address, name, configs, record, limits):
        self.profile = os.fspath(profile)
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        self.name = name or f"{plain(pathlib.Path(self.profile).stem)}-{os.getpid()}-{next(numbers)}"
        self.valid, self.reason, self.summary = None, "", ""
        self._program = program()
        self._configs = ["--configs", os.fspath(configs)] if configs else []
        # All that may refuse an argument, before there is anything to close.
        options = [*self._configs]
        if router is not None:
            options += ["--router", os.fspath(router)]
        if record is not None:
            options += ["--record", os.fspath(record)]
        for key, value in {**default_limits, **(limits or {})}.items():
            options += ["--limit", f"{key}={value}"]
        self._changed = threading.Condition()  # guards the next three
        self._newest, self._lines, self._ended = None, 0, False
        self._errors = tempfile.TemporaryFile()
        output, writer = os.pipe()
        try:
            self._namespaces = Namespaces(output)
        except OSError as error:
            for descriptor in (output, writer):
                os.close(descriptor)
            self._errors.close()
            raise LinkError(str(error)) from None
        spaces = self._namespaces
        command = [self._program, "bridge", "--link", self.profile, "--seed", str(self.seed), "--name", self.name,
                   "--fixed", f"pid:{spaces.fixed}", "--mobile", f"pid:{spaces.mobile}",
                   "--fixed-address", fixed_address, "--mobile-address", mobile_address,
                   "--json", "--interval", INTERVAL, *options]
        try:
            self._bridge = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=writer, stderr=self._errors,
                                            env=spaces.environment, start_new_session=True)
        except BaseException:
            os.close(writer)  # the keeper waits for its end
            spaces.close()
            os.close(output)
            self._errors.close()
            raise
        os.close(writer)
        self._reader = threading.Thread(target=self._read, args=[os.fdopen(output, "rb")], daemon=True)
        self._reader.start()
        try:
            self._await(1, BEGIN_PATIENCE, "could not be made")
        except BaseException:
            self._stop()
            raise
        fixed, mobile = fixed_address.partition("/")[0], mobile_address.partition("/")[0]
        variables = {"SEAWIND_FIXED_ADDRESS": fixed, "SEAWIND_MOBILE_ADDRESS": mobile}
        self.fixed = Host(spaces.fixed, fixed, spaces.prefix(spaces.fixed), variables, self._require_running)
        self.mobile = Host(spaces.mobile, mobile, spaces.prefix(spaces.mobile), variables, self._require_running)

    @property
    def ended(self):
        return self._errors.closed

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_reader", None) and not self.ended:
            self._stop()

    def _read(self, output):
        with output:
            for line in output:
                with self._changed:
                    self._newest = line
                    self._lines += 1
                    self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _await(self, lines, patience, failure):
        """Waits for the line of this number. If the link ends before, raises LinkError: the link NAME `failure`."""
        deadline = time.monotonic() + patience
        with self._changed:
            while self._lines < lines and not self._ended:
                if not self._changed.wait(max(0.0, deadline - time.monotonic())):
                    raise LinkError(f"`seawind bridge` has printed no counters for {patience} s: {self._messages()}")
            if self._ended:
                raise LinkError(f"the link {self.name} {failure}: {words_of(self._messages(), self._bridge.wait())}")

    def _messages(self):
        """What `seawind bridge` has written to standard error, whose place in the file it shares with this process."""
        file = self._errors.fileno()
        return os.pread(file, os.fstat(file).st_size, 0).decode(errors="replace")

    def _stop(self):
        """Ends everything. Returns the exit code of `seawind bridge`."""
        try:
            self._bridge.send_signal(signal.SIGINT)
            self._bridge.wait(END_PATIENCE)
        except subprocess.TimeoutExpired:
            self._bridge.kill()
            self._bridge.wait()
        self._reader.join()
        self._namespaces.close()
        self.summary = self._messages()
        self._errors.close()
        return self._bridge.returncode

    def close(self):
        """Ends the link, then what still runs in its hosts. Raises LinkError if the link was lost. Invalid timing
        raises nothing: see `valid`."""
        if self.ended:
            return
        was_lost = self._bridge.poll() is not None
        code = self._stop()
        if was_lost or code not in (0, 1):
            raise LinkError(f"the link {self.name} was lost: {words_of(self.summary, code)}")
        self.valid = code == 0
        if not self.valid:
            found = NOT_VALID.search(self.summary)
            self.reason = found[1] if found else words_of(self.summary, code)

    def require_valid(self):
        """Raises InvalidTiming if the emulation did not keep its time, LinkError while the link runs."""
        if self.valid is None:
            raise LinkError(f"the link {self.name} has not ended: its timing is judged at the end")
        if not self.valid:
            raise InvalidTiming(self.reason)

    def report(self):
        """The counters of the link since its beginning, as `seawind link watch --json` prints them: not older than the
        call, which takes two intervals of 50 ms. After the end: the last ones."""
        if not self.ended:
            with self._changed:
                lines = self._lines
            self._await(lines + 2, REPORT_PATIENCE, "was lost")  # the next one may have been on its way
        with self._changed:
            return json.loads(self._newest)

    def _require_running(self):
        if self.ended:
            raise LinkError(f"the link {self.name} has ended")

    def change(self, *, set=None, profile=None, router=None, outage=None, direction=None):
        """Changes the link now, all at one instant or nothing: parameters ({"downlink.rate_base": "64kbit/s"}), a
        handover to another profile, another router ("off": none), an outage ("2s") of both directions or of one
        ("down", "up"). Returns the instant and the values before and after, as `seawind link change --json`."""
        words = [self._program, "link", "change", self.name, "--json", *self._configs]
        if set is not None and not isinstance(set, collections.abc.Mapping):
            raise TypeError("set: a dictionary of parameters is expected, for example "
                            "{\"downlink.rate_base\": \"64kbit/s\"}")
        for path, value in (set or {}).items():
            words += ["--set", f"{path}={value}"]
        for option, value in (("profile", profile), ("router", router), ("outage", outage), ("direction", direction)):
            if value is not None:
                words += [f"--{option}", os.fspath(value)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=self._namespaces.environment)
        if done.returncode != 0:
            raise LinkError(words_of(done.stderr, done.returncode))
        return json.loads(done.stdout)


def link(profile, *, seed=None, router=None, fixed_address="10.0.0.1/30", mobile_address="10.0.0.2/30", name=None,
         configs=None, record=None, limits=None):
    """Starts a link between two hosts made for it, and returns when packets can cross it.

    profile         a link profile: a name in ./profiles or the configuration folder, or a file
    seed            0 to 2**64 - 1 [chosen, and kept in Link.seed]
    router          in front of the downlink: a name or a file
    fixed_address, mobile_address    with the length of the prefix
    name            for `seawind link` [chosen]
    configs         folder of profiles and routers
    record          campaign directory to make [nothing is kept]
    limits          fidelity limits of a test set: {"lateness_p999": "10ms"}

    Raises LinkError with the program's words."""
    made = Link(profile, seed=seed, router=router, fixed_address=fixed_address, mobile_address=mobile_address,
                name=name, configs=configs, record=record, limits=limits)
    for listener in listeners:
        listener(made)
    return made
