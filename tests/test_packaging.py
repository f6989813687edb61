"""What is installed works without the checkout: from a wheel, from an sdist, and as an editable install."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from eemgit import __version__
from eemgit.resources import Kind, resource, tree

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = [kind.value for kind in Kind]

REPORT = """
import json, sys
import eemgit, eemgit.cli.main
from eemgit.resources import Kind, tree
trees = {kind.value: {path: len(data) for path, data in tree(kind).items()} for kind in Kind}
print(json.dumps({"package": eemgit.__file__, "trees": trees}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of `command`, run in `cwd` without anything that leads back to the checkout."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(target: str, source: Path, to: Path) -> Path:
    """The one archive that hatchling builds of the project in `source`."""
    run(sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", to, cwd=source)
    (built,) = to.iterdir()
    return built


def install(wheel: Path, folder: Path) -> Path:
    """The interpreter of a fresh environment that holds `wheel` and sees the libraries of this one."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    # A path in a .pth file is only added: .pth files inside it, such as that of an editable install, are not read.
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return build("wheel", CHECKOUT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    return build("sdist", CHECKOUT, tmp_path_factory.mktemp("sdist"))


def shipped() -> dict[str, dict[str, int]]:
    """What ships, as git would list it: path below each folder to size."""
    found: dict[str, dict[str, int]] = {}
    for name in FOLDERS:
        files = (path for path in (CHECKOUT / name).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        found[name] = {path.relative_to(CHECKOUT / name).as_posix(): path.stat().st_size for path in files}
    return found


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_a_wheel_works_with_the_checkout_out_of_reach(wheel, tmp_path):
    python = install(wheel, tmp_path / "env")
    report = json.loads(run(python, "-c", REPORT, cwd=tmp_path))
    assert Path(report["package"]).is_relative_to(tmp_path)
    assert report["trees"] == shipped()
    for script in ("eemgit", "git-eem"):
        assert run(python.parent / script, "--version", cwd=tmp_path).split()[-1] == __version__
    assert run(python, "-m", "eemgit", "--version", cwd=tmp_path).split()[-1] == __version__


def test_an_editable_install_reads_the_checkout(tmp_path):
    (tmp_path / "wheel").mkdir()
    hook = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    run(sys.executable, "-c", hook, tmp_path / "wheel", cwd=CHECKOUT)
    (editable,) = (tmp_path / "wheel").iterdir()
    python = install(editable, tmp_path / "env")
    report = json.loads(run(python, "-c", REPORT, cwd=tmp_path))
    assert Path(report["package"]) == CHECKOUT / "eemgit" / "__init__.py"
    assert report["trees"] == shipped()


def test_an_sdist_builds_the_same_wheel(wheel, sdist, tmp_path):
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    again = build("wheel", source, tmp_path / "again")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert first.namelist() == second.namelist()
        assert {n: first.read(n) for n in first.namelist()} == {n: second.read(n) for n in second.namelist()}


def test_an_sdist_holds_what_its_tests_need(sdist):
    with tarfile.open(sdist) as archive:
        held = {name.split("/", 1)[1].split("/")[0] for name in archive.getnames() if "/" in name}
    assert {"eemgit", "tests", "docs", "benchmarks", ".ci", "LICENSE", "README.md", "pyproject.toml", *FOLDERS} <= held


def test_a_wheel_holds_the_package_and_what_ships_and_nothing_else(wheel):
    data = {f"eemgit/_data/{folder}/{name}" for folder, files in shipped().items() for name in files}
    package = {
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / "eemgit").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names(wheel) if ".dist-info/" not in name} == data | package


def test_hooks_stay_executable_in_a_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        mode = archive.getinfo("eemgit/_data/hooks/pre-commit").external_attr >> 16
    assert mode & 0o111


def test_a_resource_that_does_not_ship_is_refused():
    with pytest.raises(FileNotFoundError, match="templates/init/nothing"):
        resource(Kind.TEMPLATES, "init/nothing")
    with pytest.raises(FileNotFoundError):
        resource(Kind.TEMPLATES, "../pyproject.toml")


def test_a_folder_is_listed_in_order_of_path():
    paths = list(tree(Kind.EXAMPLE))
    assert paths == sorted(paths)
    assert "src/auth.py" in paths


def test_both_scripts_are_declared_and_every_dependency_has_a_lower_bound():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"].keys() == {"eemgit", "git-eem"}
    needed = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert [line for line in needed if ">=" not in line] == []


def test_the_licence_is_the_apache_licence_in_full():
    text = (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text and "Version 2.0, January 2004" in text and "END OF TERMS AND CONDITIONS" in text


def test_ci_and_the_guide_run_the_test_command_of_the_readme():
    command = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert "pytest" in command
    for page in ("README.md", "CONTRIBUTING.md"):
        assert command in (CHECKOUT / page).read_text(encoding="utf-8").splitlines(), page
