# SPDX-License-Identifier: GPL-3.0-or-later
"""What `--help` of a program and of each of its verbs says, as a tree.

The texts are CLI11's. The columns of names are 30 wide; where a name is longer, its text is on the next line."""
import dataclasses
import os
import re
import subprocess

NAMES = 30
# Verbs that the list of subcommands leaves out, because they are found before CLI11 reads the line.
UNLISTED = {"seawind-agent": ["key", "join", "leave", "serve"]}


@dataclasses.dataclass
class Argument:
    names: list  # of an option, "-o" and "--output"; of a positional argument, its one name
    value: str   # placeholder of the value; empty: none
    text: str
    choices: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)  # default, range, what it excludes or needs
    required: bool = False

    @property
    def is_option(self):
        return self.names[0].startswith("-")


@dataclasses.dataclass
class Verb:
    words: list  # "seawind", "link", "watch"
    text: str = ""
    usage: str = ""
    positionals: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    verbs: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return self.words[-1]

    @property
    def summary(self):
        """The first sentence, without the rule or the example that follows it."""
        first = re.split(r"(?:[:;.]\s|[:.]$|\n| \(started by)", self.text, maxsplit=1)[0]
        first = re.sub(r"\s+", " ", first.removeprefix(f"{self.words[0]}: "))
        return first if first[:2].isupper() else first[:1].lower() + first[1:]


def argument(head, text):
    """`-o,--output TEXT=x REQUIRED ... Excludes: --y` and what stands beside it."""
    names, _, rest = head.partition(" ")
    found = Argument(names.split(","), "", text)

    def take(pattern, note):
        nonlocal rest
        match = re.search(pattern, rest)
        if match:
            rest = rest[:match.start()] + rest[match.end():]
            if note:
                found.notes.append(note.format(*match.groups()))
        return bool(match)

    rest = " " + rest
    take(r" \(Env:(\w+)\)", "environment: {}")
    take(r" Excludes: (\S+(?: \S+)*)$", "not with {}")
    take(r" Needs: (\S+(?: \S+)*)$", "only with {}")
    repeated = take(r" \.\.\.", None)
    found.required = take(r" REQUIRED", None)
    listed = re.search(r":\{([^}]*)\}", rest) or re.search(r":((?:\S+\|)+\S+)", rest)
    if listed:
        found.choices = [word for word in re.split(r"[,|]", listed.group(1)) if word.islower()]
        take(r":\{([^}]*)\}", None)
    take(r":(?:UINT|INT|FLOAT) in \[([^\]]*)\]", "range: {}")
    take(r"=(\S+)$", "default: {}")
    kind, _, check = rest.strip().partition(":")
    if kind:
        found.value = "|".join(found.choices) or check or kind
        if repeated:
            found.value += " ..."
    return found


def rows(lines):
    """The pairs (name, text) of a list of help; a text goes on in indented lines."""
    found, at = [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        below = []
        while at < len(lines) and lines[at].startswith(" " * NAMES):
            below.append(lines[at][NAMES:])
            at += 1
        # A name has no two spaces in it, and stands alone where it is too long for its column.
        alone = below and "  " not in line.strip()
        name, beside = (line, []) if alone or len(line) <= NAMES else (line[:NAMES], [line[NAMES:]])
        found.append((name.strip(), "\n".join(beside + below)))
    return found


def lists(text):
    """The lines of each list of help, by its title. A group of options is part of the list `Options`."""
    found = {"Positionals": [], "Options": [], "Subcommands": []}
    current, indent = [], 0
    for line in text.splitlines():
        title = re.fullmatch(r"\s*([A-Z]\w+):", line)
        if line.startswith("[Option Group:"):
            indent = 2
        elif title:
            current = found.setdefault(title.group(1), [])
        elif line.strip() and not re.match(r"\s*\[?(Exactly|At least|At most|Between) ", line):
            current.append(line[indent:])
    return found


def help_of(program, words):
    """The tree of the program file `program` from the verb `words` on."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([program, *words[1:], "--help"], capture_output=True, encoding="utf-8", check=True,
                          env=environment)
    intro, _, after = done.stdout.partition("Usage: ")
    usage, _, after = after.partition("\n")
    found = Verb(words, intro.strip(), usage)
    parts = lists(after)
    unknown = set(parts) - {"Positionals", "Options", "Subcommands"}
    if unknown:
        raise ValueError(f"{' '.join(words)} --help: unknown lists {sorted(unknown)}")
    found.positionals = [argument(*row) for row in rows(parts["Positionals"])]
    found.options = [argument(*row) for row in rows(parts["Options"])]
    listed = [row[0] for row in rows(parts["Subcommands"])]
    if len(words) == 1:
        listed += UNLISTED.get(words[0], [])
    found.verbs = [help_of(program, [*words, name]) for name in listed]
    return found
