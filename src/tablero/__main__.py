"""Run the command `tablero` with this Python: `python -m tablero`."""

from tablero.cli import main

if __name__ == "__main__":
    main()
