"""The server as a whole: store, hub, interface and pages."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from harena.core.errors import HarenaError
from harena.server.analysis import Analysis
from harena.server.api import Api, on_error
from harena.server.carrying import Carrying
from harena.server.forgetting import Forgetting
from harena.server.hosts import Hosts, KnownHosts
from harena.server.house import House
from harena.server.http import VISITORS_FAULTS, SafeHeaders, problem
from harena.server.hub import Hub
from harena.server.keepsakes import Keepsakes
from harena.server.news import listen_to_others
from harena.server.painting import Painters
from harena.server.pruning import Pruner
from harena.server.puzzles import Puzzles
from harena.server.quick import Quick
from harena.server.reach import Reach
from harena.server.records import Records
from harena.server.replay import Replay
from harena.server.settings import Settings
from harena.server.store import make_store
from harena.server.thinking import Thinkers
from harena.server.yours import Yours

LOG = logging.getLogger("harena.server")


def make_app(settings: Settings) -> Starlette:
    """An application that any ASGI server can run."""
    logging.getLogger("uvicorn.error").addFilter(VISITORS_FAULTS)
    store = make_store(settings.database, settings.workers)
    thinkers = Thinkers(settings.thinkers, settings.pace, settings.hidden_pace)
    painters = Painters(settings.painters)
    hub = Hub(store, thinkers, painters, House(map(Path, settings.packs)))
    api = Api(hub, settings)
    replay, records, yours = Replay(api), Records(api), Yours(api)

    def changed(table_id: str) -> None:
        replay.reels.forget(table_id)
        yours.forget(table_id)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await store.open()
        await hub.open()
        hub.start(Pruner(hub, settings.keep).prune_on())
        painters.open()
        async with listen_to_others(hub, settings.database):
            hub.tell_of_packs()
            LOG.info("server started", extra={"server": hub.name})
            try:
                yield
            finally:
                await hub.close()
                await painters.close()
                thinkers.close()
                await store.close()
                LOG.info("server stopped", extra={"server": hub.name})

    app = Starlette(
        routes=[
            *api.routes(),
            *replay.routes(),
            *Analysis(api).routes(),
            *records.routes(),
            *Keepsakes(api, replay, records).routes(),
            *Reach(api).routes(),
            *yours.routes(),
            *Carrying(api).routes(),
            *Forgetting(api, changed).routes(),
            *Puzzles(api).routes(),
            *Quick(api).routes(),
        ],
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(KnownHosts, Hosts(settings))],
        exception_handlers={HarenaError: on_error, HTTPException: on_http_error, Exception: on_error},
    )
    app.state.hub, app.state.settings, app.state.api = hub, settings, api
    return app


async def on_http_error(request: Request, error: Exception) -> Response:
    """What is not there, or not so."""
    assert isinstance(error, HTTPException)
    response = problem(error.status_code, f"{error.detail}.")
    response.headers.update(error.headers or {})
    return response
