"""The installed package: where the network misbehaves, and against a running service where one is named."""

from __future__ import annotations

import asyncio
import os
import pathlib

import httpx
import pytest
from social_publisher import AsyncPublisher, Publisher, PublisherError, Unreachable

BASE_URL = os.environ.get("PUBLISHER_URL", "")
API_KEY = os.environ.get("PUBLISHER_API_KEY", "")
PICTURE = os.environ.get("PUBLISHER_PICTURE", "")
running = pytest.mark.skipif(not BASE_URL, reason="PUBLISHER_URL names no running service")


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("social_publisher._rules.FIRST_WAIT", 0.001)


def test_repeats_with_one_key() -> None:
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            raise httpx.ReadError("the line broke off")
        if len(keys) == 2:
            return httpx.Response(503, headers={"Retry-After": "0"})
        return httpx.Response(202, json={"success": True, "message": "accepted"}, headers={"Location": "/api/v1/posts/p1"})

    with Publisher("https://p.example/", "k", transport=httpx.MockTransport(answer)) as publisher:
        assert publisher.post("text", {"content": "Hello", "accounts": ["a"]}) == "p1"
    assert len(keys) == 3 and len(set(keys)) == 1


def test_does_not_repeat_what_may_take_effect_twice() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        raise httpx.ConnectError("gone")

    with Publisher("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        with pytest.raises(Unreachable):
            publisher.cancel("p1")
    assert asked == ["DELETE"]


def test_names_each_wrong_field() -> None:
    body = {"success": False, "message": "m", "request_id": "r", "errors": [{"code": "too_long", "path": "content", "message": "m"}]}
    transport = httpx.MockTransport(lambda _: httpx.Response(400, json=body, headers={"X-Request-Id": "r"}))
    with Publisher("https://p.example", "k", transport=transport) as publisher, pytest.raises(PublisherError) as caught:
        publisher.post("text", {})
    assert (caught.value.code, caught.value.request_id, caught.value.issues[0].path) == ("too_long", "r", "content")


def test_goes_on_with_the_parts_that_are_missing(tmp_path: pathlib.Path) -> None:
    mb = 1024 * 1024
    file = tmp_path / "long.mp4"
    file.write_bytes(bytes(20 * mb))
    arrived: set[int] = set()
    log: list[str] = []
    sizes = [8 * mb, 8 * mb, 4 * mb]
    media = {"id": "00000000-0000-4000-8000-000000000001", "object_key": "k", "content_type": "video/mp4", "size_bytes": 20 * mb, "title": "t", "alt_text": "a", "version": 1, "created_at": 1}

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
            return httpx.Response(200, json={"data": media})
        return httpx.Response(200, json={"data": {"id": "s1", "upload_url": None, "headers": None}})

    progress: list[int] = []
    with Publisher("https://p.example", "k", transport=httpx.MockTransport(answer)) as publisher:
        stored = publisher.upload(file, on_progress=lambda sent, _: progress.append(sent // mb))
    assert str(stored.id) == media["id"]
    assert [line for line in log if line.startswith("PUT")] == ["PUT /0", "PUT /1", "PUT /1", "PUT /2"]
    assert progress == [8, 16, 20]


@running
def test_posts_a_picture() -> None:
    with Publisher(BASE_URL, API_KEY) as publisher:
        accounts = [each for each in publisher.accounts() if each.social_provider.name == "instagram"]
        picture = publisher.upload(PICTURE, description="A beach")
        body = {"title": "Python", "media": {"media_asset_ids": [str(picture.id)]}, "accounts": [str(each.id) for each in accounts]}
        assert publisher.validate("feed", body).valid
        id = publisher.post("feed", body, idempotency_key="python-1")
        assert publisher.post("feed", body, idempotency_key="python-1") == id
        assert publisher.settled(id, every=0.2).status == "published"
        assert id in [str(each.id) for each in publisher.posts(status="published")]
        with pytest.raises(PublisherError) as caught:
            publisher.post("text", {"content": "x" * 3000, "accounts": []})
        assert [issue.path for issue in caught.value.issues] == ["content", "accounts"]


@running
def test_does_the_same_asynchronously() -> None:
    async def run() -> tuple[list[str], int]:
        async with AsyncPublisher(BASE_URL, API_KEY) as publisher:
            accounts = await publisher.accounts()
            posts = [each async for each in publisher.posts()]
            return [each.social_provider.name for each in accounts], len(posts)

    names, count = asyncio.run(run())
    assert "instagram" in names and count >= 1
