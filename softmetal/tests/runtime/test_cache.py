"""The binary cache: damaged, unwritable, full, and shared by processes at the same time."""

import hashlib
import os
import resource
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest


def load(program, folder, size: str = "") -> float:
    """Load the test library with this cache folder and limit: milliseconds."""
    took, value = program("library").check("load", SOFTMETAL_CACHE=str(folder), SOFTMETAL_CACHE_SIZE=size).split()
    assert value == "7"
    return float(took)


def entries(folder):
    """Program binaries; the answer to whether the runtime takes C++ is an entry of 3 bytes."""
    return sorted(path for path in folder.iterdir() if path.stat().st_size > 1000)


def is_sound(path) -> bool:
    """The format of an entry: magic, length and SHA-256 of the bytes that follow."""
    content = path.read_bytes()
    magic, head = b"softmtl1", 48
    body = content[head:]
    return content[:head] == magic + len(body).to_bytes(8, "little") + hashlib.sha256(body).digest()


@pytest.fixture
def filled(program, tmp_path):
    folder = tmp_path / "cache"
    load(program, folder)
    assert len(entries(folder)) == 1
    assert all(path.suffix == ".bin" and is_sound(path) for path in folder.iterdir())
    return folder


def test_a_second_load_uses_the_entry(program, filled):
    before = {path: path.stat().st_mtime_ns for path in filled.iterdir()}
    load(program, filled)
    assert {path: path.stat().st_mtime_ns for path in filled.iterdir()} == before


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped", "longer", "text"])
def test_damaged_entry_is_built_again(program, filled, damage):
    path = entries(filled)[0]
    whole = path.read_bytes()
    middle = len(whole) // 2
    damaged = {
        "truncated": whole[:middle],
        "empty": b"",
        "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "longer": whole + b"x",
        "text": b"not a binary\n" * 100,
    }[damage]
    path.write_bytes(damaged)
    assert not is_sound(path)
    load(program, filled)
    assert is_sound(path)


def test_entry_that_the_runtime_refuses_is_built_again(program, filled):
    """A sound entry whose bytes are no program: header and digest are right, the driver says no."""
    path = entries(filled)[0]
    probe = next(each for each in filled.iterdir() if each != path)
    path.write_bytes(probe.read_bytes())
    load(program, filled)
    assert path.stat().st_size > 1000


def test_entry_is_a_folder(program, filled):
    path = entries(filled)[0]
    path.unlink()
    path.mkdir()
    load(program, filled)
    assert path.is_dir()
    assert all(each.suffix == ".bin" for each in filled.iterdir())  # no temporary file is left


def test_folder_that_cannot_be_made(program, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("")
    load(program, blocker / "cache")
    assert blocker.read_text() == ""


def run_with(program, folder, prepare=None, wrapper=()):
    """The test library loaded by a process that is prepared, or started by another program."""
    return subprocess.run(
        [*wrapper, str(program("library").path), "load"],
        env=os.environ | {"SOFTMETAL_CACHE": str(folder)},
        preexec_fn=prepare,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_full_disk(program, tmp_path):
    """No file may grow: as on a full disk, each write fails."""

    def no_space() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    folder = tmp_path / "cache"
    done = run_with(program, folder, no_space)  # on stderr the OpenCL runtime may complain about a file of its own
    assert (done.returncode, done.stdout.split()[1]) == (0, "7")
    assert list(folder.iterdir()) == []


def test_killed_in_the_midst_of_a_write(program, filled):
    """The system ends a process whose file grows beyond the limit: half an entry is there, under another name."""

    def short_files() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    (entry,) = entries(filled)
    entry.unlink()
    assert run_with(program, filled, short_files).returncode == -signal.SIGXFSZ
    (partial,) = filled.glob("*.bin.*")
    assert partial.stat().st_size == 4096 and not entry.exists()
    load(program, filled)
    assert is_sound(entry)


def test_read_only_folder(program, filled):
    """Entries are used, and what is not there is made and not kept."""
    # The superuser writes everywhere unless that is taken from the process.
    wrapper = ("setpriv", "--bounding-set=-dac_override") if os.getuid() == 0 else ()
    before = {path.name for path in filled.iterdir()}
    filled.chmod(0o555)
    done = run_with(program, filled, wrapper=wrapper)
    assert (done.returncode, done.stderr, done.stdout.split()[1]) == (0, "", "7")
    filled.chmod(0o755)
    entries(filled)[0].unlink()
    filled.chmod(0o555)
    done = run_with(program, filled, wrapper=wrapper)
    filled.chmod(0o755)
    assert (done.returncode, done.stderr, done.stdout.split()[1]) == (0, "", "7")
    assert len(before) == 2 and len(list(filled.iterdir())) == 1


@pytest.mark.parametrize("kind", ["pipe", "link to nothing", "link to itself"])
def test_entry_is_no_file(program, filled, kind):
    (entry,) = entries(filled)
    entry.unlink()
    if kind == "pipe":
        os.mkfifo(entry)
    else:
        entry.symlink_to("nothing" if kind == "link to nothing" else entry.name)
    load(program, filled)
    assert not entry.is_symlink() and is_sound(entry)


def test_clock_that_was_set_back(program, filled):
    """Entries of the future are used as others are, and count as used now."""
    (entry,) = entries(filled)
    future = time.time() + 1e8
    os.utime(entry, (future, future))
    load(program, filled)
    assert is_sound(entry) and entry.stat().st_atime < time.time() + 60


def test_processes_at_once(program, tmp_path):
    folder = tmp_path / "deep" / "er" / "cache"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: load(program, folder), range(4)))
    assert len(entries(folder)) == 1
    assert all(path.suffix == ".bin" for path in folder.iterdir())


def test_settings_of_the_compiler_are_in_the_key(program, filled):
    """What another CL_CONFIG_* compiled is not taken for one's own."""
    environment = {"SOFTMETAL_CACHE": str(filled), "CL_CONFIG_USE_VECTORIZER": "False"}
    program("library").check("load", **environment)
    assert len(entries(filled)) == 2
    program("library").check("load", **environment)
    assert len(entries(filled)) == 2


def put(folder, name, age, size=100_000):
    """A file last used that many seconds ago."""
    path = folder / name
    path.write_bytes(bytes(size))
    now = time.time()
    os.utime(path, (now - age, now))
    return path


def test_least_recently_used_entries_go_first(program, filled):
    (own,) = entries(filled)
    oldest, older, newer = (put(filled, f"{name}.bin", age) for name, age in [("a", 3000), ("c", 2000), ("b", 1000)])
    foreign = put(filled, "notes.txt", 9000)
    load(program, filled, "200K")  # all is there: nothing is written, nothing removed
    assert oldest.exists() and own.exists()
    own.unlink()
    load(program, filled, "200K")
    assert [path.exists() for path in (oldest, older, newer, foreign)] == [False, False, True, True]
    assert is_sound(own)


def test_a_used_entry_counts_as_new(program, filled):
    (own,) = entries(filled)
    os.utime(own, (0, own.stat().st_mtime))
    load(program, filled)
    assert time.time() - own.stat().st_atime < 60


def test_limit_smaller_than_one_entry(program, tmp_path):
    folder = tmp_path / "cache"
    load(program, folder, "1")
    load(program, folder, "1")
    assert list(folder.iterdir()) == []


def test_abandoned_partial_files_are_removed(program, filled):
    abandoned, fresh = filled / "x.bin.AbCdEf", filled / "x.bin.GhIjKl"
    for path in (abandoned, fresh):
        path.write_bytes(b"half")
    os.utime(abandoned, (0, 0))
    entries(filled)[0].unlink()
    load(program, filled)
    assert not abandoned.exists() and fresh.exists()


def test_malformed_size_is_told(program):
    errors = program("library").run("load", SOFTMETAL_CACHE_SIZE="1X").errors
    assert errors == f'softmetal: SOFTMETAL_CACHE_SIZE: "1X" is no number from 1 to {2**63 - 1}\n'


@pytest.mark.parametrize(("variable", "subfolder"), [("XDG_CACHE_HOME", "softmetal"), ("HOME", ".cache/softmetal")])
def test_default_folders(program, tmp_path, variable, subfolder):
    environment = {"SOFTMETAL_CACHE": "", "XDG_CACHE_HOME": "", variable: str(tmp_path)}
    program("library").check("load", **environment)
    assert len(entries(tmp_path / subfolder)) == 1
