"""Makes the synchronous client of the asynchronous one, word by word: ``python make-sync.py [--check]``."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).parent / "src" / "social_publisher"
WORDS = [
    ('"""The asynchronous client: comfort above the generated calls. `_client.py` is the same without `await`."""', '"""The synchronous client: made of `_async_client.py` by `make-sync.py`."""'),
    ("import asyncio\n", ""),
    ("AsyncBaseTransport", "BaseTransport"),
    ("httpx.AsyncClient", "httpx.Client"),
    ("AsyncPublisher", "Publisher"),
    ("AsyncIterator", "Iterator"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("aclose", "close"),
    ("await list_posts.asyncio(", "list_posts.sync("),
    ("asyncio.sleep", "time.sleep"),
    ("async def ", "def "),
    ("async for ", "for "),
]


def made() -> str:
    text = (FOLDER / "_async_client.py").read_text()
    for word, other in WORDS:
        text = text.replace(word, other)
    return re.sub(r"\bawait ", "", text)


if __name__ == "__main__":
    target = FOLDER / "_client.py"
    if "--check" in sys.argv:
        sys.exit(0 if target.read_text() == made() else "_client.py is not what _async_client.py makes of it: run make-sync.py")
    target.write_text(made())
