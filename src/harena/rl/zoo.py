"""Every game as an environment of PettingZoo: seats in turn (`env`) or all at once (`parallel_env`)."""

from __future__ import annotations

from functools import partial
from typing import Any

from harena.rl.extra import missing
from harena.rl.rendering import RENDER_MODES, checked_mode, rendered
from harena.rl.setting import Setting
from harena.rl.spaces import OpenActions, Seen, row_and_mask_space, row_space
from harena.rl.table import Row, Table

try:
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise missing("PettingZoo") from error

from harena.core.errors import ActionError
from harena.rl.zoo_together import TogetherEnv

__all__ = ["TogetherEnv", "TurnEnv", "env", "parallel_env", "raw_env"]


def env(
    game: str,
    *,
    pack: Any = "standard",
    longest: int = 0,
    shaped: bool = False,
    render_mode: str | None = None,
    **options: Any,
) -> TurnEnv:
    """A game whose seats decide in turn, as the rules ask them. Further keywords are the game's options.

    `longest` cuts episodes after so many decisions; `shaped` rewards are changes of the estimate, too.
    """
    return TurnEnv(Table(Setting(game, pack, options), longest, shaped), checked_mode(render_mode))


def parallel_env(
    game: str,
    *,
    pack: Any = "standard",
    longest: int = 0,
    shaped: bool = False,
    render_mode: str | None = None,
    **options: Any,
) -> TogetherEnv:
    """The same for all seats at once: those who are not asked wait, which is an action of its own."""
    return TogetherEnv(Table(Setting(game, pack, options), longest, shaped), checked_mode(render_mode))


raw_env = env  # nothing is wrapped


class TurnEnv(AECEnv):  # type: ignore[misc]
    """Agents are `seat_0`, `seat_1` and so on; each stays until the game is over."""

    def __init__(self, table: Table, render_mode: str | None) -> None:
        super().__init__()
        setting = table.setting
        self.table = table
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{setting.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self.state_space = row_space(setting.seats * setting.width)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rows = {
            agent: row_and_mask_space(setting.width, setting.actions.size) for agent in self.possible_agents
        }
        self._actions = {
            agent: OpenActions(setting.actions.size, partial(self._mask_of, agent))
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._rows[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def _mask_of(self, agent: str) -> Any:
        return self.table.mask(self._seat_of[agent])

    # --- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first episode of a seed, or the next one."""
        self.table.begin(seed)
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection: str | None = None
        self._ended = False
        self._rewarded = False  # did the last step give anybody anything?
        self._ask()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Take an open action for the agent whose turn it is; None for one whose game is over."""
        if not self.agents:
            raise ActionError("No game is under way: `reset` begins one.")
        if self._ended:
            self._was_dead_step(action)
            return
        table, agent = self.table, self.agent_selection
        number = table.checked(action)
        self._cumulative_rewards[agent] = 0.0
        table.play(number)
        gains = table.gains()
        if gains is not None:
            self._reward(gains)
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _reward(self, gains: list[float]) -> None:
        for agent, gain in zip(self.agents, gains, strict=True):
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain
        self._rewarded = True

    def _ask(self) -> None:
        """Whose turn it is now; at the end of an episode all agents come one after the other."""
        table = self.table
        seat = table.state.seat
        if seat >= 0 and not table.cut:
            self.agent_selection = self.possible_agents[seat]
            return
        ends = self.truncations if table.cut else self.terminations
        for agent in self.agents:
            ends[agent] = True
        self.agent_selection = self.agents[0]
        self._ended = True

    # --- seeing

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do: nothing unless it decides."""
        seat = self._seat_of.get(agent)
        if seat is None or self.table.seed is None:
            raise ActionError(f"There is no agent {str(agent)[:40]!r} at the table: `reset` seats them.")
        table = self.table
        return {"observation": table.row(seat), "action_mask": table.mask(seat)}

    def state(self) -> Row:
        """All agents' rows, one after the other: for learners that may see everything while they train."""
        return self.table.rows()

    def render(self) -> Any:
        """The position as the agent sees it whose turn it is."""
        state = self.table.state
        return rendered(self.table.setting, state, max(state.seat, 0), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
