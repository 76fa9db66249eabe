"""The key of a program, from a key file or the environment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from crossbook._json import no_fields

_KEY_FILE = "./data/sandbox-key.json"
_BASE_URL = "http://127.0.0.1:8787"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The address of a service and a key of it."""

    base_url: str
    key_id: str
    private_key: str = field(repr=False)
    """The base64 seed of 32 bytes."""


def credentials_from_file(path: str | os.PathLike[str]) -> Credentials:
    """The credentials of a key file, `{"base_url","key_id","private_key"}`.

    Raises OSError if it cannot be read, and ValueError (without the key) if a field is missing.
    """
    content: Any = json.loads(Path(path).read_text("utf-8"))
    file = cast("Mapping[str, object]", content) if isinstance(content, dict) else no_fields()
    return Credentials(**{name: _field(file, name, path) for name in ("base_url", "key_id", "private_key")})


def credentials_from_env(env: Mapping[str, str] | None = None) -> Credentials:
    """The credentials of `CROSSBOOK_KEY_ID` and `CROSSBOOK_PRIVATE_KEY`, or else of the file `CROSSBOOK_KEY_FILE`.

    `CROSSBOOK_BASE_URL` replaces the address. Raises ValueError if only one of the first two is set: using another
    key than the intended one would be worse than an error.
    """
    env = os.environ if env is None else env
    base_url, key_id, private_key = (
        env.get(f"CROSSBOOK_{name}", "") for name in ("BASE_URL", "KEY_ID", "PRIVATE_KEY")
    )
    if key_id and private_key:
        return Credentials(base_url=base_url or _BASE_URL, key_id=key_id, private_key=private_key)
    if key_id or private_key:
        raise ValueError("set both CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY, or neither")
    file = credentials_from_file(env.get("CROSSBOOK_KEY_FILE") or _KEY_FILE)
    return Credentials(base_url=base_url or file.base_url, key_id=file.key_id, private_key=file.private_key)


def _field(file: Mapping[str, object], name: str, path: str | os.PathLike[str]) -> str:
    value = file.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{os.fspath(path)}: {name} is missing")
    return value
