"""`python -m kronland` is the `kronland` command."""

from kronland.cli import main

if __name__ == "__main__":
    main()
