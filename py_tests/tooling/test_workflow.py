"""The workflow for hosted machines names what exists: tasks, folders, pinned actions, the checks it promises."""

import re

import pytest
import yaml


@pytest.fixture(scope="module")
def workflow(root):
    return yaml.safe_load((root / ".github" / "workflows" / "test.yml").read_text())


@pytest.fixture(scope="module")
def commands(workflow):
    return {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in workflow["jobs"].items()}


def test_it_runs_for_each_change(workflow):
    assert {"push", "pull_request"} <= set(workflow[True])  # YAML reads the word "on" as true


def test_linux_runs_all_tests_and_the_long_ones(commands):
    assert "make test" in commands["linux"]
    assert any("--long" in command for command in commands["linux"])


def test_macos_runs_real_metal_with_both_validation_layers(workflow, commands):
    job = workflow["jobs"]["macos"]
    assert re.fullmatch(r"macos-(1[4-9]|[2-9]\d)", job["runs-on"])  # from 14 on these are Apple silicon
    assert job["env"] == {"MTL_DEBUG_LAYER": "1", "MTL_SHADER_VALIDATION": "1"}
    tested = set(re.findall(r"--only (\S+)", "\n".join(commands["macos"])))
    assert {"py_tests/native", "py_tests/integration", "softmetal/tests/programs"} <= tested


def test_what_it_calls_exists(root, commands):
    makefile = (root / "Makefile").read_text()
    tasks = (root / "tasks.py").read_text()
    for command in sum(commands.values(), []):
        for target in re.findall(r"^make (\w+)", command):
            assert re.search(rf"^\w*[\w ]*\b{target}\b[\w ]*:", makefile, re.MULTILINE), target
        for task in re.findall(r"invoke (\w+)", command):
            assert f"def {task}(" in tasks
        for folder in re.findall(r"--only (\S+)", command):
            assert (root / folder).is_dir(), folder


def test_actions_are_pinned_to_a_version(workflow):
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[\w-]+@v\d+", action)] == []
