# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages (man(7)) of the programs and of the verbs of `seawind`, from the texts of --help.

Not by help2man: it reads options only as `-h, --help`, whereas CLI11 prints `-h,--help`, glues the type, the range and
the default to the name, and tells of a verb only when called with it; the tree is needed for the completions anyway. The pages have no date: the same texts are the same pages."""
import re

HEAD = r""".\" SPDX-License-Identifier: GPL-3.0-or-later
.\" Made from `{command} --help` by packaging/man_pages.py.
.TH {title} {section} "" "Seawind {version}" "{manual}"
"""
MANUALS = {1: "User Commands", 8: "System Administration"}
EXITS = {
    "seawind": [("0", "ok"), ("1", "some repetitions failed"), ("2", "usage, unknown name or invalid file"),
                ("3", "cannot reach or set up"), ("130", "interrupted")],
    "seawindd": [("0", "terminated by request"), ("2", "usage"), ("3", "cannot set up")],
}
EXITS_OF_VERB = {"exec": [("2", "usage, unknown name or invalid file"),
                          ("3", "no memory, or a file of the recording was cut short"),
                          ("125", "the test bed cannot be made or was lost, or the recording"),
                          ("126, 127", "the command cannot be started; there is no such program"),
                          ("other", "of the command")],
                 **dict.fromkeys(("bridge", "attach"),
                                 [("0", "ok"), ("1", "the timing was not valid"), ("2", "usage, unknown name or invalid file"),
                                  ("3", "cannot reach or set up"), ("130", "interrupted")])}


def escaped(text):
    """Text of a page; `words` of the help are bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fP", text)
    return "\n".join(("\\&" + line) if line[:1] in (".", "'") else line for line in text.splitlines())


def paragraphs(text):
    """Sentences of a help text; its indented lines stay lines of their own."""
    out = []
    for line in text.splitlines():
        if line.startswith("  "):
            out += [".br", "\\&  " + escaped(line.strip())]
        else:
            out.append(escaped(line))
    return out


def arguments(rows):
    out = []
    for row in rows:
        names = ", ".join(f"\\fB{escaped(name)}\\fP" if row.is_option else f"\\fI{escaped(name)}\\fP" for name in row.names)
        value = f" \\fI{escaped(row.value)}\\fP" if row.value and row.is_option else ""
        out += [".TP", names + value]
        notes = [*row.notes, *(["required"] if row.required and row.is_option else [])]
        said = escaped(row.text[:1].upper() + row.text[1:]) or "\\&"
        out.append(said + (f" ({escaped('; '.join(notes))})" if notes else ""))
    return out


def synopsis(verb):
    words = verb.usage.removeprefix(" ".join(verb.words)).strip()
    needed = " ".join(f"\\fB{escaped(o.names[-1])}\\fP \\fI{escaped(o.value)}\\fP" for o in verb.options if o.required)
    return f"\\fB{escaped(' '.join(verb.words))}\\fP {needed} \\fI{escaped(words)}\\fP".replace("  ", " ")


def body(verb):
    return [*paragraphs(verb.text), *arguments(verb.positionals), *arguments(verb.options)]


def verbs_below(verb):
    """Sections of the verbs that have no page of their own."""
    out = []
    for one in verb.verbs:
        out += [f".SS \\fB{escaped(' '.join(one.words))}\\fP", ".PP", synopsis(one), ".PP", *body(one), *verbs_below(one)]
    return out


def page(verb, section, version, own_pages):
    """`own_pages`: whether the verbs have pages of their own, which this one then only lists."""
    name = "-".join(verb.words)
    out = [HEAD.format(command=" ".join(verb.words), title=name.upper(), section=section, version=version,
                       manual=MANUALS[section]).rstrip(),
           ".SH NAME", f"{escaped(name)} \\- {escaped(verb.summary)}", ".SH SYNOPSIS", synopsis(verb),
           ".SH DESCRIPTION", *paragraphs(verb.text)]
    if verb.positionals:
        out += [".SH ARGUMENTS", *arguments(verb.positionals)]
    out += [".SH OPTIONS", *arguments(verb.options)]
    if verb.verbs:
        out += [".SH COMMANDS"]
        if own_pages:
            for one in verb.verbs:
                out += [".TP", f"\\fB{escaped('-'.join(one.words))}\\fP(1)", escaped(one.text.splitlines()[0])]
        else:
            out += verbs_below(verb)
    exits = EXITS_OF_VERB.get(verb.name) or EXITS.get(verb.words[0], [])
    if exits:
        out += [".SH EXIT STATUS"]
        for code, words in exits:
            out += [".TP", f"\\fB{code}\\fP", escaped(words)]
    if verb.words[0] == "seawind":
        out += [".SH ENVIRONMENT", ".TP", "\\fBSEAWIND_CONFIGS\\fP",
                "Folder of profiles, routers, tcp, workloads and testsets, unless \\fB\\-\\-configs\\fP names one.",
                ".SH FILES", ".TP", "\\fI/usr/share/seawind/configs/\\fP", "The folder that comes with Seawind."]
    also = [f"\\fB{escaped(other)}\\fP({number})" for other, number in
            (("seawind", 1), ("seawind-gui", 1), ("seawindd", 8), ("seawind-agent", 8)) if other != name]
    out += [".SH SEE ALSO", ", ".join(also) + ";", "the pages of the package \\fBseawind\\-doc\\fP in",
            "\\fI/usr/share/doc/seawind/docs/\\fP."]
    return "\n".join(out) + "\n"


def pages(programs, version):
    """Pairs of a file's name (`seawind-run.1`) and its text."""
    for program in programs:
        if program.name == "seawind":
            yield "seawind.1", page(program, 1, version, True)
            for verb in program.verbs:
                yield f"seawind-{verb.name}.1", page(verb, 1, version, False)
        elif program.name != "seawind-gui":  # has a page written by hand, packaging/seawind-gui.1
            # Section 8 as the service's, also because seawind-link(1) is the verb `link`.
            yield f"{program.name}.8", page(program, 8, version, False)
