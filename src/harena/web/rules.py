"""A game's rulebook as a page: contents, rules that can be linked to, and what a search looks through."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from harena.core.game import AnyGame

RULE = re.compile(r"[A-Z]{2}-\d+\.\d+")
COMMENT = re.compile(r"^<!--[^\n]*?-->\s*$", re.MULTILINE)  # a note to those who write the rulebook
TOP, LOWEST = 2, 3  # the levels of headings in the contents
BLOCKS = ("paragraph_open", "tr_open")


class Heading(msgspec.Struct, frozen=True):
    """A line of the contents."""

    id: str
    title: str
    level: int


class Passage(msgspec.Struct, frozen=True):
    """What a search can find: a rule, another paragraph, a line of a table."""

    id: str
    title: str  # of the section it stands in
    text: str
    page: str = ""  # empty: the rulebook itself


class Book(msgspec.Struct, frozen=True):
    """A rulebook ready to be shown."""

    html: Markup
    contents: list[Heading]
    passages: list[Passage]


def rule_in_words(game: AnyGame, rule: str) -> dict[str, str]:
    """A single rule, and where it stands in the rulebook; KeyError if there is none of that id."""
    return {"rule": rule, "text": game.rulebook.rule(rule), "link": f"/rules/{game.name}#{rule}"}


@cache
def rulebook_page(game: AnyGame) -> Book:
    """The rulebook in HTML; each rule can be linked to by its id, as the log of a table does.

    HTML inside the rulebook is shown as text: a game of somebody else's brings no script along.
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(COMMENT.sub("", game.rulebook.text))
    contents, passages = _name_all(tokens)
    known = set(game.rulebook.rules)
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = _with_links(token.children, known)
    tokens = _without_empty_headers(tokens)
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace('src="pictures/', f'loading="lazy" src="/rules/{game.name}/pictures/')
    return Book(Markup(html), contents, passages)


def _without_empty_headers(tokens: list[Token]) -> list[Token]:
    """A cell that heads nothing is no header, and a head without any words is left out."""
    out: list[Token] = []
    head: list[Token] = []
    for place, token in enumerate(tokens):
        if token.type == "th_open" and not _words(tokens[place + 1]).strip():
            token.tag = tokens[place + 2].tag = "td"
        head = [*head, token] if head or token.type == "thead_open" else []
        if not head:
            out.append(token)
        elif token.type == "thead_close":
            out += head if any(one.type == "inline" and _words(one).strip() for one in head) else []
            head = []
    return out


def _name_all(tokens: list[Token]) -> tuple[list[Heading], list[Passage]]:
    """Give every heading, rule, paragraph and line of a table an id, and list them."""
    contents: list[Heading] = []
    passages: list[Passage] = []
    section = ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            section = _words(tokens[place + 1])
            heading = Heading(_slug(section), section, int(token.tag[1:]))
            token.attrSet("id", heading.id)
            if TOP <= heading.level <= LOWEST:
                contents.append(heading)
        elif token.type == "table_open":
            token.attrSet("tabindex", "0")  # on a phone it scrolls sideways, by keyboard too
        elif token.type in BLOCKS:
            passage = _passage(tokens, place, section)
            drawn = tokens[place - 1] if token.hidden else token  # a tight list draws its items only
            drawn.attrSet("id", passage.id)
            if RULE.fullmatch(passage.id):
                drawn.attrSet("class", "rule")
            passages.append(passage)
    return contents, [one for one in passages if one.text]


def _passage(tokens: list[Token], place: int, section: str) -> Passage:
    """What a paragraph or a line of a table says; a rule has the id it begins with."""
    close = tokens[place].type.replace("_open", "_close")
    end = next(at for at in range(place, len(tokens)) if tokens[at].type == close)
    text = " · ".join(_words(one) for one in tokens[place:end] if one.type == "inline")
    rule = RULE.match(text) if tokens[place].type == "paragraph_open" else None
    if rule is None:
        return Passage(f"at-{place}", section, text)
    return Passage(rule.group(), section, text[rule.end() :].strip())


def _words(inline: Token) -> str:
    """An inline token without its markup; a picture says nothing."""
    parts = [
        " " if one.type == "softbreak" else one.content
        for one in inline.children or []
        if one.type != "image"
    ]
    return "".join(parts)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"


def _with_links(children: list[Token], known: set[str]) -> list[Token]:
    """Where a text names a rule, the name leads to it."""
    out: list[Token] = []
    inside = 0  # a link already
    for child in children:
        inside += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type == "text" and not inside:
            out += _linked(child.content, known)
        else:
            out.append(child)
    return out


def _linked(text: str, known: set[str]) -> list[Token]:
    out: list[Token] = []
    done = 0
    for found in RULE.finditer(text):
        if found.group() in known:
            link = Token("link_open", "a", 1, attrs={"href": f"#{found.group()}", "class": "rule-id"})
            out += [
                _text(text[done : found.start()]),
                link,
                _text(found.group()),
                Token("link_close", "a", -1),
            ]
            done = found.end()
    return [*out, _text(text[done:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
