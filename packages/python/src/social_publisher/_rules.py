"""What both clients decide alike: no input and output here."""

from __future__ import annotations

import mimetypes
import re
import uuid
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ._errors import PublisherError, Unreachable

PASSING = (429, 502, 503, 504)
READS = ("GET", "HEAD")
LONGEST_WAIT = 60.0
# How long a try waits by itself, and as long as the service may take to fetch a file, seconds.
TIMEOUT = 60.0
FETCH_TIMEOUT = 300.0
FIRST_WAIT = 0.5
# How long a request that may have taken effect is repeated: an hour less than the service keeps its key. A machine that is put to sleep with a
# request under way may wake up days later, and would post a second time.
MADE_AGAIN_WITHIN = 23 * 3600.0
# Files up to this size are sent in one request.
ONE_REQUEST_BYTES = 4 * 1024 * 1024
# A part of an upload session has at most this size.
ONE_PART_BYTES = 8 * 1024 * 1024
# Without anything more that arrived, this often.
UPLOAD_TRIES = 5
FIRST_UPLOAD_WAIT = 1.0
PAGE = 100


def api_url(base_url: str) -> str:
    """With or without ``/api`` and slashes at its end."""
    return f"{re.sub('/api(/v1)?$', '', base_url.rstrip('/'))}/api"


def origin_of(base_url: str) -> str:
    """The address as it was given where it is none: for messages."""
    url = httpx.URL(base_url)
    return f"{url.scheme}://{url.netloc.decode()}" if url.host else base_url


def reason_of(failure: Exception | None) -> str:
    """Why no answer came, as the system says it."""
    return f" ({str(failure) or type(failure).__name__})" if failure else ""


def headers_of(api_key: str) -> dict[str, str]:
    # None is what the environment gives for a variable that is not set. Without this check, the HTTP client refuses such a header with a
    # message that contains the key.
    if not re.fullmatch("[!-~]+", api_key or ""):
        raise ValueError("The API key is empty, or has spaces or other characters that keys do not have.")
    return {"X-Secret-Token": api_key}


def body_of(response: httpx.Response, *fields: str) -> dict[str, Any]:
    """:raises Unreachable: where the answer is not of the service, but of the dashboard, a proxy, the sign-in page of a network."""
    try:
        body: Any = response.json()
    except ValueError:
        body = None
    is_json = isinstance(body, dict)
    if not is_json or any(field not in body for field in fields):
        url, kind = response.request.url, response.headers.get("Content-Type", "an empty answer")
        what = "JSON of something else" if is_json else f"{kind} in place of JSON"
        raise Unreachable(
            f"The service did not answer: {response.request.method} {url.scheme}://{url.netloc.decode()} came back with {what}. "
            "Is that the address of the API?"
        )
    found: dict[str, Any] = body
    return found


def keyed(method: str, key: str | None) -> dict[str, str]:
    """Every POST is made once, however often it is sent."""
    # Without this check, the HTTP client refuses it with words about a codec.
    if key is not None and not re.fullmatch("[ -~]+", key):
        raise ValueError("The idempotency_key is empty, or has characters other than printable ASCII.")
    return {"Idempotency-Key": key or str(uuid.uuid4())} if method == "POST" else {}


def asked_wait(response: httpx.Response) -> float:
    given = response.headers.get("Retry-After")
    if given is None:
        return 0.0
    try:
        return max(0.0, float(given))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(given) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return 0.0


def rest_after(response: httpx.Response) -> float:
    """Seconds until the limit of the key begins anew, where this answer used up the last of it; else 0."""
    left = re.search(r"\br=0;t=([0-9]{1,9})", response.headers.get("RateLimit", ""))
    return float(left[1]) if left else 0.0


def is_cut(method: str, response: httpx.Response) -> bool:
    """Whether the answer to what takes effect breaks off: some connections end where they break, and nothing else tells."""
    if method in READS or not response.is_success or "json" not in response.headers.get("Content-Type", ""):
        return False
    try:
        response.json()
    except ValueError:
        return True
    return False


def wait_before_repeat(method: str, headers: Mapping[str, str], response: httpx.Response | None, tried: int, retries: int) -> float | None:
    """Seconds, or None where the request is not repeated: it may take effect twice, or the wait is the caller's to decide on."""
    # What met a rate limit was not carried out, whatever it is.
    limited = response is not None and response.status_code == 429
    if tried >= retries or not (limited or method in READS or "Idempotency-Key" in headers):
        return None
    back_off: float = FIRST_WAIT * 2**tried
    if response is None:
        return back_off
    in_flight = response.status_code == 409 and "Retry-After" in response.headers
    if response.status_code not in PASSING and not in_flight:
        return None
    asked = asked_wait(response)
    return None if asked > LONGEST_WAIT else max(asked, back_off)


def says_nothing_of_before(response: httpx.Response) -> bool:
    """Whether it is refused before the service looks whether it has had the request already, or by a page of something on the way."""
    status = response.status_code
    return status in (401, 403, 429) or (status < 500 and "json" not in response.headers.get("Content-Type", ""))


def post_id_of(response: httpx.Response) -> str:
    body_of(response)
    post_id = str(response.headers.get("Location", "")).rsplit("/", 1)[-1]
    if not post_id:
        raise Unreachable("The service did not answer: the answer to the post names no post. Is that the address of the API?")
    return post_id


def type_of(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def without_none(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def upload_start(name: str, size: int, content_type: str | None, title: str | None, description: str | None) -> dict[str, Any]:
    return without_none(
        file_name=name,
        content_type=content_type or type_of(name),
        size_bytes=size,
        title=title,
        description=description,
        in_parts=True if size > ONE_PART_BYTES else None,
    )


def part_headers(part: Mapping[str, Any]) -> dict[str, str]:
    return {name: value for name, value in (part.get("headers") or {}).items() if name.lower() != "host"}


def whole_as_part(session: Mapping[str, Any], size: int) -> dict[str, Any] | None:
    if session.get("upload_url") is None:
        return None
    return {"first_byte": 0, "size_bytes": size, "arrived": False, "upload_url": session["upload_url"], "headers": session["headers"]}


def is_gone(error: PublisherError) -> bool:
    """In the words of the service: a gateway that restarts says 404, too."""
    return error.status == 404 and error.code != "unknown"


def may_pass(error: PublisherError) -> bool:
    return error.status == 429 or error.status >= 500 or (error.status == 404 and error.code == "unknown")
