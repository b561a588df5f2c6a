"""What both clients do, written once: each call is a generator that yields what is to be done, and gets back what came of it.

``Publisher`` and ``AsyncPublisher`` differ in how they do it: by waiting, or by ``await``.
"""

from __future__ import annotations

import math
import os
import time
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Literal, TypeVar, Union
from urllib.parse import quote

import httpx

from . import _rules as rules
from ._errors import PublisherError, SettleTimeout, Unreachable
from .generated import Client as GeneratedClient
from .generated.models.account import Account
from .generated.models.post import Post
from .generated.models.post_preview import PostPreview
from .generated.models.uploaded_media import UploadedMedia

PostType = Literal["feed", "reels", "stories", "text"]
Progress = Callable[[int, int], None]
#: The store of files: slow in taking a large part, and it must not see the key.
STORE_TIMEOUT = httpx.Timeout(60.0, write=600.0)
#: The service removes by itself what is left of an upload, after a day.
FORGET_TIMEOUT = 3.0
#: What takes long is looked at less often, and known to have ended later by this share of its time.
LATE_BY = 1 / 20
#: How often ``settled`` looks for links that are not there yet, and how many seconds lie between.
LINK_LOOKS = 5
LINK_EVERY = 0.5
LINKS_WITHIN = 5.0
#: The last look of ``settled`` begins when its time is up; it may take this many seconds.
LAST_LOOK = 5.0


class FileChanged(OSError):
    """It is still being written: it would be stored without its end, or with parts of two versions."""


def check_unchanged(source: BinaryIO, opened: os.stat_result) -> None:
    now = os.fstat(source.fileno())
    if (now.st_size, now.st_mtime_ns) != (opened.st_size, opened.st_mtime_ns):
        how = ": it is shorter than it was" if now.st_size < opened.st_size else ""
        raise FileChanged(f"The file has changed since its upload began{how}.")


def path_of(id: str) -> str:
    """The path of a post. Without an id it would be that of all posts."""
    if not id:
        raise ValueError("The id of the post is empty.")
    return f"/v1/posts/{quote(id, safe='')}"


@dataclass(frozen=True)
class Ask:
    """A request to the service."""

    method: str
    path: str
    #: As ``httpx`` takes them: ``headers``, ``json``, ``params``, ``files``, ``data``.
    given: Mapping[str, Any]


@dataclass(frozen=True)
class Put:
    """A part of a file for the store."""

    url: str
    content: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Wait:
    seconds: float


class Late(Exception):
    """No answer came by the time that was given."""


Step = Union[Ask, Put, Wait]
T = TypeVar("T")
#: Yields steps; gets the response of each ``Ask`` and ``Put``, or the error of ``httpx`` that came instead.
Call = Generator[Step, Any, T]


class Calls:
    """A client of one deployment, for one key. What it is asked for is in the two classes below it."""

    def __init__(self, base_url: str, api_key: str, retries: int, timeout: float) -> None:
        self._retries = retries
        # Of type float, but None and the objects of httpx work too.
        self._timeout = timeout if isinstance(timeout, (int, float)) else math.inf
        #: Until then the limit of the key is used up. One that breaks it minute after minute is shut out for longer.
        self._rest_until = 0.0
        self._origin = rules.origin_of(base_url)
        self._service: dict[str, Any] = {"base_url": rules.api_url(base_url), "headers": rules.headers_of(api_key)}
        #: Every endpoint, for the functions of ``social_publisher.generated.api``: ``list_posts.sync(client=publisher.api)``.
        self.api = GeneratedClient(base_url=rules.api_url(base_url), headers=rules.headers_of(api_key))

    def _wait(self, seconds: float, until: float) -> Call[None]:
        left = until - time.monotonic()
        yield Wait(max(0.0, min(seconds, left)))
        if seconds >= left:
            raise Late

    def _request(self, method: str, path: str, key: str | None = None, until: float = math.inf, **given: Any) -> Call[httpx.Response]:
        """:raises Late: where no answer comes until then, which is only given for what reads."""
        headers = rules.keyed(method, key)
        rest = self._rest_until - time.monotonic()
        if self._retries > 0 and 0 < rest <= rules.LONGEST_WAIT:
            yield from self._wait(rest, until)
        tried = 0
        # By the clock on the wall: the other one stands still while the machine sleeps.
        began = time.time()
        # A try before may have taken effect.
        unclear = False
        while True:
            response: httpx.Response | None = None
            failure: httpx.RequestError | None = None
            try:
                if until != math.inf:
                    given["timeout"] = min(self._timeout, max(0.001, until - time.monotonic()))
                response = yield Ask(method, path, {"headers": headers, **given})
                self._rest_until = max(self._rest_until, time.monotonic() + rules.rest_after(response))
                if rules.is_cut(method, response):
                    response = None
            except httpx.RequestError as error:
                failure = error
            wait = rules.wait_before_repeat(method, headers, response, tried, self._retries)
            if wait is None:
                if response is None:
                    if time.monotonic() >= until:
                        raise Late from failure
                    raise Unreachable(f"The service did not answer: {method} {self._origin}{rules.reason_of(failure)}") from failure
                if response.is_success:
                    return response
                refusal = PublisherError(response)
                if unclear and rules.says_nothing_of_before(response):
                    said = f"The service did not answer: {method} {path}, and refused with {refusal.status} when it was repeated"
                    raise Unreachable(said) from refusal
                raise refusal
            unclear = unclear or (method not in rules.READS and (response is None or response.status_code != 429))
            tried += 1
            yield from self._wait(wait, until)
            if unclear and time.time() - began > rules.MADE_AGAIN_WITHIN:
                raise Unreachable(f"The service did not answer: {method} {path}. The machine slept too long for it to be made again.") from failure

    def _data(self, method: str, path: str, key: str | None = None, **given: Any) -> Call[Any]:
        return rules.body_of((yield from self._request(method, path, key, **given)), "data")["data"]

    def _message(self, method: str, path: str, key: str | None = None) -> Call[str]:
        return str(rules.body_of((yield from self._request(method, path, key)), "message")["message"])

    def _accounts(self) -> Call[list[Account]]:
        return [Account.from_dict(each) for each in (yield from self._data("GET", "/v1/accounts/social"))]

    def _post(self, type: PostType, body: Mapping[str, Any], key: str | None) -> Call[str]:
        return rules.post_id_of((yield from self._request("POST", f"/v1/posts/{type}", key, json=dict(body))))

    def _validate(self, type: PostType, body: Mapping[str, Any]) -> Call[PostPreview]:
        asked = self._data("POST", f"/v1/posts/{type}", json=dict(body), params={"validate_only": "true"})
        return PostPreview.from_dict((yield from asked))

    def _get_post(self, id: str, until: float = math.inf) -> Call[Post]:
        return Post.from_dict((yield from self._data("GET", path_of(id), until=until)))

    def _settled(self, id: str, timeout: float, every: float) -> Call[Post]:
        began = time.monotonic()
        until = began + timeout
        while True:
            try:
                post = yield from self._get_post(id, until + LAST_LOOK)
            except Late as late:
                raise SettleTimeout(f"The post {id} could not be read to its end within {timeout} seconds.") from late
            if all(each.terminal for each in post.publications):
                return (yield from self._with_links(post, every, until))
            waited = time.monotonic() - began
            if waited >= timeout:
                raise SettleTimeout(f"The post {id} is still {post.status} after {timeout} seconds.")
            yield Wait(min(max(every, waited * LATE_BY), timeout - waited))

    def _with_links(self, post: Post, every: float, until: float) -> Call[Post]:
        """Platforms give links a moment after they have published, and for some publications never."""
        pause = min(every, LINK_EVERY)
        enough = time.monotonic() + LINKS_WITHIN
        for _ in range(LINK_LOOKS):
            if all(each.permalink or each.state != "published" for each in post.publications) or time.monotonic() + pause > until:
                break
            yield Wait(pause)
            try:
                post = yield from self._get_post(str(post.id), enough)
            except (PublisherError, Unreachable, Late):
                # How the post has ended is known: an error here takes nothing from it.
                break
        return post

    def _upload_from(self, url: str, title: str | None, description: str | None, key: str | None) -> Call[UploadedMedia]:
        patience: dict[str, Any] = {"timeout": rules.FETCH_TIMEOUT} if self._timeout == rules.TIMEOUT else {}
        asked = self._data("POST", "/v1/media", key, json=rules.without_none(url=url, title=title, description=description), **patience)
        return UploadedMedia.from_dict((yield from asked))

    def _upload(
        self,
        file: str | os.PathLike[str],
        title: str | None,
        description: str | None,
        content_type: str | None,
        on_progress: Progress | None,
        key: str | None,
    ) -> Call[UploadedMedia]:
        name = os.path.basename(os.fspath(file))
        with open(file, "rb") as source:
            opened = os.fstat(source.fileno())
            size = opened.st_size
            # A form has another boundary each time: only a session is known again by its key.
            if size > rules.ONE_REQUEST_BYTES or (key is not None and size > 0):
                start = rules.upload_start(name, size, content_type, title, description)
                return (yield from self._upload_session(source, opened, start, on_progress, key))
            form = {"file": (name, source.read(), content_type or rules.type_of(name))}
            stored = yield from self._data("POST", "/v1/media", files=form, data=rules.without_none(title=title, description=description))
            if on_progress:
                on_progress(size, size)
            return UploadedMedia.from_dict(stored)

    def _upload_session(
        self,
        source: BinaryIO,
        opened: os.stat_result,
        start: Mapping[str, Any],
        on_progress: Progress | None,
        given_key: str | None,
    ) -> Call[UploadedMedia]:
        size = opened.st_size
        most, tried = 0, 0
        path: str | None = None
        key = given_key or str(uuid.uuid4())
        try:
            while True:
                try:
                    whole = None
                    if path is None:
                        session = yield from self._data("POST", "/v1/media/uploads", key, json=dict(start))
                        path = f"/v1/media/uploads/{session['id']}"
                        whole = rules.whole_as_part(session, size)
                    # The address of a session that was started before with the same key may have ended: then it is asked for anew.
                    parts = [whole] if whole else (yield from self._parts(path))
                    kept = sum(part["size_bytes"] for part in parts if part["arrived"])
                    for part in parts:
                        if part["arrived"]:
                            continue
                        source.seek(part["first_byte"])
                        data = source.read(part["size_bytes"])
                        check_unchanged(source, opened)
                        yield from self._put(part, data)
                        kept += part["size_bytes"]
                        if kept > most:
                            most, tried = kept, 0
                        if on_progress:
                            on_progress(kept, size)
                    check_unchanged(source, opened)
                    return UploadedMedia.from_dict((yield from self._data("POST", f"{path}/complete")))
                except (Unreachable, PublisherError) as error:
                    tried += 1
                    gone = isinstance(error, PublisherError) and rules.is_gone(error)
                    final = isinstance(error, PublisherError) and not gone and not rules.may_pass(error)
                    if final or tried >= rules.UPLOAD_TRIES:
                        raise
                    if gone:
                        # Its day is over, or it was aborted. Called again with its key, the upload comes to the same session.
                        # The service takes 255 characters; a long key differs at its end.
                        path, key = None, f"{key}+"[-255:]
                    asked = error.retry_after_seconds if isinstance(error, PublisherError) else None
                    yield Wait(min(max(rules.FIRST_UPLOAD_WAIT * 2 ** (tried - 1), asked or 0), 30.0))
        except GeneratorExit:
            raise
        except BaseException as error:
            # Cancelled, or given up. With a key that was given, the next call goes on with it, unless its parts are of another file by then.
            if path is not None and (given_key is None or isinstance(error, FileChanged)):
                yield from self._forget(path)
            raise

    def _forget(self, path: str) -> Call[None]:
        """What is left of an upload would count towards the storage for a day. Whoever waits for the end of a call waits a moment only."""
        try:
            yield Ask("DELETE", path, {"timeout": FORGET_TIMEOUT})
        except httpx.RequestError:
            pass

    def _parts(self, path: str) -> Call[Sequence[Mapping[str, Any]]]:
        try:
            found: Sequence[Mapping[str, Any]] = (yield from self._data("GET", path))["parts"]
            return found
        except PublisherError as error:
            # It was completed, and the answer to that was lost: completing it again names what is stored.
            if rules.is_gone(error):
                return []
            raise

    def _put(self, part: Mapping[str, Any], data: bytes) -> Call[None]:
        try:
            response: httpx.Response = yield Put(part["upload_url"], data, rules.part_headers(part))
        except httpx.TransportError as error:
            raise Unreachable("The file did not arrive.") from error
        # 412: what a try sent whose answer was lost is there already.
        if not response.is_success and response.status_code != 412:
            raise Unreachable(f"The file did not arrive: its store answered {response.status_code}.")


@dataclass
class Pages:
    """The items of a list, page by page."""

    calls: Calls
    path: str
    filters: Mapping[str, Any]
    #: Whether the last page was read.
    over: bool = False
    _page: int = 1
    _total: int = 0
    _seen: set[str] = field(default_factory=set)

    def next(self) -> Call[list[dict[str, Any]]]:
        """The items of the next page, each once.

        Items that come or go meanwhile move the others to another page: where there are fewer than before, those that moved to a page
        that was read already are fetched from there.
        """
        while True:
            data = yield from self.calls._data("GET", self.path, params={"limit": rules.PAGE, **self.filters, "page": self._page})
            info = data["result_info"]
            gone, self._total = self._total - info["total_count"], info["total_count"]
            if gone <= 0 or self._page == 1:
                break
            self._page = max(1, self._page - math.ceil(gone / info["limit"]))
        fresh = [each for each in data["result"] if each["id"] not in self._seen]
        self._seen.update(each["id"] for each in fresh)
        self.over = not data["result"] or self._page >= info["total_pages"]
        self._page += 1
        return fresh
