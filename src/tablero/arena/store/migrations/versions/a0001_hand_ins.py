"""Hand-ins, verdicts, events."""

import sqlalchemy as sa
from alembic import op

from tablero.arena.store.kinds import Instant, Key, Words

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("day", sa.Date()),
        sa.Column("way", Words(), nullable=False),
        sa.Column("name", Words(), nullable=False),
        sa.Column("pair", Words()),
        sa.Column("player", sa.Integer()),
        sa.Column("version", sa.Integer()),
        sa.Column("alias", Words()),
        sa.Column("alias_key", Words()),
        sa.Column("digest", Words(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary()),
        sa.Column("message", Words(), nullable=False),
        sa.CheckConstraint("(version IS NULL) = (data IS NULL)", name=op.f("ck_uploads_kept")),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
        sa.UniqueConstraint("pair", "player", "version", name="uq_uploads_version"),
    )
    op.create_index("ix_uploads_alias_key", "uploads", ["alias_key"])
    op.create_table(
        "verdicts",
        sa.Column("id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("pair", Words(), nullable=False),
        sa.Column("upload", Key),
        *(
            sa.Column(name, Words(), nullable=False)
            for name in ("kind", "rule", "place", "evidence", "command", "by", "reason")
        ),
        sa.Column("lifted_at", Instant()),
        sa.Column("lifted_by", Words()),
        sa.Column("lifted_reason", Words()),
        sa.ForeignKeyConstraint(["upload"], ["uploads.id"], name="fk_verdicts_upload"),
        sa.PrimaryKeyConstraint("id", name="pk_verdicts"),
    )
    op.create_index("ix_verdicts_pair", "verdicts", ["pair"])
    op.create_table(
        "events",
        sa.Column("id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("who", Words(), nullable=False),
        sa.Column("what", Words(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
