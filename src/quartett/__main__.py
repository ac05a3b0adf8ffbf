"""`python -m quartett`: the command, where scripts are not on the path."""

from quartett.cli import main

main()
