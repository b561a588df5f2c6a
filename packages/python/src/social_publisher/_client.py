"""The synchronous client."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx

from ._calls import STORE_TIMEOUT, Ask, Call, Calls, Pages, PostType, Progress, Put, Step, T, path_of
from ._rules import TIMEOUT
from .generated.models.account import Account
from .generated.models.media import Media
from .generated.models.post import Post
from .generated.models.post_preview import PostPreview
from .generated.models.post_summary import PostSummary
from .generated.models.uploaded_media import UploadedMedia


class Publisher(Calls):
    """A client of one deployment, for one key.

    :param base_url: without ``/api``: ``https://abc.execute-api.eu-central-1.amazonaws.com``.
    :param retries: how often a request is repeated that got no answer, or was put off.
    :param timeout: seconds that each try waits for the answer; if left out, ``upload_from`` waits 5 minutes, as the service may take to fetch a file.
    """

    def __init__(self, base_url: str, api_key: str, *, retries: int = 2, timeout: float = TIMEOUT, transport: httpx.BaseTransport | None = None) -> None:
        super().__init__(base_url, api_key, retries, timeout)
        self._http = httpx.Client(timeout=timeout, transport=transport, **self._service)
        self._store = httpx.Client(timeout=STORE_TIMEOUT, transport=transport)

    def __enter__(self) -> Publisher:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()
        self._store.close()
        # Made when an endpoint is called with it for the first time.
        if self.api._client is not None:
            self.api._client.close()

    def _do(self, step: Step) -> httpx.Response | None:
        if isinstance(step, Ask):
            return self._http.request(step.method, step.path, **step.given)
        if isinstance(step, Put):
            return self._store.put(step.url, content=step.content, headers=step.headers)
        time.sleep(step.seconds)
        return None

    def _run(self, call: Call[T]) -> T:
        try:
            step = next(call)
            while True:
                try:
                    came = self._do(step)
                except BaseException as error:
                    step = call.throw(error)
                else:
                    step = call.send(came)
        except StopIteration as end:
            result: T = end.value
            return result

    def request(self, method: str, path: str, *, key: str | None = None, **given: Any) -> httpx.Response:
        """One call, repeated with one key where that is harmless.

        :raises PublisherError: where the service refused.
        :raises Unreachable: where no answer came.
        """
        return self._run(self._request(method, path, key, **given))

    def accounts(self) -> list[Account]:
        """The accounts that posts can go to."""
        return self._run(self._accounts())

    def post(self, type: PostType, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> str:
        """Posts to many accounts. Two calls with one key take effect once, within 24 hours.

        :returns: the post's id, to look at what becomes of it.
        """
        return self._run(self._post(type, body, idempotency_key))

    def validate(self, type: PostType, body: Mapping[str, Any]) -> PostPreview:
        """Checks a post completely; nothing is stored or published."""
        return self._run(self._validate(type, body))

    def get_post(self, id: str) -> Post:
        return self._run(self._get_post(id))

    def cancel(self, id: str) -> str:
        """Cancels it on every account where publishing has not begun, or where it waits for another try and nothing was sent that publishes it."""
        return self._run(self._message("DELETE", path_of(id)))

    def retry(self, id: str, *, idempotency_key: str | None = None) -> str:
        """Publishes again where it failed for a temporary reason."""
        return self._run(self._message("POST", f"{path_of(id)}/retry", idempotency_key))

    def settled(self, id: str, *, timeout: float = 600.0, every: float = 2.0) -> Post:
        """The post, once nothing more happens to it by itself. It is looked at every 2 seconds, and less often while it takes long.

        :raises SettleTimeout: when that takes too long; the post goes on.
        """
        return self._run(self._settled(id, timeout, every))

    def posts(self, **filters: Any) -> Iterator[PostSummary]:
        """All posts, newest first; pages are asked for as they are needed. Posts may be cancelled, retried or deleted meanwhile."""
        pages = Pages(self, "/v1/posts", filters)
        while not pages.over:
            yield from map(PostSummary.from_dict, self._run(pages.next()))

    def media(self, **filters: Any) -> Iterator[Media]:
        """All media, newest first."""
        pages = Pages(self, "/v1/media/users", filters)
        while not pages.over:
            yield from map(Media.from_dict, self._run(pages.next()))

    def upload_from(self, url: str, *, title: str | None = None, description: str | None = None, idempotency_key: str | None = None) -> UploadedMedia:
        """Stores the file at a public address; the service fetches it."""
        return self._run(self._upload_from(url, title, description, idempotency_key))

    def upload(
        self,
        file: str | os.PathLike[str],
        *,
        title: str | None = None,
        description: str | None = None,
        content_type: str | None = None,
        on_progress: Progress | None = None,
        idempotency_key: str | None = None,
    ) -> UploadedMedia:
        """Stores a file of any size up to 5 GB; what has arrived is not sent again after the connection broke.

        Two uploads with one key are one, within 24 hours.
        """
        return self._run(self._upload(file, title, description, content_type, on_progress, idempotency_key))
