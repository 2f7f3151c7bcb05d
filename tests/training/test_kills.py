"""Killed at random moments and inside renames, a run ends as if it had never been killed."""

import os
import random
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "kill_training.py"


def test_five_kills_cost_nothing():
    """Real ones, each of another kind; `scripts/kill_training.py --kills 50` does the same."""
    seed = random.randrange(10**6)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--kills", "5", "--seed", str(seed)],
        capture_output=True, text=True, check=False, env=os.environ | {"OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    for place in ("moment", "before a rename", "inside a rename", "after a rename", "half a file"):
        assert f"  {place}: " in done.stdout
    assert done.stdout.count(": same\n") == 5
