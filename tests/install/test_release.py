"""The check before a release finds what it looks for."""

from tools import release_check


def test_the_files_beside_the_code_are_those_of_this_version() -> None:
    assert list(release_check.texts()) == []


def test_a_missing_and_a_stray_file_are_named() -> None:
    names = ["a.py", "web/node_modules/x.js"]
    assert list(release_check.contents("wheel", names, ("a.py", "b.py"))) == [
        "wheel lacks b.py",
        "wheel holds web/node_modules/x.js",
    ]
