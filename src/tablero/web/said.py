"""What all that comes from the page has in common."""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

MOST_SECONDS = 60.0
MOST_NODES = 100_000
"""Of a search, and of a tree."""

Text: TypeAlias = Annotated[str, Field(max_length=300)]
Name: TypeAlias = Annotated[str, Field(max_length=24)]
TabName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=MOST_SECONDS)]
Nodes: TypeAlias = Annotated[int, Field(ge=1, le=MOST_NODES)]
Depth: TypeAlias = Annotated[int, Field(ge=1, le=60)]


class Said(BaseModel):
    """From the page: nothing that nobody knows."""

    model_config = ConfigDict(extra="forbid")
