"""The server's schema, as OpenAPI tells it: `python -m tablero.web.schema`."""

import json

from tablero.web.app import Terms, create_app
from tablero.web.shelf import Shelf


def schema() -> str:
    """In one order, so that two of them can be compared."""
    return json.dumps(create_app(Terms(Shelf(), page=None)).openapi(), indent=1, sort_keys=True)


if __name__ == "__main__":
    print(schema())
