"""The asynchronous client: comfort above the generated calls. `_client.py` is the same without `await`."""

from __future__ import annotations

import asyncio
import os
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, BinaryIO, Literal

import httpx

from . import _rules as rules
from ._errors import PublisherError, SettleTimeout, Unreachable
from .generated import Client as GeneratedClient
from .generated.models.account import Account
from .generated.models.media import Media
from .generated.models.post import Post
from .generated.models.post_preview import PostPreview
from .generated.models.post_summary import PostSummary
from .generated.models.uploaded_media import UploadedMedia

PostType = Literal["feed", "reels", "stories", "text"]


class AsyncPublisher:
    """A client of one deployment, for one key.

    :param base_url: without ``/api``: ``https://abc.execute-api.eu-central-1.amazonaws.com``.
    :param retries: how often a request is repeated that got no answer, or was put off.
    """

    def __init__(self, base_url: str, api_key: str, *, retries: int = 2, timeout: float = 60.0, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._retries = retries
        self._http = httpx.AsyncClient(base_url=rules.api_url(base_url), headers=rules.headers_of(api_key), timeout=timeout, transport=transport)
        # A client for the store, which must not see the key.
        self._store = httpx.AsyncClient(timeout=httpx.Timeout(60.0, write=600.0), transport=transport)
        #: For every endpoint: ``await list_posts.asyncio(client=publisher.api)``; see ``social_publisher.generated.api``.
        self.api = GeneratedClient(base_url=rules.api_url(base_url), headers=rules.headers_of(api_key))

    async def __aenter__(self) -> AsyncPublisher:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()
        await self._store.aclose()

    async def request(self, method: str, path: str, *, key: str | None = None, **given: Any) -> httpx.Response:
        """One call, repeated with one key where that is harmless.

        :raises PublisherError: where the service refused.
        :raises Unreachable: where no answer came.
        """
        headers = rules.keyed(method, key)
        tried = 0
        while True:
            response: httpx.Response | None = None
            failure: httpx.TransportError | None = None
            try:
                response = await self._http.request(method, path, headers=headers, **given)
            except httpx.TransportError as error:
                failure = error
            wait = rules.wait_before_repeat(method, headers, response, tried, self._retries)
            if wait is None:
                if response is None:
                    raise Unreachable(f"The service did not answer: {method} {path}") from failure
                if response.is_success:
                    return response
                raise PublisherError(response)
            tried += 1
            await asyncio.sleep(wait)

    async def accounts(self) -> list[Account]:
        """The accounts that posts can go to."""
        answer = await self.request("GET", "/v1/accounts/social")
        return [Account.from_dict(each) for each in answer.json()["data"]]

    async def post(self, type: PostType, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> str:
        """Posts to many accounts. Two calls with one key take effect once, within 24 hours.

        :returns: the post's id, to look at what becomes of it.
        """
        answer = await self.request("POST", f"/v1/posts/{type}", json=dict(body), key=idempotency_key)
        return rules.post_id_of(answer)

    async def validate(self, type: PostType, body: Mapping[str, Any]) -> PostPreview:
        """Checks a post completely; nothing is stored or published."""
        answer = await self.request("POST", f"/v1/posts/{type}", json=dict(body), params={"validate_only": "true"})
        return PostPreview.from_dict(answer.json()["data"])

    async def get_post(self, id: str) -> Post:
        answer = await self.request("GET", f"/v1/posts/{id}")
        return Post.from_dict(answer.json()["data"])

    async def cancel(self, id: str) -> str:
        """Cancels it on every account where publishing has not begun."""
        return str((await self.request("DELETE", f"/v1/posts/{id}")).json()["message"])

    async def retry(self, id: str, *, idempotency_key: str | None = None) -> str:
        """Publishes again where it failed for a reason that can pass."""
        return str((await self.request("POST", f"/v1/posts/{id}/retry", key=idempotency_key)).json()["message"])

    async def settled(self, id: str, *, timeout: float = 600.0, every: float = 2.0) -> Post:
        """The post, once nothing more happens to it by itself.

        :raises SettleTimeout: when that takes too long; the post goes on.
        """
        until = time.monotonic() + timeout
        while True:
            post = await self.get_post(id)
            if all(each.terminal for each in post.publications):
                return post
            if time.monotonic() + every > until:
                raise SettleTimeout(f"The post {id} is still {post.status} after {timeout} seconds.")
            await asyncio.sleep(every)

    async def _items(self, path: str, filters: Mapping[str, Any]) -> AsyncIterator[dict[str, Any]]:
        seen: set[str] = set()
        page = 1
        while True:
            answer = await self.request("GET", path, params={"limit": rules.PAGE, **filters, "page": page})
            data = answer.json()["data"]
            for each in data["result"]:
                # An item that moved to the next page meanwhile is yielded once.
                if each["id"] not in seen:
                    seen.add(each["id"])
                    yield each
            if not data["result"] or page >= data["result_info"]["total_pages"]:
                return
            page += 1

    async def posts(self, **filters: Any) -> AsyncIterator[PostSummary]:
        """All posts, newest first; pages are asked for as they are needed."""
        async for each in self._items("/v1/posts", filters):
            yield PostSummary.from_dict(each)

    async def media(self, **filters: Any) -> AsyncIterator[Media]:
        """All media, newest first."""
        async for each in self._items("/v1/media/users", filters):
            yield Media.from_dict(each)

    async def upload_from(self, url: str, *, title: str | None = None, description: str | None = None) -> UploadedMedia:
        """Stores the file at a public address; the service fetches it."""
        answer = await self.request("POST", "/v1/media", json=rules.without_none(url=url, title=title, description=description))
        return UploadedMedia.from_dict(answer.json()["data"])

    async def upload(
        self,
        file: str | os.PathLike[str],
        *,
        title: str | None = None,
        description: str | None = None,
        content_type: str | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> UploadedMedia:
        """Stores a file of any size up to 5 GB; what has arrived is not sent again after the connection broke."""
        name = os.path.basename(os.fspath(file))
        with open(file, "rb") as source:
            size = os.fstat(source.fileno()).st_size
            if size > rules.ONE_REQUEST_BYTES:
                return await self._upload_session(source, rules.upload_start(name, size, content_type, title, description), on_progress)
            form = {"file": (name, source.read(), content_type or rules.type_of(name))}
            answer = await self.request("POST", "/v1/media", files=form, data=rules.without_none(title=title, description=description))
            if on_progress:
                on_progress(size, size)
            return UploadedMedia.from_dict(answer.json()["data"])

    async def _upload_session(self, source: BinaryIO, start: Mapping[str, Any], on_progress: Callable[[int, int], None] | None) -> UploadedMedia:
        size = int(start["size_bytes"])
        session = (await self.request("POST", "/v1/media/uploads", json=dict(start), key=str(uuid.uuid4()))).json()["data"]
        path = f"/v1/media/uploads/{session['id']}"
        whole = rules.whole_as_part(session, size)
        most, tried = 0, 0
        while True:
            try:
                parts: Sequence[Mapping[str, Any]] = [whole] if whole else (await self.request("GET", path)).json()["data"]["parts"]
                kept = sum(part["size_bytes"] for part in parts if part["arrived"])
                for part in parts:
                    if part["arrived"]:
                        continue
                    source.seek(part["first_byte"])
                    await self._put(part, source.read(part["size_bytes"]))
                    kept += part["size_bytes"]
                    if kept > most:
                        most, tried = kept, 0
                    if on_progress:
                        on_progress(kept, size)
                answer = await self.request("POST", f"{path}/complete")
                return UploadedMedia.from_dict(answer.json()["data"])
            except (Unreachable, PublisherError) as error:
                tried += 1
                final = isinstance(error, PublisherError) and not rules.may_pass(error.status)
                if final or tried >= rules.UPLOAD_TRIES:
                    raise
                await asyncio.sleep(min(2.0 ** (tried - 1), 30.0))

    async def _put(self, part: Mapping[str, Any], data: bytes) -> None:
        try:
            response = await self._store.put(part["upload_url"], content=data, headers=rules.part_headers(part))
        except httpx.TransportError as error:
            raise Unreachable("The file did not arrive.") from error
        # 412: what a try sent whose answer was lost is there already.
        if not response.is_success and response.status_code != 412:
            raise Unreachable("The file did not arrive.")
