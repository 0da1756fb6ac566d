"""All seats at once, for PettingZoo: those who choose in secret decide in the same step, the others wait."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from harena.core.errors import ActionError
from harena.core.sealing import asked_ahead
from harena.core.state import State
from harena.rl.extra import missing
from harena.rl.rendering import RENDER_MODES, rendered
from harena.rl.spaces import OpenActions, Seen, row_and_mask_space, row_space
from harena.rl.table import Mask, Row, Table, checked_action

try:
    from pettingzoo import ParallelEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise missing("PettingZoo") from error


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """Each step takes an action of every agent. The last action is `wait`: all that those may do who are
    not asked.
    """

    def __init__(self, table: Table, render_mode: str | None) -> None:
        super().__init__()
        setting = table.setting
        self.table = table
        self.render_mode = render_mode
        self.wait = setting.actions.size
        self.metadata = {"name": f"{setting.game.name}_together_v0", "render_modes": list(RENDER_MODES)}
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self.state_space = row_space(setting.seats * setting.width)
        self._rows = {
            agent: row_and_mask_space(setting.width, self.wait + 1) for agent in self.possible_agents
        }
        self._actions = {
            agent: OpenActions(self.wait + 1, partial(self.mask, seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self._asked: dict[int, State] = {}  # by seat that is asked: the position in which it is
        self._given: dict[int, list[int]] = {}  # sealed answers that wait for their turn

    def observation_space(self, agent: str) -> Any:
        return self._rows[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    # --- playing

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin the first episode of a seed, or the next one."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self._given.clear()
        self._ask()
        self._show()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the actions of all agents."""
        table, agents = self.table, self.agents
        chosen = self._checked(actions)
        for seat, action in chosen.items():
            self._given.setdefault(seat, []).append(action)
        self._play_on()
        gains = table.gains() or [0.0] * len(agents)
        self._ask()
        self._show()
        over = table.over or table.cut
        self.agents = [] if over else agents
        return (
            self._seen(),
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, table.over),
            dict.fromkeys(agents, table.cut),
            {agent: {} for agent in agents},
        )

    def _play_on(self) -> None:
        """Take the answers whose turn it is."""
        state, sealings = self.table.state, self.table.state.sealings
        while not self.table.cut and (queue := self._given.get(state.seat)):
            self.table.play(queue.pop(0))
            if state.sealed == 0 or state.sealings != sealings:
                self._given.clear()  # answers given ahead are to one sealed question, and to no other

    def _checked(self, actions: Mapping[str, Any]) -> dict[int, int]:
        """The actions of those who are asked, by seat."""
        if not self.agents:
            raise ActionError("No game is under way: `reset` begins one.")
        for agent in actions:
            if agent not in self.possible_agents:
                raise ActionError(f"There is no agent {str(agent)[:40]!r}.")
        chosen = {}
        for seat, agent in enumerate(self.possible_agents):
            if agent not in actions:
                raise ActionError(f"{agent} has no action: a step takes one of every agent.")
            asked = self._asked.get(seat)
            if asked is not None:
                chosen[seat] = checked_action(self.table.setting, asked, actions[agent])
            elif actions[agent] != self.wait:
                raise ActionError(f"{agent} is not asked now: all it may do is wait ({self.wait}).")
        return chosen

    def _ask(self) -> None:
        """Who decides now: one seat, or all that choose in secret."""
        table = self.table
        state = table.state
        self._asked = {}
        if table.over or table.cut:
            return
        self._asked[state.seat] = state
        for seat in range(table.setting.seats):
            if seat != state.seat and (ahead := asked_ahead(state, seat, self._given)) is not None:
                self._asked[seat] = ahead

    # --- seeing

    def mask(self, seat: int) -> Mask:
        """What a seat may do: whatever it is asked, or wait."""
        mask = np.zeros(self.wait + 1, dtype=np.int8)
        asked = self._asked.get(seat)
        mask[self.wait if asked is None else asked.legal()] = 1
        return mask

    def _seen(self) -> dict[str, Seen]:
        table = self.table
        return {
            agent: {
                "observation": table.row_in(self._asked.get(seat, table.state), seat),
                "action_mask": self.mask(seat),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> Row:
        """All agents' rows, one after the other: for learners that may see everything while they train."""
        return self.table.rows()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat sees it that the rules ask first."""
        state = self.table.state
        return rendered(self.table.setting, state, max(state.seat, 0), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
