"""Talking with another program, line by line, and never waiting longer than agreed.

One thread does it all: while it waits for an answer it also writes what the program is still to read and
reads what the program complains about, so that neither side can block the other. No threads of its own means
that it works the same in the worker processes of a run.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

LONGEST_LINE = 64 * 1024  # bytes
LAST_COMPLAINTS = 20  # lines of stderr that are kept
GRACE = 1.0  # seconds for what should take none: to end, to read a farewell
AT_ONCE = 64 * 1024  # bytes read in one go


class MisbehavedError(Exception):
    """What the program did that it should not, as the end of a sentence."""


class EndedError(MisbehavedError):
    """The program is not there any more."""


class Conversation:
    """A running program that answers each line with a line. Whoever lets go of it closes it politely."""

    def __init__(self, command: Sequence[str]) -> None:
        if os.name != "posix":
            raise MisbehavedError("cannot be started: programs can be bots only on POSIX systems")
        self._process = _start(command)
        self._close = weakref.finalize(self, _end, self._process, os.getpid())
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._ears = selectors.DefaultSelector()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._ears.register(self._process.stdout, selectors.EVENT_READ)
        self._ears.register(self._process.stderr, selectors.EVENT_READ)
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._unsent = b""
        self._heard = b""  # of stdout, from the first line not taken yet
        self._silent = False  # stdout was closed: nothing more will come
        self._complaints = b""  # the line of stderr that has not ended yet
        self._last_complaints: deque[bytes] = deque(maxlen=LAST_COMPLAINTS)

    # --- talking

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Say a line and hear the line that answers it."""
        self._look(0)
        if self._heard:
            raise MisbehavedError(f"had said something nobody asked for: {_shown(self._heard)}")
        end = time.monotonic() + seconds
        self._say(message)
        while b"\n" not in self._heard:
            self._check(seconds, end)
            self._look(end - time.monotonic())
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise _too_long()
        if self._unsent:
            raise MisbehavedError("answered before it had read the question")
        return line

    def _check(self, seconds: float, end: float) -> None:
        """Is there still reason to wait for an answer?"""
        if len(self._heard) > LONGEST_LINE:
            raise _too_long()
        if self._silent:
            raise self._ended()
        if time.monotonic() >= end:
            if self._process.poll() is not None:  # a child of its own keeps its output open
                raise self._ended()
            raise MisbehavedError(f"gave no answer within {seconds:g} s")

    def tell(self, message: bytes) -> None:
        """Say a line that needs no answer. Whether it is read is the program's affair."""
        end = time.monotonic() + GRACE
        self._say(message)
        while self._unsent and len(self._heard) <= LONGEST_LINE and time.monotonic() < end:
            self._look(end - time.monotonic())

    @property
    def over(self) -> bool:
        """Is the program gone, or is it that of the process this one was forked from?"""
        if not self._is_ours():
            return True
        self._look(0)
        return self._silent or self._process.poll() is not None

    def complaints(self) -> list[str]:
        """The last lines it wrote to stderr."""
        lines = [*self._last_complaints, *([self._complaints] if self._complaints else [])]
        return [line.decode(errors="replace").rstrip() for line in lines[-LAST_COMPLAINTS:]]

    # --- ending

    def close(self) -> None:
        """Let the program end by itself, and see to it that it does."""
        self._close()

    def break_off(self) -> None:
        """End it without waiting for it to finish what it does."""
        if self._is_ours():
            _signal(self._process, signal.SIGTERM)
        self._close()

    def _is_ours(self) -> bool:
        found = self._close.peek()
        return found is not None and found[2][1] == os.getpid()

    def _ended(self) -> EndedError:
        """Why there is no more to hear."""
        end = time.monotonic() + GRACE
        while len(self._ears.get_map()) > 0 and time.monotonic() < end:
            self._look(end - time.monotonic())  # for its last words
        try:
            code = self._process.wait(max(end - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            return EndedError("closed its output")
        if code < 0:
            return EndedError(f"was ended by signal {-code} ({signal.strsignal(-code)})")
        return EndedError(f"ended with exit code {code}")

    # --- reading and writing what can be read and written now

    def _say(self, message: bytes) -> None:
        self._unsent += message + b"\n"
        self._write()
        if self._unsent:
            self._ears.register(self._stdin, selectors.EVENT_WRITE)

    def _look(self, seconds: float) -> None:
        """Wait until something can be read or written, and do so."""
        for key, _ in self._ears.select(max(seconds, 0)):
            if key.fileobj is self._stdin:
                self._write()
                if not self._unsent:
                    self._ears.unregister(self._stdin)
                continue
            read = os.read(key.fd, AT_ONCE)
            if not read:
                self._ears.unregister(key.fileobj)
                self._silent = self._silent or key.fileobj is self._stdout
            elif key.fileobj is self._stdout:
                self._heard += read
            else:
                self._complain(read)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it does not listen any more; what it says will tell why
            self._unsent = b""

    def _complain(self, read: bytes) -> None:
        *lines, rest = (self._complaints + read).split(b"\n")
        self._last_complaints.extend(line[:LONGEST_LINE] for line in lines)
        self._complaints = rest[:LONGEST_LINE]


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Never through a shell; in a session of its own, so that Ctrl-C is for the players."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise MisbehavedError(f"cannot be started: {reason}") from None


def _end(process: subprocess.Popen[bytes], starter: int) -> None:
    """Close its input, which tells it to end; if it does not, make it."""
    _close(process.stdin)
    if os.getpid() == starter:  # else it is the program of the process this one was forked from
        for harder in (signal.SIGTERM, signal.SIGKILL):
            try:
                process.wait(GRACE)
                break
            except subprocess.TimeoutExpired:
                _signal(process, harder)
        process.wait()
    _close(process.stdout)
    _close(process.stderr)


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        stream.close()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """To the program and to whatever it has started itself."""
    if process.poll() is None:
        with suppress(OSError):  # it may end just now
            os.killpg(process.pid, number)


def _too_long() -> MisbehavedError:
    return MisbehavedError(f"wrote a line of more than {LONGEST_LINE // 1024} KiB")


def _shown(line: bytes) -> str:
    """The beginning of what was heard, fit for a message."""
    return repr(line.partition(b"\n")[0][:60].decode(errors="replace"))
