"""Reads QR codes as a camera's program does, apart from ours: to see whether one says what it should."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

Rows = Sequence[list[bool]]
CHECKS = {1: 10, 2: 16, 3: 26, 4: 18, 5: 24, 6: 16, 7: 18, 8: 22, 9: 22, 10: 26}  # of level M
GROUPS = {1: [16], 2: [28], 3: [44], 4: [32, 32], 5: [43, 43], 6: [27] * 4, 7: [31] * 4}
GROUPS |= {8: [38, 38, 39, 39], 9: [36, 36, 36, 37, 37], 10: [43, 43, 43, 43, 44]}
MIDDLES = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34]}
MIDDLES |= {7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]}
LEVEL_M = [  # the fifteen bits around a corner, by mask, as the standard prints them
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
]


def read(rows: Rows) -> str:
    """The text of a code; AssertionError if anything in it is wrong."""
    size, version = len(rows), (len(rows) - 17) // 4
    check_patterns(rows, version)
    mask = LEVEL_M.index(format_bits(rows))
    bits = [rows[y][x] ^ flipped(mask, x, y) for x, y in path(size, version)]
    words = [number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    data = [byte for block in blocks(words, version) for byte in block]
    stream = [bool(byte >> (7 - at) & 1) for byte in data for at in range(8)]
    assert number(stream[:4]) == 4, "bytes"
    width = 8 if version < 10 else 16
    length, start = number(stream[4 : 4 + width]), 4 + width
    return bytes(number(stream[start + 8 * at : start + 8 * at + 8]) for at in range(length)).decode()


def number(bits: Sequence[bool]) -> int:
    return sum(bit << place for place, bit in enumerate(reversed(bits)))


def check_patterns(rows: Rows, version: int) -> None:
    """What a camera looks for: the corners, the dotted lines, and the dark square."""
    size = len(rows)
    corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
        seen = ["".join("01"[rows[top + y][left + x]] for x in range(7)) for y in range(7)]
        assert seen == corner
    assert not any(rows[7][:8] + [rows[y][7] for y in range(8)]), "light around a corner"
    for at in range(8, size - 8):
        assert rows[6][at] == rows[at][6] == (at % 2 == 0)
    for x, y in middles(version, size):
        ring = [rows[y + dy][x + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        assert ring == [False] * 4 + [True] + [False] * 4
    assert rows[size - 8][8]


def format_bits(rows: Rows) -> str:
    """Both copies, which must be alike."""
    size = len(rows)
    across = [(x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, y) for y in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(8, size - 1 - at) for at in range(7)] + [(size - 8 + at, 8) for at in range(8)]
    first, second = ("".join("01"[rows[y][x]] for x, y in places) for places in (across, apart))
    assert first == second
    return first


def flipped(mask: int, x: int, y: int) -> bool:
    product = x * y
    return [
        (y + x) % 2,
        y % 2,
        x % 3,
        (y + x) % 3,
        (y // 2 + x // 3) % 2,
        product % 2 + product % 3,
        (product % 2 + product % 3) % 2,
        ((x + y) % 2 + product % 3) % 2,
    ][mask] == 0


def middles(version: int, size: int) -> list[tuple[int, int]]:
    ends = {6, size - 7}
    corner = {(6, 6), (6, size - 7), (size - 7, 6)}
    places = [(x, y) for x in MIDDLES[version] for y in MIDDLES[version]]
    return [one for one in places if not (set(one) <= ends and one in corner)]


def path(size: int, version: int) -> Iterator[tuple[int, int]]:
    """The squares with data, in their order."""
    taken = {(at, 6) for at in range(size)} | {(6, at) for at in range(size)}
    taken |= {(x, y) for x in range(9) for y in range(9)}
    taken |= {(x, y) for x in range(size - 8, size) for y in range(9)}
    taken |= {(x, y) for x in range(9) for y in range(size - 8, size)}
    for mx, my in middles(version, size):
        taken |= {(mx + dx, my + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
    if version > 6:
        taken |= {(size - 11 + dx, y) for dx in range(3) for y in range(6)}
        taken |= {(x, size - 11 + dy) for x in range(6) for dy in range(3)}
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        for y in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            yield from ((x, y) for x in (right, right - 1) if (x, y) not in taken)


def blocks(words: Sequence[int], version: int) -> list[list[int]]:
    """The data of each block, whose check bytes must be right."""
    lengths, source = GROUPS[version], iter(words)
    out: list[list[int]] = [[] for _ in lengths]
    for at in range(max(lengths)):
        for block, length in zip(out, lengths, strict=True):
            if at < length:
                block.append(next(source))
    whole = [list(block) for block in out]
    for _ in range(CHECKS[version]):
        for block in whole:
            block.append(next(source))
    for block in whole:
        for power in range(CHECKS[version]):
            assert value_at(block, power) == 0, "a check byte is wrong"
    return out


@cache
def powers() -> list[int]:
    """Of 2 in the field of 256."""
    out = [1]
    for _ in range(254):
        doubled = out[-1] << 1
        out.append(doubled ^ 0x11D if doubled > 255 else doubled)
    return out


def value_at(block: Sequence[int], power: int) -> int:
    """The block as a polynomial, at a power of 2: zero for each of the roots."""
    table = powers()
    value = 0
    for byte in block:
        if value:
            value = table[(table.index(value) + power) % 255]
        value ^= byte
    return value
