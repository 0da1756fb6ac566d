"""Policies for tests: functions of rows and masks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def by_the_row(rows: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
    """An open action that depends on nothing but the row: the same in a batch and alone."""
    sums = rows.astype(np.int64) @ np.arange(1, rows.shape[1] + 1)
    return np.array([first_from(mask, total) for mask, total in zip(masks, sums, strict=True)])


def first_from(mask: NDArray[Any], number: int) -> int:
    open_now = np.flatnonzero(mask)
    return int(open_now[number % len(open_now)])


def the_largest(rows: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
    """The open action with the largest number."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def a_closed_one(rows: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
    """What is not open."""
    return masks.argmin(axis=1)
