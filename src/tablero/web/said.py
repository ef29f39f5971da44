"""What all that comes from the page has in common."""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Text: TypeAlias = Annotated[str, Field(max_length=300)]
Name: TypeAlias = Annotated[str, Field(max_length=24)]
TabName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


class Said(BaseModel):
    """From the page: nothing that nobody knows."""

    model_config = ConfigDict(extra="forbid")
