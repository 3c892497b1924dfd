# SPDX-License-Identifier: GPL-3.0-or-later
"""One bash for all commands of a page, so that the working folder and variables persist."""
import os
import select
import signal
import subprocess
import time
import uuid


class Shell:
    def __init__(self, folder, environment):
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"], cwd=folder, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, command, patience=120.0):
        """The exit code of a command and the lines it printed on stdout and stderr."""
        script = f"{{ {command}\n}} </dev/null\nstatus=$?; echo; echo {self.mark} $status\n"
        self.process.stdin.write(script.encode())
        self.process.stdin.flush()
        output, deadline = b"", time.monotonic() + patience
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise AssertionError(f"not within {patience:g} s: {command}\n{output.decode()}")
            some = os.read(self.process.stdout.fileno(), 65536)
            if not some:
                raise AssertionError(f"the shell ended in: {command}\n{output.decode()}")
            output += some
            text, found, rest = output.decode(errors="replace").partition(self.mark)
            if found and rest.endswith("\n"):
                return int(rest), text.splitlines()

    def close(self):
        """Ends the shell and its descendants."""
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process.stdout.close()
