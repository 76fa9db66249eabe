"""The signature: the vectors of the contract, and the canonical query against the TypeScript client."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import IO

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import NOW_MS, SEED

from crossbook._inputs import canonical_query, path_segment
from crossbook._signing import Signer

BODY = (
    b'{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC",'
    b'"price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}'
)
VECTORS = [
    (
        ("POST", "/v1/orders", {}, BODY),
        "ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ==",
    ),
    (
        ("GET", "/v1/markets/search", {"venue": "Demo", "q": "rain in london", "status": "OPEN"}, None),
        "NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==",
    ),
    (
        ("GET", "/v1/venues", {}, None),
        "UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==",
    ),
]


@pytest.fixture
def signer() -> Signer:
    return Signer("key_demo_1", SEED, lambda: NOW_MS)


@pytest.mark.parametrize(("request_parts", "signature"), VECTORS)
def test_the_signature_of_a_request_is_that_of_the_vector(signer: Signer, request_parts, signature) -> None:
    method, path, pairs, body = request_parts
    headers = signer.headers(method, path, canonical_query(pairs), body, signer.timestamp(is_once=False))
    assert headers == {"X-Key-Id": "key_demo_1", "X-Timestamp": str(NOW_MS), "X-Signature": signature}


def test_the_query_of_a_handshake_is_that_of_the_vector(signer: Signer) -> None:
    assert signer.handshake_query("/v1/ws/positions", {"subaccount_id": "sa_1"}) == (
        "key_id=key_demo_1&sig=NEhnndb%2BpUWGNxW%2F5YNTbYC6N9A%2BWG5pAFPOct59KBiogOn3ZFi%2B1bfB%2FxfhGO6yQ7YV9Cp0Xp8m"
        "JzBdF64tAA%3D%3D&subaccount_id=sa_1&ts=1782907200000"
    )


def test_equal_writes_in_one_millisecond_have_different_timestamps(signer: Signer) -> None:
    assert [signer.timestamp(is_once=True) for _ in range(3)] == [NOW_MS, NOW_MS + 1, NOW_MS + 2]
    assert signer.timestamp(is_once=False) == NOW_MS


def test_a_clock_set_to_the_service_counts_from_its_time(signer: Signer) -> None:
    signer.timestamp(is_once=True)
    signer.set_clock(NOW_MS - 60_000)
    assert signer.timestamp(is_once=True) == NOW_MS - 60_000


@pytest.mark.parametrize("seed", ["", "AAEC", "not base64!", SEED[:-5]])
def test_a_key_that_is_no_seed_is_refused_without_showing_it(seed: str) -> None:
    with pytest.raises(ValueError, match="seed of 32 bytes") as refused:
        Signer("key_demo_1", seed, lambda: NOW_MS)
    assert seed == "" or seed not in str(refused.value)


def test_a_seed_in_the_url_alphabet_without_padding_is_accepted() -> None:
    Signer("key_demo_1", SEED.replace("+", "-").replace("/", "_").rstrip("="), lambda: NOW_MS)


@pytest.mark.parametrize("segment", ["", ".", ".."])
def test_an_id_that_would_change_the_path_is_refused(segment: str) -> None:
    with pytest.raises(ValueError, match="not an id"):
        path_segment(segment)


def test_a_native_id_is_one_segment() -> None:
    assert path_segment("Demo:A/B?c d") == "Demo%3AA%2FB%3Fc%20d"


@pytest.fixture(scope="module")
def typescript_signer() -> Iterator[subprocess.Popen[str]]:
    """A process that reads pairs as lines of JSON and writes their canonical query in the TypeScript client."""
    node = os.environ.get("CROSSBOOK_TEST_NODE")
    if node is None or shutil.which(node) is None:
        pytest.skip("no Node that runs TypeScript: run npm test -- test/sdk/python-sdk.test.ts")
    program = (
        f"import {{ canonicalQuery }} from '{(ROOT / 'sdk/src/query.ts').as_uri()}';"
        "import { createInterface } from 'node:readline';"
        "for await (const line of createInterface({ input: process.stdin }))"
        " console.log(canonicalQuery(JSON.parse(line)));"
    )
    command = [node, "--input-type=module", "-e", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        pipe(process.stdin).close()


# Names of integers are left out: JavaScript moves them to the front of an object, and no parameter has such a name.
NAMES = st.text(st.characters(blacklist_categories=["Cs", "Nd"]))
VALUES = st.text(st.characters(blacklist_categories=["Cs"]))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300, derandomize=True
)
@given(pairs=st.dictionaries(NAMES.filter(lambda name: name != "__proto__"), VALUES, max_size=6))
def test_the_canonical_query_is_that_of_the_typescript_client(typescript_signer, pairs: dict[str, str]) -> None:
    pipe(typescript_signer.stdin).write(json.dumps(pairs) + "\n")
    pipe(typescript_signer.stdin).flush()
    answer = pipe(typescript_signer.stdout).readline()  # read first: an answer left behind would be that of the next
    assert canonical_query(pairs) == answer.removesuffix("\n")


def pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None, "the process has pipes"
    return stream
