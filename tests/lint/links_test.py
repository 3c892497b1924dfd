#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every relative link, picture and anchor in the project's Markdown files resolves, and every page that
sources and configuration files name exists."""
import re
import sys
import urllib.parse

from folders import FOLDERS, GENERATED, ROOT

FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HTML = re.compile(r"<(?:img|a)\s[^>]*?(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
NAMED = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
NAMED_PAGE = re.compile(r"(?<![\w/.])docs/[\w/.-]*\.(?:md|gp|ipynb)\b")


def pages():
    for page in sorted(ROOT.rglob("*.md")):
        first = page.relative_to(ROOT).parts[0]
        if first not in GENERATED and not first.startswith("."):
            yield page


def anchors(page):
    """The anchors of a page's headings, as GitHub and GitLab form them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = set(NAMED.findall(text))
    seen = {}
    for heading in HEADING.findall(text):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def links(page):
    text = CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))
    for target in LINK.findall(text) + HTML.findall(text):
        if not re.match(r"[a-z][a-z0-9+.-]*:", target):
            yield target


def named_pages():
    """(source, page) of every page that a file names by its path from the root."""
    for folder in FOLDERS:
        for source in sorted((ROOT / folder).rglob("*")):
            if not source.is_file() or source.suffix in (".png", ".svg", ".json"):
                continue
            text = source.read_text(encoding="utf-8", errors="ignore")
            for page in NAMED_PAGE.findall(text):
                yield source, page


def main():
    checked, wrong, known = 0, [], {}
    for source, page in named_pages():
        checked += 1
        if not (ROOT / page).exists():
            wrong.append(f"{source.relative_to(ROOT)}: there is no {page}")
    for page in pages():
        for target in links(page):
            checked += 1
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            file = (page.parent / path).resolve() if path else page
            at = f"{page.relative_to(ROOT)}: ({target})"
            if not file.is_relative_to(ROOT):
                wrong.append(f"{at} leads out of the repository")
            elif not file.exists():
                wrong.append(f"{at} names no file")
            elif anchor and file.suffix == ".md":
                if file not in known:
                    known[file] = anchors(file)
                if anchor not in known[file]:
                    wrong.append(f"{at}: {file.relative_to(ROOT)} has no such heading")
    print("\n".join(wrong) or f"{checked} links and named pages exist")
    if checked == 0:
        print("no link found: the check looked at nothing")
    return 1 if wrong or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
