# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for something in tests that run beside each other."""
import time


def within(seconds, condition):
    """What `condition` returns, when it is true or the time is over. The looks take a fifth of a processor at most."""
    deadline = time.monotonic() + seconds
    while True:
        begun = time.monotonic()
        if (result := condition()) or begun > deadline:
            return result
        time.sleep(min(max(0.01, 4 * (time.monotonic() - begun)), 0.25))
