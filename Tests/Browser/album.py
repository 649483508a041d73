"""The pictures of the pages, and one page that shows all of them side by side."""

import os
from contextlib import suppress
from html import escape
from itertools import groupby
from pathlib import Path

INDEX = "index.html"
# Of a picture's name: page, screen, theme, language. A page's own name has no underscore.
SEPARATOR = "_"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Daystamp's pages</title>
<style>
  body {{ font: 1rem/1.5 sans-serif; margin: 1rem; background: #777; color: #fff; }}
  section {{ display: flex; gap: 1rem; overflow-x: auto; align-items: start; }}
  figure {{ margin: 0 0 1rem; flex: none; }}
  img {{ display: block; height: 30rem; width: auto; }}
</style>
{pages}
</html>
"""


def name(page: str, screen: str, theme: str, language: str) -> str:
    return SEPARATOR.join((page, screen, theme, language)) + ".png"


def clear(folder: Path, begin: float) -> None:
    """Makes the folder, without pictures from before the run; each worker does this at its first."""
    folder.mkdir(parents=True, exist_ok=True)
    for picture in folder.glob("*.png"):
        with suppress(FileNotFoundError):
            if picture.stat().st_mtime < begin:
                picture.unlink()


def index(folder: Path) -> None:
    """Writes the page of what there is; nothing where there are no pictures."""
    pictures = sorted(path.name for path in folder.glob("*.png"))
    if not pictures:
        return
    pages = "\n".join(
        section(page, list(names))
        for page, names in groupby(pictures, lambda name: name.split(SEPARATOR)[0]))
    unfinished = folder / f".{INDEX}"
    unfinished.write_text(PAGE.format(pages=pages))
    os.replace(unfinished, folder / INDEX)


def section(page: str, names: list[str]) -> str:
    figures = "\n".join(
        f'<figure><a href="{escape(name)}"><img src="{escape(name)}" alt="" loading="lazy"></a>'
        f"<figcaption>{escape(caption(name))}</figcaption></figure>" for name in names)
    return f'<h2 id="{escape(page)}">{escape(page)}</h2>\n<section>\n{figures}\n</section>'


def caption(name: str) -> str:
    return ", ".join(name.removesuffix(".png").split(SEPARATOR)[1:])
