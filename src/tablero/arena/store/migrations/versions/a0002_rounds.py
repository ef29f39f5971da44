"""Rounds with entrants, games and standings; uploads have tickets and tracks."""

import sqlalchemy as sa
from alembic import op

from tablero.arena.store.kinds import Instant, Key, Words

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _uploads()
    op.create_table(
        "rounds",
        sa.Column("id", Key, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("phase", Words(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("began", Instant(), nullable=False),
        sa.Column("ended", Instant()),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("number", name="uq_rounds_number"),
    )
    _of_a_round(
        "entrants",
        sa.Column("player", Words(), nullable=False),
        sa.Column("alias", Words(), nullable=False),
        sa.Column("upload", Key),
        sa.Column("agent", Words()),
        sa.ForeignKeyConstraint(["upload"], ["uploads.id"], name="fk_entrants_upload"),
        sa.UniqueConstraint("round", "player", name="uq_entrants_player"),
    )
    _of_a_round(
        "games",
        sa.Column("first", Words(), nullable=False),
        sa.Column("second", Words(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.UniqueConstraint("round", "first", "second", "opening", name="uq_games_key"),
    )
    _of_a_round(
        "standings",
        sa.Column("player", Words(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.UniqueConstraint("round", "player", name="uq_standings_player"),
    )


def _uploads() -> None:
    op.add_column("uploads", sa.Column("ticket", Words(), nullable=False, server_default=""))
    op.execute("UPDATE uploads SET ticket = 'upload-' || id")
    op.create_index("ix_uploads_ticket", "uploads", ["ticket"], unique=True)
    op.add_column("uploads", sa.Column("track", Words()))
    op.execute("UPDATE uploads SET track = 'evaluation' WHERE version IS NOT NULL")


def _of_a_round(name: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("id", Key, nullable=False),
        sa.Column("round", Key, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=f"fk_{name}_round"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
    )
