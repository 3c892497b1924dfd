# SPDX-License-Identifier: GPL-3.0-or-later
"""Completions of bash, zsh and fish, from the texts of --help.

All three look up the same table: for the words of a verb its verbs, its options, and for each option that takes a
value, and for the positional arguments, what completes it."""
import re

KINDS = {"link": "profiles", "profile": "profiles", "router": "routers", "uplink-router": "routers", "tcp": "tcp"}


def completes(argument, verb):
    """What completes the value: words, `@profiles` (names and files), `@files`, `@folders` or nothing known: `@none`."""
    if argument.choices:
        return " ".join(argument.choices)
    name = argument.names[-1].lstrip("-")
    if verb.name == "import" and name == "format":
        return " ".join(dict.fromkeys(re.findall(r"^\s*seawind import (\w+)", verb.text, re.MULTILINE)))
    if "a name or a file" in argument.text.lower() or "Router in front" in argument.text:
        return "@" + (KINDS.get(name) or verb.words[1])
    if argument.value == "DIR" or name in ("directory", "folder", "log-dir") or "Campaign directory" in argument.text:
        return "@folders"
    if re.search(r"\bfiles?\b|socket|directory|\bfolder|capture|picture|\bpage to write|path", argument.text, re.IGNORECASE) or \
            "FILE" in argument.value:
        return "@files"
    return "@none" if argument.is_option else "@files"


def table(verb):
    """(words of the verb below the program, verb) of the whole tree."""
    yield " ".join(verb.words[1:]), verb
    for one in verb.verbs:
        yield from table(one)


def one_line(text):
    return re.split(r"(?:[;.]\s|\n| \[)", text, maxsplit=1)[0].replace("`", "")


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


# The positional arguments of a verb complete alike, from the last of them on.
def positional(verb):
    return [completes(argument, verb) for argument in verb.positionals]


BASH = """# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of {program}; made from its --help by packaging/completions.py.
{function}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} verb="" value="" verbs options operands=() word i at=0
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        if [[ $word == -- ]]; then
            declare -F _command_offset >/dev/null && _command_offset $((i + 1))
            return
        fi
        {function}_table "$verb"
        {function}_value "$verb" "$word"
        if [[ -n $value ]]; then
            ((++i < COMP_CWORD)) && value=""
        elif [[ " $verbs " == *" $word "* ]]; then
            verb="${{verb:+$verb }}$word"
        elif [[ $word != -* ]]; then
            ((at++))
        fi
    done
    {function}_table "$verb"
    if [[ -z $value ]]; then
        if [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
            return
        fi
        if [[ -n $verbs ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$cur")
            return
        fi
        ((${{#operands[@]}} == 0)) && return
        ((at < ${{#operands[@]}})) || at=$((${{#operands[@]}} - 1))
        value=${{operands[at]}}
    fi
    case $value in
        @none) ;;
        @files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        @folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
        @*)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -W "$(seawind "${{value#@}}" list 2>/dev/null | cut -d' ' -f1)" -- "$cur"
                compgen -f -- "$cur") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$value" -- "$cur") ;;
    esac
}}
# Sets verbs, options and operands of a verb.
{function}_table() {{
    verbs="" options="" operands=()
    case $1 in
{tables}
    esac
}}
# Sets value to what completes the value of an option; empty: it takes none.
{function}_value() {{
    value=""
    case "$1:$2" in
{values}
    esac
}}
complete -F {function} {program}
"""


def bash(program):
    tables, values = [], []
    for words, verb in table(program):
        options = " ".join(name for option in verb.options for name in option.names if name.startswith("--"))
        operands = " ".join(quoted(one) for one in positional(verb))
        tables.append(f"        {quoted(words)}) verbs={quoted(' '.join(v.name for v in verb.verbs))}\n"
                      f"            options={quoted(options)}\n            operands=({operands}) ;;")
        for option in verb.options:
            if option.value:
                names = " | ".join(quoted(f"{words}:{name}") for name in option.names)
                values.append(f"        {names}) value={quoted(completes(option, verb))} ;;")
    return BASH.format(program=program.name, function="_" + program.name.replace("-", "_"), tables="\n".join(tables),
                       values="\n".join(values))


ZSH = """#compdef {program}
# SPDX-License-Identifier: GPL-3.0-or-later
# zsh completion of {program}; made from its --help by packaging/completions.py.
{function}() {{
    local verb="" value="" word i at=1
    local -a verbs choices operands names
    for ((i = 2; i < CURRENT; i++)); do
        word=$words[i]
        if [[ $word == -- ]]; then
            shift $i words
            ((CURRENT -= i))
            _normal
            return
        fi
        {function}_table "$verb"
        {function}_value "$verb" "$word"
        if [[ -n $value ]]; then
            ((++i < CURRENT)) && value=""
        elif (( ${{verbs[(I)$word:*]}} )); then
            verb="${{verb:+$verb }}$word"
        elif [[ $word != -* ]]; then
            ((at++))
        fi
    done
    {function}_table "$verb"
    if [[ -z $value ]]; then
        if [[ $PREFIX == -* ]]; then
            _describe option choices
            return
        fi
        if (( $#verbs )); then
            _describe command verbs
            return
        fi
        (( $#operands )) || return 1
        (( at > $#operands )) && at=$#operands
        value=$operands[at]
    fi
    case $value in
        @none) return 1 ;;
        @files) _files ;;
        @folders) _files -/ ;;
        @*)
            names=(${{${{(f)"$(seawind ${{value#@}} list 2>/dev/null)"}}%% *}})
            compadd -a names
            _files ;;
        *) compadd ${{=value}} ;;
    esac
}}
{function}_table() {{
    verbs=() choices=() operands=()
    case $1 in
{tables}
    esac
}}
{function}_value() {{
    value=""
    case "$1:$2" in
{values}
    esac
}}
{function} "$@"
"""


def zsh(program):
    def described(name, text):
        return quoted(name.replace(":", "\\:") + ":" + one_line(text).replace("\\", "\\\\"))

    tables, values = [], []
    for words, verb in table(program):
        verbs = "\n                ".join(described(v.name, v.text) for v in verb.verbs)
        options = "\n                ".join(described(name, option.text) for option in verb.options
                                            for name in option.names if name.startswith("--"))
        operands = " ".join(quoted(one) for one in positional(verb))
        tables.append(f"        {quoted(words)}) verbs=({verbs})\n            choices=({options})\n"
                      f"            operands=({operands}) ;;")
        for option in verb.options:
            if option.value:
                names = "|".join(quoted(f"{words}:{name}") for name in option.names)
                values.append(f"        {names}) value={quoted(completes(option, verb))} ;;")
    return ZSH.format(program=program.name, function="_" + program.name, tables="\n".join(tables),
                      values="\n".join(values))


FISH = """# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of {program}; made from its --help by packaging/completions.py.
function __{id}_at
    set -l words (commandline -opc)[2..-1]
    set -l verb
    for word in $words
        contains -- "$verb $word" {paths}
        and set verb "$verb $word"
    end
    test "$verb" = "$argv[1]"
end
function __{id}_names
    seawind $argv[1] list 2>/dev/null | string replace -r '^(\\S+)\\s+(.*)' '$1\\t$2'
    __fish_complete_path (commandline -ct)
end
complete -c {program} -f
{lines}
"""


def fish(program):
    identifier = program.name.replace("-", "_")

    def source(value):
        if value == "@none":
            return " -x"
        if value == "@files":
            return " -r -F"
        if value == "@folders":
            return " -x -a '(__fish_complete_directories (commandline -ct))'"
        if value.startswith("@"):
            return f" -x -a '(__{identifier}_names {value[1:]})'"
        return f" -x -a {quoted(value)}"

    def escaped(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines, paths = [], []
    for words, verb in table(program):
        path = "".join(" " + word for word in words.split())
        if path:
            paths.append(quoted(path))
        at = f"complete -c {program.name} -n '__{identifier}_at \"{path}\"'"
        for one in verb.verbs:
            lines.append(f"{at} -a {one.name} -d {escaped(one_line(one.text))}")
        for option in verb.options:
            names = "".join(f" -l {n[2:]}" if n.startswith("--") else f" -s {n[1:]}" for n in option.names)
            lines.append(f"{at}{names}{source(completes(option, verb)) if option.value else ''} -d {escaped(one_line(option.text))}")
        for value in dict.fromkeys(positional(verb)):
            lines.append(at + (" -F" if value == "@files" else source(value).replace(" -x", "")))
    return FISH.format(program=program.name, id=identifier, paths=" ".join(paths) or "''", lines="\n".join(lines))
