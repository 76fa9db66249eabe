"""Shared fixtures. The tests of the service need `CROSSBOOK_TEST_KEY_FILE`, the key file of a running sandbox."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import settings

from crossbook import AsyncCrossbook, Crossbook
from crossbook.models import Instrument

# No folder of examples in the tree.
settings.register_profile("crossbook", database=None, deadline=None)
settings.load_profile("crossbook")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def key_file() -> Path:
    path = os.environ.get("CROSSBOOK_TEST_KEY_FILE")
    if path is None:
        pytest.skip("no service: run npm test -- test/sdk/python-sdk.test.ts")
    return Path(path)


@pytest.fixture
def client(key_file: Path) -> Iterator[Crossbook]:
    with Crossbook.from_key_file(key_file) as client:
        yield client


@pytest_asyncio.fixture
async def async_client(key_file: Path) -> AsyncIterator[AsyncCrossbook]:
    async with AsyncCrossbook.from_key_file(key_file) as client:
        yield client


@pytest.fixture
def market(client: Crossbook) -> Instrument:
    """An open market of Demo."""
    return client.markets.search(venue="Demo", status="OPEN", limit=1).items[0]
