"""Keys, signed notes and checkpoints."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from api.evidence import keys
from api.evidence.keys import BadKeyFile
from api.evidence.note import (
    BadNote,
    Checkpoint,
    SigningKey,
    checkpoint,
    opened,
    public_key,
    signing_key,
)

# The worked example in the documentation of golang.org/x/mod/sumdb/note.
PETER_SIGNS = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
NOTE = TEXT + (
    "\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXg"
    "KvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


@pytest.fixture
def key() -> SigningKey:
    return SigningKey.new("example.com/floor")


@pytest.fixture
def signed(key: SigningKey) -> str:
    return key.sign(Checkpoint(key.name, 7, bytes(32)).text())


def test_the_published_note_is_signed_to_the_letter() -> None:
    assert signing_key(PETER_SIGNS).sign(TEXT) == NOTE
    assert signing_key(PETER_SIGNS).public.text() == PETER
    assert opened(NOTE, public_key(PETER)) == TEXT


def test_keys_are_read_back_from_their_lines(key: SigningKey) -> None:
    assert signing_key(key.text() + "\n") == key
    assert public_key(key.public.text()) == key.public


def test_a_checkpoint_is_origin_size_and_root(key: SigningKey, signed: str) -> None:
    assert signed.splitlines()[:3] == ["example.com/floor", "7", "A" * 43 + "="]
    assert checkpoint(signed, key.public) == Checkpoint(key.name, 7, bytes(32))


def test_a_changed_size_does_not_fit_the_signature(key: SigningKey, signed: str) -> None:
    with pytest.raises(BadNote, match="does not fit the text"):
        checkpoint(signed.replace("\n7\n", "\n8\n"), key.public)


def test_another_log_with_the_same_name_is_another_key(key: SigningKey, signed: str) -> None:
    with pytest.raises(BadNote, match="not by the key"):
        checkpoint(signed, SigningKey.new(key.name).public)


def test_a_signature_by_the_right_key_among_others_is_found(key: SigningKey, signed: str) -> None:
    witness = SigningKey.new("witness.example/w1").sign("x\n").splitlines()[-1]

    assert checkpoint(signed + witness + "\n", key.public).size == 7


def test_a_checkpoint_of_another_origin_is_refused(key: SigningKey) -> None:
    note = key.sign(Checkpoint("example.com/other", 7, bytes(32)).text())

    with pytest.raises(BadNote, match=r"wanted one of 'example\.com/floor'"):
        checkpoint(note, key.public)


@pytest.mark.parametrize("text", ["", "example.com/floor\n", "example.com/floor\n-1\nAAAA\n"])
def test_a_signed_text_that_is_no_checkpoint_is_refused(key: SigningKey, text: str) -> None:
    with pytest.raises(BadNote):
        checkpoint(key.sign(text), key.public)


@pytest.mark.parametrize("note", ["", "text\n", "text\n\nno signature\n", "text\n\n\u2014 a b"])
def test_what_is_no_note_is_refused(key: SigningKey, note: str) -> None:
    with pytest.raises(BadNote):
        opened(note, key.public)


@pytest.mark.parametrize("line", ["", "a+b", PETER[:-4], PETER.replace("c74f", "c74e"), "a b+c+d"])
def test_what_is_no_key_is_refused(line: str) -> None:
    with pytest.raises(BadNote):
        public_key(line)
    with pytest.raises(BadNote):
        signing_key("PRIVATE+KEY+" + line)


def test_a_broken_secret_is_not_repeated_in_the_error() -> None:
    with pytest.raises(BadNote) as refused:
        signing_key(PETER_SIGNS.replace("c74f", "c74e"))

    assert "AYEK" not in str(refused.value)
    assert "seed" not in repr(signing_key(PETER_SIGNS))


class TestKeyFile:
    def test_only_the_owner_can_read_a_new_key(self, tmp_path: Path) -> None:
        path = tmp_path / "inner" / "log.key"
        made = keys.create(path, "example.com/floor")

        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert keys.load(path) == made

    def test_a_key_is_never_written_over_another(self, tmp_path: Path) -> None:
        made = keys.load_or_create(tmp_path / "log.key")

        with pytest.raises(BadKeyFile, match="exists"):
            keys.create(tmp_path / "log.key", "example.com/floor")
        assert keys.load_or_create(tmp_path / "log.key") == made

    @pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
    def test_a_key_that_others_can_read_is_refused(self, tmp_path: Path, mode: int) -> None:
        path = tmp_path / "log.key"
        keys.create(path, "example.com/floor")
        path.chmod(mode)

        with pytest.raises(BadKeyFile, match=rf"found mode {mode:04o}; allowed: 0600"):
            keys.load(path)

    def test_a_file_with_something_else_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "log.key"
        path.write_bytes(b"\xff\xfe")
        path.chmod(0o600)

        with pytest.raises(BadKeyFile, match="something else than text"):
            keys.load(path)
        path.write_text("nothing")
        with pytest.raises(BadKeyFile, match=r"log\.key.*a signing key"):
            keys.load(path)
