"""What can go wrong with a call: the service refuses it, or does not answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Issue:
    """One thing that is wrong. ``path`` names the field: ``hashtags[3]``."""

    code: str
    message: str
    path: str | None = None


class Unreachable(Exception):
    """No answer came. The request may have taken effect; with the same key it can be repeated."""


class SettleTimeout(Exception):
    """A post had not settled in time. It goes on; ``settled`` can be called again."""


class PublisherError(Exception):
    """A refusal of the service: what is wrong, field by field."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            body: Any = response.json()
        except ValueError:
            body = {}
        if not isinstance(body, dict):
            body = {}
        limit = body.get("error")
        limit = limit if isinstance(limit, dict) else {}
        errors = [each for each in body.get("errors") or [] if isinstance(each, dict)]
        self.status = response.status_code
        self.issues = [Issue(str(e.get("code")), str(e.get("message")), e.get("path")) for e in errors]
        self.code: str = self.issues[0].code if self.issues else str(limit.get("type", "unknown"))
        self.request_id: str | None = response.headers.get("X-Request-Id")
        seconds = response.headers.get("Retry-After", "")
        self.retry_after_seconds: int | None = int(seconds) if re.fullmatch("[0-9]{1,9}", seconds) else None
        ask = " Is that the address of the API?" if self.status < 500 else ""
        super().__init__(body.get("message") or limit.get("message") or f"The service answered {self.status}.{ask}")
