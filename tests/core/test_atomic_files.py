"""Files are written all or not at all."""

import os
import stat
from pathlib import Path

import pytest

from seq2see.core.files import beside, write_bytes, write_text


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def test_a_file_is_written_and_nothing_else_stays(tmp_path):
    write_text(tmp_path / "new" / "deep" / "a.txt", "ä\n")
    assert (tmp_path / "new" / "deep" / "a.txt").read_bytes() == "ä\n".encode()
    assert names_in(tmp_path / "new" / "deep") == ["a.txt"]


def test_a_failure_while_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "a"
    write_bytes(path, b"old")
    with pytest.raises(RuntimeError), beside(path) as temporary:
        temporary.write_bytes(b"half of the ne")
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["a"]


def test_nothing_is_seen_at_the_place_before_all_is_written(tmp_path):
    path = tmp_path / "a"
    with beside(path) as temporary:
        temporary.write_bytes(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failing_disk_leaves_the_old_file(tmp_path, monkeypatch, failing):
    path = tmp_path / "a"
    write_bytes(path, b"old")

    def fail(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OSError, match="No space"):
        write_bytes(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["a"]


def test_the_content_is_on_the_disk_before_the_move(tmp_path, monkeypatch):
    happened = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda h: (happened.append("fsync"), fsync(h))[1])
    monkeypatch.setattr(os, "replace", lambda a, b: (happened.append("replace"), replace(a, b))[1])
    write_bytes(tmp_path / "a", b"new")
    assert happened == ["fsync", "replace"]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_permissions_follow_the_umask(tmp_path, mask):
    before = os.umask(mask)
    try:
        write_bytes(tmp_path / "a", b"")
        assert os.umask(mask) == mask  # asking for the mask has not changed it
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o666 & ~mask


def test_a_link_keeps_pointing_where_it_did(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced():
    """As root, renaming over `/dev/null` would work, and break the machine."""
    before = Path(os.devnull).stat()
    write_bytes(Path(os.devnull), b"gone")
    after = Path(os.devnull).stat()
    assert stat.S_ISCHR(after.st_mode)
    assert (after.st_ino, after.st_dev) == (before.st_ino, before.st_dev)
