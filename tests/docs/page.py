# SPDX-License-Identifier: GPL-3.0-or-later
"""The files and commands of a Markdown page, and the rule by which shown output is compared.

Blocks of a tested page:
  ```console               commands after `$ `, each followed by what it prints; a `...` line stands for any lines
  ```yaml, ```python       a file; its first line is a comment with its path: `# profiles/cafe.yaml`
  ```text                  a drawing or a format; ignored
"""
import dataclasses
import re

BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
FILE_LANGUAGES = {"yaml", "python"}

# A measured number has a decimal point or a unit; other numbers (counts, seeds, options) must be equal.
UNIT = r"(us|ms|s|min|kB|MB|GB|%)"
NUMBER = r"([-+]?\d+(?:\.\d+)?)"
MEASURED = re.compile(rf"(?<![\w./+-])([-+]?(?:\d+\.\d+|\d+(?={UNIT}(?!\w)))){UNIT}?(?!\w)")
# The lateness of packets and sources depends on the machine: any value is accepted.
FREE = {"us", "ms"}
# The first measured number of a line (a median, an estimate) is within TOLERANCE of the shown one or at
# most SLACK away from it; those behind it (quartiles, ranges) may have any value.
TOLERANCE = 0.3
SLACK = 0.1
# On a busy machine some attempts are repeated. The result is the same, but the line states the
# number.
REPEATED = re.compile(r"; \d+ (invalid attempts? kept for inspection(, \d+ lost to the machine)?|"
                      r"attempts? lost to the machine)$")

# What exec -q prints although it was asked to be quiet: the summary of a link that was late.
LATE = re.compile(r"^seawind: the link ran [^\n]*\n(?:  [^\n]*\n)*  timing NOT VALID: [^\n]*(?:\n|$)", re.MULTILINE)


@dataclasses.dataclass
class File:
    line: int
    path: str
    text: str


@dataclasses.dataclass
class Command:
    line: int
    text: str
    shown: list  # lines

    @property
    def may_fail(self):
        """A command fails only where the page shows its error."""
        return any(re.search(r"\berror: |^seawind: (?!.*this host|the link ran)", line) for line in self.shown)


def steps(markdown):
    """The files and commands of a page, in order. Raises ValueError for a block that is neither."""
    found = []
    for block in BLOCK.finditer(markdown):
        language, text = block.groups()
        line = markdown.count("\n", 0, block.start()) + 2
        if language == "console":
            found += commands(text, line)
        elif language in FILE_LANGUAGES:
            path = re.match(r"# ([\w./-]+\.\w+)\n", text)
            if not path:
                raise ValueError(f"line {line}: the first line of a file is `# PATH`")
            found.append(File(line, path.group(1), text))
        elif language != "text":
            raise ValueError(f"line {line}: a block of `{language}` is neither run nor a file")
    return found


def commands(text, line):
    found = []
    continued = False
    for number, words in enumerate(text.splitlines()):
        if continued:
            found[-1].text += "\n" + words
        elif words.startswith("$ "):
            found.append(Command(line + number, words[2:], []))
        elif found:
            found[-1].shown.append(words)
        else:
            raise ValueError(f"line {line + number}: output without a command")
        continued = words.endswith("\\") and not found[-1].shown
    return found


def pattern(shown):
    """A regular expression with a group for each measured number of a shown line, and their values."""
    expression, values, end = "", [], 0
    for number in MEASURED.finditer(shown):
        expression += re.escape(shown[end:number.start()])
        expression += f"{NUMBER}{UNIT}?"
        values.append((float(number.group(1)), number.group(3)))
        end = number.end()
    expression += re.escape(shown[end:])
    # Columns are as wide as their numbers.
    return re.sub(r"(\\ )+", r"\\s+", expression), values


def same(shown, got):
    """Whether a printed line is what the page shows, by the rule above."""
    expression, values = pattern(shown.strip())
    match = re.fullmatch(expression, REPEATED.sub("", got.strip()))
    if not match:
        return False
    for index, (value, unit) in enumerate(values):
        if unit not in FREE:
            number, got_unit = match.group(2 * index + 1), match.group(2 * index + 2)
            return (got_unit == unit and
                    abs(float(number) - value) <= max(TOLERANCE * abs(value), SLACK))
    return True


def difference(shown, got):
    """None, or the first shown line that is missing at its place in the output.

    A summary that is there only because the machine of the test was busy is as good as none.
    """
    missing = first_missing(shown, got)
    return missing and first_missing(shown, LATE.sub("", "\n".join(got)).splitlines())


def first_missing(shown, got):
    shown = [line for line in shown if line.strip()]
    got = [line for line in got if line.strip()]
    at, skipping = 0, False
    for line in shown:
        if line.strip() == "...":
            skipping = True
            continue
        while skipping and at < len(got) and not same(line, got[at]):
            at += 1
        if at == len(got) or not same(line, got[at]):
            return line
        at, skipping = at + 1, False
    return None if skipping or at == len(got) else "(the end of the output)"
