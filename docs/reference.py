"""Prepares what Griffe read from the sources for the API reference (mkdocs.yml names this file)."""

import re
from typing import Any

from griffe import Alias, Docstring, Extension, Module, Object

DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Reference(Extension):
    """Fences doctests, and leaves out imported names, which the reference shows where they are defined."""

    def on_package(self, *, pkg: Module, **_others: Any) -> None:
        """Prepare a package, once all of it is read."""
        prepare(pkg)


def prepare(item: Object) -> None:
    """Prepare a module or a class, and everything in it."""
    if item.docstring:
        item.docstring = Docstring(fenced(item.docstring.value), parent=item)
    for name, member in list(item.members.items()):
        if isinstance(member, Alias):
            item.del_member(name)
        else:
            prepare(member)


def fenced(text: str) -> str:
    r"""Put a fence around each doctest: Markdown would read `>>>` as a quotation.

    >>> fenced("One.\n\n>>> 1\n1\n\nTwo.")
    'One.\n\n```pycon\n>>> 1\n1\n```\n\nTwo.'
    """
    return DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
