"""`python -m tablero` is `tablero`, of this very Python."""

from tablero.cli import main

if __name__ == "__main__":
    main()
