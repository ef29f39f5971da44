"""`python -m tablero` is `tablero`, of this very Python."""

from tablero.cli import main

main()
