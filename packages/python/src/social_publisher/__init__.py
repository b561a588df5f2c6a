"""Typed client of a Social Publisher."""

from ._async_client import AsyncPublisher
from ._client import Publisher
from ._errors import PublisherError, SettleTimeout, Unreachable

__all__ = ["AsyncPublisher", "Publisher", "PublisherError", "SettleTimeout", "Unreachable"]
