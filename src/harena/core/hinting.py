"""Words whose hints are worked out for a whole view at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from harena.core.game import Words
from harena.core.pack import Pack
from harena.core.view import View


class Hints(Protocol):
    """What a view's open actions do."""

    @property
    def view(self) -> Any: ...

    def hint(self, action: str) -> str: ...


P = TypeVar("P", bound=Pack)
V = TypeVar("V", bound=View)
H = TypeVar("H", bound=Hints)


class HintedWords(Words[P, V], Generic[P, V, H]):
    """Words that keep the hints of a view while it is asked about: they are dear and asked for singly."""

    def __init__(self, pack: P, names: Sequence[str]) -> None:
        super().__init__(pack, names)
        self._hinted: H | None = None

    @abstractmethod
    def hints_for(self, view: V) -> H:
        """Work out what the open actions of a view do."""

    def hints(self, view: V) -> H:
        """The hints of a view: of the same one as before, or worked out anew."""
        hints = self._hinted  # another reader may set it meanwhile
        if hints is None or hints.view is not view:
            hints = self._hinted = self.hints_for(view)
        return hints

    def hint(self, view: V, action: str) -> str:
        return self.hints(view).hint(action)
