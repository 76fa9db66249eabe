"""Records as tables of pandas, polars or Arrow, which are imported when they are first needed."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from typing import Any, Literal, TypeAlias, cast

PriceFormat: TypeAlias = Literal["decimal", "float", "str"]

_FORMATS: dict[str, Callable[[Decimal], Any]] = {"decimal": lambda value: value, "float": float, "str": str}


def to_columns(records: Sequence[object], prices: PriceFormat) -> dict[str, list[Any]]:
    """A column for each field, in the order of the fields; records inside records become dictionaries.

    Raises ValueError for another format of prices.
    """
    if prices not in _FORMATS:
        raise ValueError(f"prices must be one of {', '.join(_FORMATS)}")
    rows = [_plain(record, _FORMATS[prices]) for record in records]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}


def to_pandas(records: Sequence[object], prices: PriceFormat) -> Any:
    return _load("pandas").DataFrame(to_columns(records, prices))


def to_polars(records: Sequence[object], prices: PriceFormat) -> Any:
    return _load("polars").DataFrame(to_columns(records, prices), strict=False)


def to_arrow(records: Sequence[object], prices: PriceFormat) -> Any:
    return _load("pyarrow", "arrow").table(to_columns(records, prices))


def _plain(value: object, of_decimal: Callable[[Decimal], Any]) -> Any:
    if isinstance(value, Decimal):
        return of_decimal(value)
    if is_dataclass(value):
        named = [(each.name, getattr(value, each.name)) for each in fields(value) if each.name != "extra"]
        return {name: _plain(of, of_decimal) for name, of in named}
    if isinstance(value, tuple):
        return [_plain(each, of_decimal) for each in cast("tuple[object, ...]", value)]
    return value


def _load(module: str, extra: str | None = None) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{module} is not installed: pip install crossbook[{extra or module}]") from error
