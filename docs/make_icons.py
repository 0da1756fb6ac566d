"""Makes the icons of the site for systems that take no SVG, and the picture of a link to it."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parent.parent / "src/harena/web/icons"
ROUND = '<rect width="24" height="24" rx="5" fill="#171a21"/>'
WHOLE = '<rect width="24" height="24" fill="#171a21"/>'
SIGN = (
    '<path d="M4 16a8 8 0 0 1 16 0zM12 3v2.5M5 6.5l1.5 1.5M19 6.5L17.5 8M3 19.5h18" fill="none" '
    'stroke="#e0b03a" stroke-width="2" stroke-linecap="round"/>'
)
CARD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="#171a21"/><g transform="translate(390 60) scale(17.5)">{SIGN}</g>
<text x="600" y="565" font-family="DejaVu Serif, Georgia, serif" font-weight="700" font-size="96"
 fill="#f7f0e0" text-anchor="middle">Harena</text></svg>"""


def icon(size: int, ground: str, scale: float) -> tuple[str, int, int]:
    move = 12 * (1 - scale)
    sign = f'<g transform="translate({move} {move}) scale({scale})">{SIGN}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{ground}{sign}</svg>', size, size


MADE = {
    "icon-192": icon(192, ROUND, 1),
    "icon-512": icon(512, ROUND, 1),
    "maskable-512": icon(512, WHOLE, 0.7),  # what lies outside a circle may be cut off
    "apple-180": icon(180, WHOLE, 0.8),
    "preview": (CARD, 1200, 630),
}


def main() -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        for name, (svg, width, height) in MADE.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100%}}</style>{svg}")
            shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
            shot.quantize(48).save(ICONS / f"{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
