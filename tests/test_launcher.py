"""The launcher, mostly in a copy whose Python is a stub, so that every path of it runs fast and offline."""

import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("kronland", ".ci/run")

# What the launcher may call, and the stub besides (chmod, touch). PATH holds nothing else, so that a new need
# is noticed here and not on a bare machine.
# fmt: off
TOOLS = [
    "cat", "chmod", "cksum", "date", "dirname", "grep", "id", "ln", "mkdir", "mv", "readlink", "rm", "rmdir",
    "sed", "sh", "sleep", "sort", "tail", "touch", "tr",
]
# fmt: on

# Stands in for python3, and as a copy for .venv/bin/python. What it was called with goes to $CALLS.
FAKE_PYTHON = r"""#!/bin/sh
echo "$*" >>"$CALLS"
case $* in
    *version_info*) echo "${FAKE_VERSION:-3.12}" ;;
    *ensurepip*) exit "${FAKE_NO_VENV:-0}" ;;
    "-m venv "*) mkdir -p "$3/bin" && cat "$0" >"$3/bin/python" && chmod +x "$3/bin/python" ;;
    "-m pip config "*) echo "${FAKE_INDEX-}" ;;
    "-m pip install "*" uv") exit "${FAKE_NO_UV:-0}" ;;
    "-m uv "*|"-m pip "*)
        if [ "$2" = uv ]; then echo "from <${UV_DEFAULT_INDEX-}>" >>"$CALLS"; fi
        echo "Collecting numba"
        if [ "$2" = uv ] && [ -n "${FAKE_UV_FAILS-}" ]; then exit 1; fi
        if [ -n "${FAKE_PIP_FAILS-}" ]; then echo "ERROR: no numba today"; exit 1; fi
        if [ -n "${FAKE_PIP_WAITS-}" ]; then touch "$FAKE_PIP_WAITS"; sleep 20; fi
        ;;
    *) shift 3; printf 'ran in %s with' "$PWD"; printf ' <%s>' "$@"; echo ;;
esac
"""


class Sandbox:
    """A copy of the launcher, a PATH of its own, and what the stub of Python was asked."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a project"
        self.bin = folder / "bin"
        self.calls_file = folder / "calls"
        self.root.mkdir()
        self.bin.mkdir()
        for name in ("kronland", "pyproject.toml", "constraints.txt"):
            shutil.copy(ROOT / name, self.root / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, f"this machine lacks {tool}"
            (self.bin / tool).symlink_to(found)
        self.python = self.bin / "python3"
        self.python.write_text(FAKE_PYTHON)
        self.python.chmod(0o755)

    def command(self, name: str, text: str) -> None:
        """Puts a command of our own on the PATH."""
        path = self.bin / name
        path.unlink(missing_ok=True)  # it may be a link to the machine's
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    @property
    def launcher(self) -> Path:
        return self.root / "kronland"

    @property
    def stamp(self) -> Path:
        return self.root / ".venv" / "kronland.stamp"

    def env(self, **extra: str) -> dict[str, str]:
        return {"PATH": str(self.bin), "CALLS": str(self.calls_file), **extra}

    def start(self, *args: str, cwd: Path | None = None, **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.launcher), *args],
            cwd=cwd or self.root,
            env=self.env(**extra),
            capture_output=True,
            text=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
        )

    def calls(self) -> list[str]:
        """What Python was asked since the last look."""
        lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
        self.calls_file.unlink(missing_ok=True)
        return lines

    def installs(self) -> list[str]:
        """Of what; uv comes before each."""
        asked = [call.split()[1] + " " + call.rsplit(" ", 1)[1] for call in self.calls() if " install " in call]
        assert asked[0::2] == ["pip uv"] * len(asked[1::2])
        assert all(one.startswith("uv ") for one in asked[1::2])
        return [one.removeprefix("uv ") for one in asked[1::2]]


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def without(package: str) -> pytest.MarkDecorator:
    why = os.environ.get(f"KRONLAND_WITHOUT_{package.upper()}", f"no {package} here")
    return pytest.mark.skipif(shutil.which(package) is None and os.environ.get("CI") != "true", reason=why)


@without("shellcheck")
def test_shellcheck_finds_nothing() -> None:
    found = subprocess.run(["shellcheck", *SCRIPTS], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


@without("dash")
def test_dash_runs_it(box: Sandbox) -> None:
    dash = shutil.which("dash")
    assert dash
    (box.bin / "sh").unlink()
    (box.bin / "sh").symlink_to(dash)
    done = subprocess.run(["sh", str(box.launcher), "games"], env=box.env(), cwd=box.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("with <games>\n")


@pytest.mark.skipif(Path(sys.prefix) != ROOT / ".venv", reason="these tests do not run in the launcher's environment")
def test_the_real_one_runs_through_a_link_from_another_folder(tmp_path: Path) -> None:
    link = tmp_path / "k"
    link.symlink_to(ROOT / "kronland")
    done = subprocess.run([str(link), "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "simulate" in done.stdout
    assert "installing" not in done.stderr


def test_first_start_sets_up_and_later_starts_only_run(box: Sandbox) -> None:
    first = box.start("games")
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"ran in {box.root} with <games>\n"
    assert "making an environment" in first.stderr
    assert "ready after" in first.stderr
    assert box.installs() == [".[server]"]

    second = box.start("games")
    assert second.stdout == first.stdout
    assert second.stderr == ""
    assert box.calls() == ["-P -m kronland games"]


def test_arguments_folder_and_status_pass_untouched(box: Sandbox, tmp_path: Path) -> None:
    box.start()
    near, far = tmp_path / "near", tmp_path / "far"
    near.symlink_to("far")  # a chain: relative, then absolute
    far.symlink_to(box.launcher)
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    args = ["show", "a b", "*", "", "--at=3", "-x"]
    done = subprocess.run([str(near), *args], cwd=elsewhere, env=box.env(), capture_output=True, text=True)
    assert done.stdout == f"ran in {elsewhere} with" + "".join(f" <{arg}>" for arg in args) + "\n"

    (box.root / ".venv" / "bin" / "python").write_text("#!/bin/sh\nexit 7\n")
    assert box.start("games").returncode == 7


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_pins_install_again_with_all_extras(box: Sandbox, name: str) -> None:
    box.start()
    box.start(KRONLAND_EXTRAS="openspiel")
    assert box.installs() == [".[server]", ".[openspiel,server]"]
    with (box.root / name).open("a") as file:
        file.write("# changed\n")
    assert box.start().returncode == 0
    assert box.installs() == [".[openspiel,server]"]
    box.start(KRONLAND_EXTRAS="openspiel")
    assert box.installs() == []


def test_unknown_extra_names_the_known_ones(box: Sandbox) -> None:
    done = box.start(KRONLAND_EXTRAS="opnspiel")
    assert done.returncode == 1
    assert "no extra 'opnspiel'" in done.stderr
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert done.stderr.rstrip().endswith(f"has: {' '.join(extras)}")
    assert not (box.root / ".venv").exists()


def test_moved_folder_gets_a_new_environment(box: Sandbox) -> None:
    box.start()
    box.root = box.root.rename(box.root.with_name("moved"))
    done = box.start("games")
    assert "making .venv anew" in done.stderr
    assert done.stdout.startswith(f"ran in {box.root} ")
    assert [path.name for path in box.root.glob(".venv*")] == [".venv"]


def test_old_python_is_refused_with_what_would_be_right(box: Sandbox) -> None:
    done = box.start(FAKE_VERSION="3.9")
    assert done.returncode == 1
    assert "needs Python 3.11 to 3.14" in done.stderr
    assert "python3 is 3.9" in done.stderr
    assert not (box.root / ".venv").exists()


def test_no_python_at_all(box: Sandbox) -> None:
    box.python.unlink()
    done = box.start()
    assert done.returncode == 1
    assert "found none (tried: python3 python3.14" in done.stderr


def test_old_python3_does_not_hide_a_newer_one(box: Sandbox) -> None:
    box.python.rename(box.bin / "python3.13")
    box.command("python3", "echo 3.9")
    done = box.start()
    assert done.returncode == 0, done.stderr
    assert "(python3.13, Python 3.12)" in done.stderr  # the stub says 3.12 of itself


def test_named_python_is_the_only_one_tried(box: Sandbox) -> None:
    done = box.start(KRONLAND_PYTHON="/nowhere/python")
    assert done.returncode == 1
    assert "tried: /nowhere/python)" in done.stderr


def test_missing_venv_module_says_what_to_run(box: Sandbox) -> None:
    box.command("id", "echo 1000")
    box.command("apt-get", "exit 1")
    done = box.start(FAKE_NO_VENV="1")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("sudo apt-get install python3.12-venv")


def test_root_gets_the_venv_module_from_apt(box: Sandbox) -> None:
    box.command("id", "echo 0")
    box.command("apt-get", 'echo "apt $*" >>"$CALLS"; exit 1')
    done = box.start(FAKE_NO_VENV="1")
    assert done.returncode == 1
    assert "apt-get could not install python3.12-venv; everything it said is in" in done.stderr
    asked = [call.split()[-2:] for call in box.calls() if call.startswith("apt ")]
    assert asked == [["install", "python3.12-venv"], ["DPkg::Lock::Timeout=120", "update"]]


def test_failed_install_names_the_log_and_the_next_start_repairs(box: Sandbox) -> None:
    failed = box.start(FAKE_PIP_FAILS="1")
    assert failed.returncode == 1
    assert "ERROR: no numba today" in failed.stderr
    log = box.root / ".venv" / "kronland.log"
    assert str(log) in failed.stderr
    assert "Collecting numba" in log.read_text()
    assert not (box.root / ".venv.lock").is_symlink()
    assert box.start("games").returncode == 0
    assert box.start("games").stderr == ""


def test_failing_to_add_an_extra_leaves_the_rest_usable(box: Sandbox) -> None:
    box.start()
    assert box.start(KRONLAND_EXTRAS="openspiel", FAKE_PIP_FAILS="1").returncode == 1
    again = box.start("games")
    assert again.returncode == 0
    assert again.stderr == ""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_install_is_made_anew(box: Sandbox, tmp_path: Path, end: signal.Signals) -> None:
    box.start()
    reached = tmp_path / "reached"
    install = subprocess.Popen(
        [str(box.launcher)],
        env=box.env(KRONLAND_EXTRAS="openspiel", FAKE_PIP_WAITS=str(reached)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # a group of its own, which gets the signal as from a terminal
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(reached.exists)
    os.killpg(install.pid, end)
    assert install.wait(timeout=120) != 0
    assert not box.stamp.exists()

    box.calls()
    done = box.start("games")
    assert done.returncode == 0, done.stderr
    assert "making .venv anew" in done.stderr
    assert box.installs() == [".[server]"]
    assert [path.name for path in box.root.glob(".venv*")] == [".venv"]


def test_a_foreign_environment_is_left_alone(box: Sandbox) -> None:
    mine = box.root / ".venv" / "mine"
    mine.parent.mkdir()
    mine.touch()
    done = box.start()
    assert done.returncode == 1
    assert "not made by this launcher" in done.stderr
    assert mine.exists()


@pytest.mark.slow
def test_starts_at_the_same_time_install_once(box: Sandbox) -> None:
    (box.root / ".venv.lock").symlink_to("999999999")  # left behind by a process long dead
    starts = [
        subprocess.Popen(
            [str(box.launcher), "games"],
            env=box.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    for start in starts:
        out, err = start.communicate(timeout=120)
        assert start.returncode == 0, err
        assert out.endswith("with <games>\n")
    assert box.installs() == [".[server]"]
    assert [path.name for path in box.root.glob(".venv*")] == [".venv"]


@pytest.mark.parametrize("trouble", ["FAKE_NO_UV", "FAKE_UV_FAILS"])
def test_where_uv_cannot_be_had_or_fails_pip_installs(box: Sandbox, trouble: str) -> None:
    assert box.start("games", **{trouble: "1"}).returncode == 0
    installs = [call for call in box.calls() if " install " in call and call.endswith(".[server]")]
    assert installs[-1].startswith("-m pip ") and "--no-compile" in installs[-1]


def test_uv_takes_packages_from_where_pip_does(box: Sandbox) -> None:
    box.start("games", FAKE_INDEX="file:///of/pip")
    assert "from <file:///of/pip>" in box.calls()
    box.start("games", KRONLAND_EXTRAS="openspiel", FAKE_INDEX="file:///of/pip", PIP_INDEX_URL="file:///said")
    assert "from <file:///said>" in box.calls()


def test_what_python_compiles_is_kept_whatever_the_surroundings_say(box: Sandbox) -> None:
    box.start()
    (box.root / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho "kept: ${PYTHONDONTWRITEBYTECODE-yes}"\n')
    assert box.start("games", PYTHONDONTWRITEBYTECODE="1").stdout == "kept: yes\n"


def test_lint_takes_no_arguments(box: Sandbox) -> None:
    done = box.start("lint", "--fix")
    assert done.returncode == 2
    assert "lint takes no arguments, but was given: --fix" in done.stderr


def fit_for_tests(box: Sandbox) -> None:
    """An ordinary user on a machine without dash; with an apt-get nobody may use."""
    box.command("id", "echo 1000")
    box.command("apt-get", "exit 1")
    box.command("shellcheck", "exit 0")


def test_what_tests_lack_is_said_aloud_and_handed_to_them(box: Sandbox) -> None:
    fit_for_tests(box)
    python = box.root / ".venv" / "bin" / "python"
    box.start(KRONLAND_EXTRAS="test rl openspiel ray plots")
    python.write_text('#!/bin/sh\necho "$* / $KRONLAND_WITHOUT_DASH"\n')
    done = box.start("test", "-k", "a b")
    assert done.returncode == 0
    assert "kronland: SKIPPED: the tests that need dash do not run: no dash here" in done.stderr
    assert "shellcheck" not in done.stderr
    assert done.stdout.startswith("-m pytest -k a b / no dash here")


def test_ci_skips_nothing(box: Sandbox) -> None:
    fit_for_tests(box)
    done = box.start("test", CI="true")
    assert done.returncode == 1
    assert "CI needs dash" in done.stderr
    assert not any(call.startswith("-m pytest") for call in box.calls())
