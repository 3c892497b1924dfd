#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, or a file that is cut short, during a command that has nothing to save."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "system" / "campaign"))
from support import handles

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])


class Interrupt(unittest.TestCase):
    def test_prints_a_message_and_ends_with_the_code(self):
        for number, expected in ((signal.SIGINT, (130, "\nseawind: interrupted\n")),
                                 (signal.SIGBUS, (3, "seawind: another program has cut a file short that was being "
                                                     "read\n"))):
            with self.subTest(number):
                self.assertEqual(expected, self.end_by(number))

    def end_by(self, number):
        """The exit code and the message."""
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        os.set_blocking(writer, False)
        try:
            while os.write(writer, bytes(4096)):
                pass
        except BlockingIOError:
            os.set_blocking(writer, True)  # the pipe is full: what the command prints blocks it
        with subprocess.Popen([BIN / "seawind", "profiles", "list"], stdout=writer,
                              stderr=subprocess.PIPE, text=True) as command:
            self.addCleanup(command.kill)
            give_up = time.monotonic() + 30
            while not handles(command.pid, number):
                self.assertLess(time.monotonic(), give_up, "it has no handler")
                self.assertIsNone(command.poll(), "it has ended")
            command.send_signal(number)
            _, err = command.communicate(timeout=30)
        return command.returncode, err


if __name__ == "__main__":
    unittest.main()
