"""A game's rulebook as a page."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from harena.core.game import AnyGame

RULE = re.compile(r"<strong>([A-Z]{2}-\d+\.\d+)</strong>")


def rule_in_words(game: AnyGame, rule: str) -> dict[str, str]:
    """A single rule, and where it stands in the rulebook; KeyError if there is none of that id."""
    return {"rule": rule, "text": game.rulebook.rule(rule), "link": f"/rules/{game.name}#{rule}"}


@cache
def rulebook_page(game: AnyGame) -> Markup:
    """The rulebook in HTML; each rule can be linked to by its id, as the log of a table does.

    HTML inside the rulebook is shown as text: a game of somebody else's brings no script along.
    """
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.rulebook.text)
    html = html.replace('src="pictures/', f'src="/rules/{game.name}/pictures/')
    return Markup(RULE.sub(r'<strong id="\1">\1</strong>', html))
