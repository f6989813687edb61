"""The environment git is started with: what is set, what is taken out, and what a hook must keep."""

from __future__ import annotations

from collections.abc import Mapping

LOCAL_VARIABLES = frozenset(
    [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NAMESPACE",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    ]
)
"""What binds git to one repository (`git rev-parse --local-env-vars` and two more)."""

_PATH_MODES = frozenset(["GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NOGLOB_PATHSPECS"])
_DISTURBING = _PATH_MODES | {"GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF"}
_OURS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}


def plumbing_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """`inherited` made safe for reading git's answers: no optional locks, literal paths, plain messages."""
    kept = {name: value for name, value in inherited.items() if name not in _DISTURBING}
    return kept | _OURS


def hook_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """`inherited` for commands that start the user's hooks: nearly as it is, and paths written `:(literal)…` work."""
    kept = {name: value for name, value in inherited.items() if name not in _PATH_MODES}
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat"}


def without_local_variables(inherited: Mapping[str, str]) -> dict[str, str]:
    """`inherited` without what binds git to the repository of the hook we were started by."""
    return {name: value for name, value in inherited.items() if name not in LOCAL_VARIABLES}


def neutral_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """The plumbing environment without anybody's configuration or attributes: answers depend on objects alone."""
    neutral = {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    return plumbing_environment(without_local_variables(inherited)) | neutral
