"""What code the pages of the documentation show: whole files of a tutorial, and blocks."""

import pathlib
import re

# A file of a tutorial stands below its name: `Sources/App/Main.swift`:
SHOWN = re.compile(r"(?:^`([\w./-]+)`:\n\n)?^```(\w*)\n(.*?)^```", re.M | re.S)


def catalogues(root="."):
    """Every page of a catalogue."""
    return sorted(pathlib.Path(root, "Sources").glob("*/*.docc/*.md"))


def files(page):
    """The files that a tutorial has its reader write, by their names."""
    return {name: code for name, _, code in SHOWN.findall(page.read_text()) if name}


def blocks(page):
    """The blocks of Swift that are not files."""
    return [code for name, language, code in SHOWN.findall(page.read_text()) if language == "swift" and not name]


def tutorials(root="."):
    """The pages whose reader writes a package."""
    return [page for page in catalogues(root) if "Package.swift" in files(page)]
