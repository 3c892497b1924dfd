# SPDX-License-Identifier: GPL-3.0-or-later
"""What the store of a campaign must keep whatever happens to its runs."""
from support import done, rows


class Broken(Exception):
    """A violated guarantee."""


def require(condition, what):
    if not condition:
        raise Broken(what)


class Kept:
    """The attempts and finished repetitions of a campaign, as of the last look()."""

    def __init__(self, campaign):
        self.campaign = campaign
        self.attempts = {}  # id -> row
        self.finished = set()

    def has_store(self):
        return (self.campaign / "campaign.db").exists()

    def look(self):
        """The store is whole; no attempt has changed, and no finished repetition is lost or was run again."""
        if not self.has_store():
            return
        require(rows(self.campaign, "PRAGMA integrity_check") == [("ok",)], "the store is damaged")
        now = {row[0]: row for row in rows(self.campaign, "SELECT * FROM attempt")}
        for key, row in self.attempts.items():
            require(now.get(key) == row, f"attempt {row} is now {now.get(key)}")
        finished = done(self.campaign)
        require(self.finished <= finished, f"lost or run again: {self.finished - finished}")
        for row in finished:
            require((self.campaign / row[3] / "verdict.json").exists(), f"no verdict.json in {row}")
        self.attempts, self.finished = now, finished

    def look_at_complete(self, repetitions):
        """After look(): all repetitions are done, and every file of an attempt belongs to one."""
        require(len(self.finished) == repetitions, f"{len(self.finished)} of {repetitions} are done")
        twice = rows(self.campaign, """SELECT case_id, number FROM attempt WHERE verdict = 'valid'
                                       GROUP BY case_id, number HAVING count(*) > 1""")
        require(not twice, f"valid twice: {twice}")
        found = {str(p.relative_to(self.campaign)) for p in (self.campaign / "attempts").glob("*/*")}
        require(found == {row[8] for row in self.attempts.values()}, "attempts without rows, or rows without attempts")
        require(not list((self.campaign / "work").iterdir()), "something is left in work/")
