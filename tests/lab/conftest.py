"""The cases of the searches, for their trees."""

from tests.search.conftest import boards

__all__ = ["boards"]
