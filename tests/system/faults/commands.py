# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults in the commands that run no campaign."""
import atexit
import fnmatch
import hashlib
import pathlib
import shutil
import tempfile
import threading

from trial import LONGEST, TEST_SET, Trial
from support import Seawind, rows  # noqa: E402

PROFILE = TEST_SET.parents[1] / "profiles" / "quick.yaml"
# What a program that is killed, or cannot remove files, may leave beside the file it was writing (name_beside() in
# common/directory.h), or as the folder of files it was making.
UNFINISHED = "*.????????????????.new"


def files_of(folder):
    """Name -> digest of every file beneath, but those of SQLite, which every reader may change."""
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.startswith("campaign.db-")}


class Finished:
    """A finished campaign, and what a command makes of it without a fault; made once."""
    lock = threading.Lock()
    folder = None
    made = {}

    @classmethod
    def campaign(cls):
        with cls.lock:
            if cls.folder is None:
                cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
                atexit.register(shutil.rmtree, cls.folder, ignore_errors=True)
                cls.run("run", TEST_SET, "-o", cls.folder / "campaign")
            return cls.folder / "campaign"

    @classmethod
    def files(cls, trial):
        """The files after the trial's command on a copy of the campaign."""
        campaign = cls.campaign()
        with cls.lock:
            name = trial.fault.command
            if name not in cls.made:
                copy = cls.folder / name / "campaign"
                shutil.copytree(campaign, copy)
                cls.run(*trial.words(copy))
                cls.made[name] = files_of(copy.parent)
            return cls.made[name]

    @staticmethod
    def run(*arguments):
        seawind = Seawind()
        try:
            code, _, err = seawind.run(*arguments)
            assert code == 0, err
        finally:
            seawind.close()


class FilesTrial(Trial):
    """A command that reads a finished campaign and writes files: each file is as it was or as without the fault,
    no other file appears, and without the fault the command makes all of them."""
    codes = (0, 3)
    own = ("exported",)

    def prepare(self):
        shutil.copytree(Finished.campaign(), self.campaign)
        self.before = files_of(self.seawind.path)
        self.expected = Finished.files(self)

    def words(self, campaign):
        raise NotImplementedError

    def arguments(self):
        return self.words(self.campaign)

    def check_after(self, code):
        found = self.found()
        if wrong := [name for name, digest in found.items() if not self.is_whole(name, digest)]:
            self.problems.append(f"ends with {code}, and these are not whole: {wrong}: {self.said}")
        if (missing := self.expected.keys() - found.keys()) and code == 0 and "warning" not in self.said:
            self.problems.append(f"ends with 0, and these are missing: {sorted(missing)}: {self.said}")
        code = self.run_once(self.arguments())
        if (code, self.found(afterwards=True)) != (0, self.expected):
            self.problems.append(f"without the fault it ends with {code}: {self.said}; {self.difference()}")

    def found(self, afterwards=False):
        """The files of the campaign and of the exports, without those that could not be removed."""
        files = files_of(self.seawind.path)
        return {name: digest for name, digest in files.items()
                if name.split("/")[0] in ("campaign", *self.own) and not self.may_be_left(name, afterwards)}

    def may_be_left(self, name, afterwards):
        """The next call removes an unfinished folder, but not an unfinished file."""
        *folders, last = pathlib.PurePath(name).parts
        if any(fnmatch.fnmatch(folder, UNFINISHED) for folder in folders):
            return not afterwards and self.fault.how != "once"
        return (self.fault.how == "kill" or self.fault.call in ("unlink", "unlinkat")) and \
            fnmatch.fnmatch(last, UNFINISHED)

    def is_whole(self, name, digest):
        return digest in (self.before.get(name), self.expected.get(name))

    def difference(self):
        found = self.found(afterwards=True)
        return {name for name in found.keys() | self.expected.keys() if found.get(name) != self.expected.get(name)}

    def check_runtime(self):
        if left := list(self.runtime.iterdir()):
            self.problems.append(f"left in the runtime directory: {left}")


class ReportTrial(FilesTrial):
    def words(self, campaign):
        return ("report", campaign)

    def is_whole(self, name, digest):
        """A page may lack pictures and courses, about which there is a warning."""
        if super().is_whole(name, digest):
            return True
        if "warning" not in self.said:
            return False
        text = (self.seawind.path / name).read_text(errors="replace")
        return {"campaign/report/report.html": text.endswith("</html>\n"),
                "campaign/report/plots/report.json": text.endswith("}\n")}.get(name, False)


class ExportTrial(FilesTrial):
    """Into the campaign."""

    def words(self, campaign):
        return ("export", campaign, "--csv", "--flent", "--mahimahi-log", "--pcapng", "--xplot")


class ExportElsewhereTrial(ExportTrial):
    """Into a folder of the user's."""

    def words(self, campaign):
        return (*super().words(campaign), "-o", campaign.parent / "exported")


class ExecTrial(Trial):
    """A command over a link, with a program at the other end and a recording."""
    codes = (7, 2, 125, 126, 127, 130)
    own = ("next",)

    def arguments(self, record=None):
        return ("exec", "--link", PROFILE, "--at-fixed", "echo ready", "-o", record or self.campaign, "--",
                "sh", "-c", "ping -q -c 2 -i 0.05 fixed; exit 7")

    def check_after(self, code):
        if self.has_store():
            if (whole := rows(self.campaign, "PRAGMA integrity_check")) != [("ok",)]:
                self.problems.append(f"the store is damaged: {whole}")
            kept = {row[0] for row in rows(self.campaign, "SELECT directory FROM attempt")}
            found = {str(p.relative_to(self.campaign)) for p in (self.campaign / "attempts").glob("*/*")}
            # What could not be stored stays without a row, and the message says why; or the program was killed.
            if not kept <= found or (kept != found and code not in (125, 137)):
                self.problems.append(f"ends with {code}; attempts {sorted(kept)}, directories {sorted(found)}")
            if code == 7 and not self.said and not kept:
                self.problems.append("ends as its command, and nothing is recorded")
        # A name that a killed call may have begun to make; the same as a campaign's.
        record = "next" if self.campaign.exists() else "campaign"
        self.patience = LONGEST  # it ends by itself, on a busy machine late
        code = self.run_once(self.arguments(self.seawind.path / record))
        if code != 7:
            self.problems.append(f"without the fault it ends with {code}: {self.said}")

    def check_runtime(self):
        if left := list(self.runtime.iterdir()):
            self.problems.append(f"left in the runtime directory: {left}")


COMMANDS = {"run": Trial, "exec": ExecTrial, "report": ReportTrial, "export": ExportTrial,
            "export-elsewhere": ExportElsewhereTrial}
