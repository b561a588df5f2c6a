"""The installed package: where the network misbehaves, and against a running service where one is named."""

from __future__ import annotations

import asyncio
import importlib.metadata
import inspect
import os
import pathlib
from typing import Any

import httpx
import pytest
from social_publisher import AsyncPublisher, Publisher, PublisherError, SettleTimeout, Unreachable

BASE_URL = os.environ.get("PUBLISHER_URL", "")
API_KEY = os.environ.get("PUBLISHER_API_KEY", "")
PICTURE = os.environ.get("PUBLISHER_PICTURE", "")
ID = "00000000-0000-4000-8000-000000000001"
MEDIA = {
    **{"id": ID, "object_key": "k", "content_type": "video/mp4", "size_bytes": 20 * 1024 * 1024, "title": "t", "alt_text": "a"},
    **{"version": 1, "created_at": 1, "width": None, "height": None, "duration_ms": None, "tags_json": None},
    **{"metadata_json": None, "updated_at": 1, "download_url": "https://cdn.example/k"},
}
PUBLICATION = {
    **{"account_id": ID, "platform": "threads", "state": "publishing", "terminal": False, "retryable": False},
    **{"platform_media_id": None, "permalink": None, "published_at": None, "ended_at": None, "next_attempt_at": None},
    **{"error": None, "last_problem": None, "jobs": [], "timeline": []},
}
PENDING = {
    **{"id": ID, "type": "text", "status": "publishing", "title": None, "content": "c", "hashtags": [], "media_asset_ids": []},
    **{"container_id": None, "accounts": [ID], "skipped_accounts": [], "scheduled_at": None, "expires_at": None},
    **{"progress": {"total": 1, "published": 0, "failed": 0, "cancelled": 0}, "created_at": 1, "updated_at": 1},
    **{"smart_transform": {"enabled": False}, "publications": [PUBLICATION]},
}
GONE = {"success": False, "message": "gone", "errors": [{"code": "not_found", "message": "gone"}]}
running = pytest.mark.skipif(not BASE_URL, reason="PUBLISHER_URL names no running service")


class Awaited:
    """The asynchronous client, called as the other one is."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = AsyncPublisher(*given, **more)

    def __enter__(self) -> Awaited:
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run_until_complete(self._client.aclose())
        self._loop.close()

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            result = getattr(self._client, name)(*given, **more)
            return self._loop.run_until_complete(self._all(result) if inspect.isasyncgen(result) else result)

        return call

    @staticmethod
    async def _all(result: Any) -> list[Any]:
        return [each async for each in result]


both = pytest.mark.parametrize("client", [Publisher, Awaited], ids=["sync", "async"])


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("social_publisher._rules.FIRST_WAIT", 0.001)
    monkeypatch.setattr("social_publisher._rules.FIRST_UPLOAD_WAIT", 0.001)


@both
def test_repeats_with_one_key(client: Any) -> None:
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            raise httpx.ReadError("the line broke off")
        if len(keys) == 2:
            return httpx.Response(503, headers={"Retry-After": "0"})
        return httpx.Response(202, json={"success": True, "message": "accepted"}, headers={"Location": "/api/v1/posts/p1"})

    with client("https://p.example/", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.post("text", {"content": "Hello", "accounts": ["a"]}) == "p1"
    assert len(keys) == 3 and len(set(keys)) == 1


@both
def test_does_not_post_again_after_the_machine_slept_for_days(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        now[0] += 62 * 3600
        raise httpx.ReadError("the line broke off")

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(Unreachable, match="slept too long"):
            publisher.post("text", {"content": "Hello", "accounts": ["a"]})
    assert asked == ["POST"]


@both
@pytest.mark.parametrize("lost", [None, 504])
@pytest.mark.parametrize("status", [401, 403, 404, 429])
def test_does_not_take_a_refusal_for_the_answer_to_a_try_before_it(client: Any, lost: int | None, status: int) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if len(asked) > 1:
            return httpx.Response(status, headers={"Retry-After": "3600"})
        if lost is None:
            raise httpx.ReadError("the line broke off")
        return httpx.Response(lost)

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(Unreachable, match=f"refused with {status}"):
            publisher.post("text", {"content": "Hello", "accounts": ["a"]})
        assert asked == ["POST", "POST"]
        asked.clear()
        with pytest.raises(PublisherError):
            publisher.accounts()


@both
@pytest.mark.parametrize("body", [b'{"success":true,"mess', b""])
def test_asks_again_for_an_answer_that_breaks_off(client: Any, body: bytes) -> None:
    keys: list[str] = []
    headers = {"Content-Type": "application/json", "Location": "/api/v1/posts/p1"}

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            return httpx.Response(202, content=body, headers=headers)
        return httpx.Response(202, json={"success": True, "message": "accepted"}, headers=headers)

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.post("text", {"content": "Hello", "accounts": ["a"]}) == "p1"
    assert len(keys) == 2 and len(set(keys)) == 1


@both
def test_takes_no_answer_without_the_id_of_the_post(client: Any) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(202, json={"success": True, "message": "accepted"}))
    with client("https://p.example", "k", transport=transport) as publisher:
        with pytest.raises(Unreachable, match="names no post"):
            publisher.post("text", {"content": "Hello", "accounts": ["a"]})
        for call in (publisher.get_post, publisher.settled):
            with pytest.raises(ValueError, match="The id of the post is empty"):
                call("")


@both
def test_does_not_repeat_what_may_take_effect_twice(client: Any) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        raise httpx.ConnectError("gone")

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(Unreachable):
            publisher.cancel("p1")
    assert asked == ["DELETE"]


@both
@pytest.mark.parametrize(("given", "waited"), [({}, 300.0), ({"timeout": 5.0}, 5.0)])
def test_waits_as_long_as_the_service_takes_to_fetch_a_file(client: Any, given: dict[str, float], waited: float) -> None:
    asked: list[tuple[str, float]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append((request.method, request.extensions["timeout"]["read"]))
        return httpx.Response(200, json={"data": MEDIA if request.method == "POST" else []})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer), **given) as publisher:
        publisher.upload_from("https://a.example/long.mp4")
        publisher.accounts()
    assert asked == [("POST", waited), ("GET", given.get("timeout", 60.0))]


@both
def test_waits_for_a_rate_limit_whatever_the_request_is(client: Any) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if len(asked) == 1:
            return httpx.Response(429, headers={"Retry-After": "0"})
        return httpx.Response(200, json={"success": True, "message": "cancelled"})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.cancel("p1") == "cancelled"
    assert asked == ["DELETE", "DELETE"]


@both
def test_waits_where_the_limit_is_used_up(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("time.sleep", waits.append)
    monkeypatch.setattr("asyncio.sleep", sleep)
    left = iter([1, 0, 59])

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"data": []}, headers={"RateLimit": f'"default";r={next(left)};t=23'})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        publisher.accounts()
        publisher.accounts()
        assert waits == []
        publisher.accounts()
    assert len(waits) == 1 and 22 < waits[0] <= 23


@both
def test_names_each_wrong_field(client: Any) -> None:
    body = {"success": False, "message": "m", "request_id": "r", "errors": [{"code": "too_long", "path": "content", "message": "m"}]}
    transport = httpx.MockTransport(lambda _: httpx.Response(400, json=body, headers={"X-Request-Id": "r"}))
    with client("https://p.example", "k", transport=transport) as publisher, pytest.raises(PublisherError) as caught:
        publisher.post("text", {})
    assert (caught.value.code, caught.value.request_id, caught.value.issues[0].path) == ("too_long", "r", "content")


@both
def test_goes_on_with_the_parts_that_are_missing(client: Any, tmp_path: pathlib.Path) -> None:
    mb = 1024 * 1024
    file = tmp_path / "long.mp4"
    file.write_bytes(bytes(20 * mb))
    arrived: set[int] = set()
    log: list[str] = []
    sizes = [8 * mb, 8 * mb, 4 * mb]

    def answer(request: httpx.Request) -> httpx.Response:
        log.append(f"{request.method} {request.url.path}")
        if request.method == "PUT":
            assert "X-Secret-Token" not in request.headers
            part = int(request.url.path[-1])
            if part == 1 and log.count("PUT /1") == 1:
                raise httpx.WriteError("the line broke off")
            arrived.add(part)
            return httpx.Response(200)
        if request.method == "GET":
            parts = [
                {"first_byte": n * 8 * mb, "size_bytes": size, "arrived": n in arrived, "upload_url": f"https://store.example/{n}", "headers": {}}
                for n, size in enumerate(sizes)
            ]
            return httpx.Response(200, json={"data": {"parts": parts}})
        if request.url.path.endswith("/complete"):
            return httpx.Response(200, json={"data": MEDIA})
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": None, "headers": None}})

    progress: list[int] = []
    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        stored = publisher.upload(file, on_progress=lambda sent, _: progress.append(sent // mb))
    assert str(stored.id) == ID
    assert [line for line in log if line.startswith("PUT")] == ["PUT /0", "PUT /1", "PUT /1", "PUT /2"]
    assert progress == [8, 16, 20]


@running
@both
def test_posts_a_picture(client: Any) -> None:
    with client(BASE_URL, API_KEY) as publisher:
        accounts = [each for each in publisher.accounts() if each.social_provider.name == "instagram"]
        picture = publisher.upload(PICTURE, description="A beach")
        key = f"python-{client.__name__}"
        body = {"title": key, "media": {"media_asset_ids": [str(picture.id)]}, "accounts": [str(each.id) for each in accounts]}
        assert publisher.validate("feed", body).valid
        id = publisher.post("feed", body, idempotency_key=key)
        assert publisher.post("feed", body, idempotency_key=key) == id
        assert publisher.settled(id, every=0.2).status == "published"
        assert id in [str(each.id) for each in publisher.posts(status="published")]
        with pytest.raises(PublisherError) as caught:
            publisher.post("text", {"content": "x" * 3000, "accounts": []})
        assert [issue.path for issue in caught.value.issues] == ["content", "accounts"]


@both
def test_reads_a_list_page_by_page_and_names_what_moved_once(client: Any) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url.params))
        page = int(request.url.params["page"])
        ids = [["1", "2"], ["2", "3"], []][page - 1]
        result = [{**MEDIA, "id": f"00000000-0000-4000-8000-00000000000{n}"} for n in ids]
        return httpx.Response(200, json={"data": {"result": result, "result_info": {"limit": 2, "total_count": 5, "total_pages": 3}}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert [str(each.id)[-1] for each in publisher.media(type="image")] == ["1", "2", "3"]
    assert asked == [f"limit=100&type=image&page={page}" for page in (1, 2, 3)]


@both
@pytest.mark.parametrize("count", [1, 7, 100, 250])
def test_names_every_item_although_others_are_removed_meanwhile(client: Any, count: int) -> None:
    left = [f"00000000-0000-4000-8000-{n:012}" for n in range(count)]
    all_of_them = list(left)
    asked = 0

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        page, limit = int(request.url.params["page"]), int(request.url.params["limit"])
        shown = left[(page - 1) * limit : page * limit]
        info = {"limit": limit, "total_count": len(left), "total_pages": -(-len(left) // limit)}
        # Somebody else deletes two of three that were on the page. The next answer is the one that tells of it.
        for n, each in enumerate(shown):
            if n % 3 and asked % 2:
                left.remove(each)
        return httpx.Response(200, json={"data": {"result": [{**MEDIA, "id": each} for each in shown], "result_info": info}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert [str(each.id) for each in publisher.media(limit=10)] == all_of_them


@both
@pytest.mark.parametrize("body", [b"<!doctype html>", b"", b"null"])
def test_tells_what_is_not_the_service(client: Any, body: bytes) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=body, headers={"Content-Type": "text/html"}))
    with client("https://p.example/stage", "k", transport=transport) as publisher:
        for call in (publisher.accounts, lambda: publisher.post("text", {}), lambda: publisher.cancel("p1")):
            with pytest.raises(Unreachable, match="https://p.example came back with text/html in place of JSON"):
                call()


@both
@pytest.mark.parametrize("status, said", [(404, "The service answered 404. Is that the address of the API?"), (502, "The service answered 502.")])
def test_asks_whether_the_address_is_right_where_a_page_refuses(client: Any, status: int, said: str) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(status, html="<h1>No</h1>"))
    with client("https://p.example", "k", transport=transport, retries=0) as publisher:
        with pytest.raises(PublisherError) as refused:
            publisher.accounts()
    assert str(refused.value) == said


@both
@pytest.mark.parametrize(
    "url, reason, said",
    [
        ("https://p.example/stage", "[Errno 111] Connection refused", r"GET https://p.example \(\[Errno 111\] Connection refused\)"),
        ("https://p.example", "", r"GET https://p.example \(ConnectError\)"),
        ("p.example", None, r"GET p.example \(.*missing an 'http://' or 'https://' protocol"),
    ],
)
def test_names_the_service_that_does_not_answer_and_the_reason(client: Any, url: str, reason: str | None, said: str) -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(str(reason))

    # Without a reason of the test's own, the real transport has one.
    transport = None if reason is None else httpx.MockTransport(answer)
    with client(url, "k", transport=transport, retries=0) as publisher:
        with pytest.raises(Unreachable, match=f"^The service did not answer: {said}"):
            publisher.accounts()


@pytest.mark.parametrize("key", ["", None, "spk_a\nb", "spk_\ud55c", "spk a"])
def test_tells_nothing_of_a_key_that_cannot_be_one(key: Any) -> None:
    with pytest.raises(ValueError, match="^The API key is empty, or has spaces or other characters that keys do not have.$"):
        Publisher("https://p.example", key)


@both
@pytest.mark.parametrize("key", ["", "a\nb", "Bestellung-\u00e4", "\u6ce8\u6587"])
def test_says_what_is_wrong_with_the_key_of_a_call(client: Any, key: str) -> None:
    with client("https://p.example", "k", transport=httpx.MockTransport(lambda _: httpx.Response(202))) as publisher:
        with pytest.raises(ValueError, match="^The idempotency_key is empty, or has characters other than printable ASCII.$"):
            publisher.post("text", {}, idempotency_key=key)


@both
def test_takes_the_address_with_and_without_api(client: Any) -> None:
    asked: set[str] = set()

    def answer(request: httpx.Request) -> httpx.Response:
        asked.add(str(request.url))
        return httpx.Response(200, json={"data": []})

    for end in ("", "/", "/api", "/api/v1/"):
        with client(f"https://p.example/stage{end}", "k", transport=httpx.MockTransport(answer)) as publisher:
            publisher.accounts()
    assert asked == {"https://p.example/stage/api/v1/accounts/social"}


@both
def test_finishes_an_upload_whose_last_answer_was_lost(client: Any, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "long.mp4"
    file.write_bytes(bytes(9 * 1024 * 1024))
    log: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        log.append(f"{request.method} {request.url.path}")
        if request.url.path.endswith("/complete"):
            # Three tries of one request are lost; the first of them took effect.
            if log.count(log[-1]) <= 3:
                raise httpx.ReadError("the line broke off")
            return httpx.Response(200, json={"data": MEDIA})
        if request.method == "GET":
            if any("/complete" in line for line in log):
                return httpx.Response(404, json=GONE)
            part = {"first_byte": 0, "size_bytes": 9 * 1024 * 1024, "arrived": False, "upload_url": "https://store.example/0", "headers": {}}
            return httpx.Response(200, json={"data": {"parts": [part]}})
        if request.method == "PUT":
            return httpx.Response(200)
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": None, "headers": None}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert str(publisher.upload(file).id) == ID
    assert len([line for line in log if line.startswith("PUT")]) == 1


@both
def test_stores_a_file_once_with_one_key(client: Any, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "beach.jpg"
    file.write_bytes(b"bytes")
    keys: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and not request.url.path.endswith("/complete"):
            keys.append(request.headers.get("Idempotency-Key"))
        if request.method == "PUT":
            return httpx.Response(200)
        media = request.url.path.endswith(("/complete", "/v1/media"))
        return httpx.Response(200, json={"data": MEDIA if media else {"id": "s1", "upload_url": "https://store.example/0", "headers": {}}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        publisher.upload(file, idempotency_key="order-17")
        publisher.upload_from("https://a.example/a.jpg", idempotency_key="order-18")
    assert keys == ["order-17", "order-18"]


@both
def test_begins_an_aborted_upload_anew_and_knows_it_again_by_its_key(client: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "beach.jpg"
    file.write_bytes(b"bytes")
    # The session of the first key was aborted.
    sessions: dict[str, str] = {}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "PUT":
            return httpx.Response(200)
        if request.url.path.endswith("/complete"):
            return httpx.Response(404, json=GONE) if "/s0/" in request.url.path else httpx.Response(200, json={"data": MEDIA})
        id = sessions.setdefault(request.headers["Idempotency-Key"], f"s{len(sessions)}")
        return httpx.Response(200, json={"data": {"id": id, "upload_url": "https://store.example/0", "headers": {}}})

    monkeypatch.setattr("social_publisher._rules.FIRST_UPLOAD_WAIT", 0.001)
    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        for _ in range(2):
            publisher.upload(file, idempotency_key="order-17")
        assert list(sessions.values()) == ["s0", "s1"]
        # The service refuses a longer key, and another key of this length differs from it at its end only.
        sessions.clear()
        for turn in (1, 1, 2):
            publisher.upload(file, idempotency_key=f"{'order-':0<254}{turn}")
    assert [(len(key), id) for key, id in sessions.items()] == [(255, "s0"), (255, "s1"), (255, "s2")]


@both
@pytest.mark.parametrize(("key", "left"), [(None, ["s1"]), ("order-17", [])])
def test_leaves_nothing_of_an_upload_that_is_cancelled(client: Any, tmp_path: pathlib.Path, key: str | None, left: list[str]) -> None:
    file = tmp_path / "beach.mp4"
    file.write_bytes(bytes(5 * 1024 * 1024))
    removed: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "DELETE":
            removed.append(request.url.path.rsplit("/", 1)[-1])
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": "https://store.example/0", "headers": {}}})

    def cancel(_sent: int, _of: int) -> None:
        raise KeyboardInterrupt

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(KeyboardInterrupt):
            publisher.upload(file, on_progress=cancel, idempotency_key=key)
    # With its key the next call goes on with it.
    assert removed == left


@both
def test_takes_json_of_something_else_for_no_answer(client: Any) -> None:
    with client("https://p.example", "k", transport=httpx.MockTransport(lambda _: httpx.Response(200, json={"ok": True}))) as publisher:
        with pytest.raises(Unreachable, match="came back with JSON of something else. Is that the address of the API"):
            publisher.accounts()
        with pytest.raises(Unreachable):
            publisher.cancel(ID)


@both
def test_does_not_begin_an_upload_anew_where_a_page_says_404(client: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "beach.jpg"
    file.write_bytes(b"bytes")
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.path.removeprefix('/api/v1/media/uploads')}")
        if request.method == "PUT":
            return httpx.Response(200)
        if request.url.path.endswith("/complete"):
            return httpx.Response(404, html="<h1>default backend</h1>") if asked.count(asked[-1]) == 1 else httpx.Response(200, json={"data": MEDIA})
        part = {"first_byte": 0, "size_bytes": 5, "arrived": True, "upload_url": None, "headers": None}
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": "https://store.example/0", "headers": {}, "parts": [part]}})

    monkeypatch.setattr("social_publisher._rules.FIRST_UPLOAD_WAIT", 0.001)
    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        publisher.upload(file, idempotency_key="order-17")
    assert asked == ["POST ", "PUT /0", "POST /s1/complete", "GET /s1", "POST /s1/complete"]


@both
def test_tells_what_the_store_answers_that_takes_no_file(client: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "beach.jpg"
    file.write_bytes(b"bytes")

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "PUT":
            return httpx.Response(403)
        part = {"first_byte": 0, "size_bytes": 5, "arrived": False, "upload_url": "https://store.example/0", "headers": {}}
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": None, "parts": [part]}})

    monkeypatch.setattr("social_publisher._rules.FIRST_UPLOAD_WAIT", 0.001)
    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(Unreachable, match="did not arrive: its store answered 403"):
            publisher.upload(file, idempotency_key="order-17")


@both
@pytest.mark.parametrize("completed", [False, True], ids=["open", "completed"])
def test_asks_for_an_address_that_has_ended(client: Any, tmp_path: pathlib.Path, completed: bool) -> None:
    file = tmp_path / "small.jpg"
    file.write_bytes(b"x" * 10)
    stored: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "PUT":
            if request.url.path == "/ended":
                return httpx.Response(403)
            stored.append(request.url.path)
            return httpx.Response(200)
        if request.url.path.endswith("/complete"):
            return httpx.Response(200, json={"data": MEDIA})
        if request.method == "POST":
            return httpx.Response(200, json={"data": {"id": "s1", "upload_url": "https://store.example/ended", "headers": {}}})
        part = {"first_byte": 0, "size_bytes": 10, "arrived": False, "upload_url": "https://store.example/new", "headers": {}}
        return httpx.Response(404, json=GONE) if completed else httpx.Response(200, json={"data": {"parts": [part]}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.upload(file, idempotency_key="order-17").title == "t"
    assert stored == ([] if completed else ["/new"])


@both
def test_tells_that_a_file_became_shorter(client: Any, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "long.mp4"
    file.write_bytes(bytes(9 * 1024 * 1024))

    def answer(request: httpx.Request) -> httpx.Response:
        file.write_bytes(b"")
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": "https://store.example/0", "headers": {}}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(OSError, match="shorter than it was"):
            publisher.upload(file)


@both
@pytest.mark.parametrize(("grown", "key"), [(True, None), (False, "order-17")])
def test_stores_no_file_that_changed_while_it_was_sent(client: Any, tmp_path: pathlib.Path, grown: bool, key: str | None) -> None:
    size = 5 * 1024 * 1024
    file = tmp_path / "recording.mp4"
    file.write_bytes(bytes(size))
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.path.rsplit('/', 1)[-1]}")
        if request.method == "PUT":
            with open(file, "ab" if grown else "r+b") as other:
                other.write(b"more")
            os.utime(file, ns=(1, 1))
            return httpx.Response(200)
        parts = [{"first_byte": 0, "size_bytes": size, "arrived": False, "upload_url": "https://store.example/0", "headers": {}}]
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": None, "headers": None, "parts": parts}})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(OSError, match="has changed since its upload began"):
            publisher.upload(file, idempotency_key=key)
    assert asked == ["POST uploads", "GET s1", "PUT 0", "DELETE s1"]


@both
def test_says_that_a_post_takes_longer(client: Any) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={"data": PENDING}))
    with client("https://p.example", "k", transport=transport) as publisher, pytest.raises(SettleTimeout):
        publisher.settled("p1", timeout=0.01, every=0.001)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which passes only where somebody sleeps."""
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    async def sleep_too(seconds: float) -> None:
        sleep(seconds)

    monkeypatch.setattr("social_publisher._calls.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("time.sleep", sleep)
    monkeypatch.setattr("asyncio.sleep", sleep_too)
    return clock


@both
def test_looks_less_often_at_what_takes_long(client: Any, clock: list[float]) -> None:
    looks: list[float] = []

    def answer(_: httpx.Request) -> httpx.Response:
        looks.append(clock[0])
        return httpx.Response(200, json={"data": PENDING})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher, pytest.raises(SettleTimeout):
        publisher.settled("p1", every=1.0)
    assert looks[20] == 20.0 and looks[-1] == pytest.approx(600.0) and len(looks) < 100


@both
@pytest.mark.parametrize("away", ["silent", "asks to wait", "limit used up"])
def test_waits_no_longer_than_asked_for_a_service_that_is_away(client: Any, clock: list[float], away: str) -> None:
    looks: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        looks.append(clock[0])
        if away == "silent":
            clock[0] += request.extensions["timeout"]["read"]
            raise httpx.ReadTimeout("nothing came")
        if away == "limit used up":
            return httpx.Response(200, json={"data": PENDING}, headers={"RateLimit": '"minute";r=0;t=50'})
        return httpx.Response(503, headers={"Retry-After": "50"})

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(SettleTimeout, match="within 10 seconds"):
            publisher.settled("p1", timeout=10)
        assert looks and 10 <= clock[0] <= 16
        # Other calls wait as before.
        if away == "silent":
            began = clock[0]
            with pytest.raises(Unreachable):
                publisher.get_post("p1")
            assert clock[0] - began > 180


@both
def test_does_not_wait_long_for_links_of_a_post_that_has_ended(client: Any, clock: list[float]) -> None:
    ended = {**PENDING, "status": "published", "publications": [{**PUBLICATION, "state": "published", "terminal": True}]}
    looks: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        looks.append(clock[0])
        if len(looks) == 1:
            return httpx.Response(200, json={"data": ended})
        clock[0] += request.extensions["timeout"]["read"]
        raise httpx.ReadTimeout("nothing came")

    with client("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.settled("p1").status == "published"
        assert clock[0] <= 6
        looks.clear()
        clock[0] = 0.0
        assert publisher.settled("p1", timeout=0.1).status == "published"
        assert len(looks) == 1


@both
def test_keeps_values_that_only_a_newer_service_knows(client: Any) -> None:
    error = {"code": "new_code", "message": "m", "platform": None}
    newer = {**PUBLICATION, "platform": "harbour", "state": "resting", "terminal": True, "error": error}
    post = {**PENDING, "status": "resting", "publications": [newer]}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={"data": post}))
    with client("https://p.example", "k", transport=transport) as publisher:
        ended = publisher.settled("p1")
    (publication,) = ended.publications
    assert [ended.status, publication.platform, publication.state, publication.error.code] == ["resting", "harbour", "resting", "new_code"]
    assert str(ended.status) == "resting" and ended.to_dict()["status"] == "resting"


def test_brings_its_licence() -> None:
    assert "LICENSE" in [each.name for each in importlib.metadata.files("social-publisher") or []]


def test_closes_what_calls_every_endpoint() -> None:
    with Publisher("https://p.example", "k") as publisher:
        called = publisher.api.get_httpx_client()
    assert called.is_closed

    async def closed() -> bool:
        async with AsyncPublisher("https://p.example", "k") as publisher:
            called = publisher.api.get_async_httpx_client()
        return called.is_closed

    assert asyncio.run(closed())


def test_both_clients_have_the_same_calls() -> None:
    def calls_of(kind: type) -> dict[str, tuple[list[str], str | None]]:
        found = inspect.getmembers(kind, inspect.isfunction)
        return {
            name: ([str(each).replace("Async", "") for each in inspect.signature(call).parameters.values()], call.__doc__)
            for name, call in found
            if not name.startswith("_") and name not in ("close", "aclose")
        }

    assert calls_of(Publisher) == calls_of(AsyncPublisher)
    assert len(calls_of(Publisher)) == 12
