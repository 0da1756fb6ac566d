"""The table server together with its pages."""

from __future__ import annotations

from starlette.applications import Starlette

from harena.server.app import make_app
from harena.server.metrics import METRICS
from harena.server.settings import Settings
from harena.version import VERSION
from harena.web.pages import page_routes


def make_site(settings: Settings) -> Starlette:
    """An application with tables, interface and pages, for any ASGI server."""
    METRICS.version = VERSION
    app = make_app(settings)
    app.router.routes.extend(page_routes())
    return app
