"""Each Python block of the README runs as printed, in a folder that has only a key file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SDK = Path(__file__).resolve().parents[1]
BLOCKS = re.findall(r"^```python\n(.*?)^```$", (SDK / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_readme_has_programs() -> None:
    assert len(BLOCKS) == 10


@pytest.mark.parametrize("index", range(len(BLOCKS)))
def test_a_program_of_the_readme_runs(index: int, key_file: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sandbox-key.json").write_text(key_file.read_text("utf-8"), "utf-8")
    # A key in the environment of the tests may be a real one, and the programs place orders.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CROSSBOOK_")}
    if "to_pandas" in BLOCKS[index]:
        pytest.importorskip("pandas")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKS[index]],
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(SDK / "src")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != ""
