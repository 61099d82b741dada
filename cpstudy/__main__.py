"""``python -m cpstudy``: the same as the command ``cpstudy``."""

from cpstudy.cli import main

if __name__ == "__main__":
    main()
