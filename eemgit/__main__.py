"""`python -m eemgit` is the `eemgit` command."""

from eemgit.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
