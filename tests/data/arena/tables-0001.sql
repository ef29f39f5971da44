BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	id INTEGER NOT NULL,
	at DATETIME NOT NULL,
	who TEXT NOT NULL,
	what TEXT NOT NULL,
	told JSON NOT NULL,
	CONSTRAINT pk_events PRIMARY KEY (id)
);
CREATE TABLE uploads (
	id INTEGER NOT NULL,
	at DATETIME NOT NULL,
	day DATE,
	way TEXT NOT NULL,
	name TEXT NOT NULL,
	pair TEXT,
	player INTEGER,
	version INTEGER,
	alias TEXT,
	alias_key TEXT,
	digest TEXT NOT NULL,
	size INTEGER NOT NULL,
	data BLOB,
	message TEXT NOT NULL,
	CONSTRAINT pk_uploads PRIMARY KEY (id),
	CONSTRAINT ck_uploads_kept CHECK ((version IS NULL) = (data IS NULL)),
	CONSTRAINT uq_uploads_version UNIQUE (pair, player, version)
);
CREATE TABLE verdicts (
	id INTEGER NOT NULL,
	at DATETIME NOT NULL,
	pair TEXT NOT NULL,
	upload INTEGER,
	kind TEXT NOT NULL,
	rule TEXT NOT NULL,
	place TEXT NOT NULL,
	evidence TEXT NOT NULL,
	command TEXT NOT NULL,
	"by" TEXT NOT NULL,
	reason TEXT NOT NULL,
	lifted_at DATETIME,
	lifted_by TEXT,
	lifted_reason TEXT,
	CONSTRAINT pk_verdicts PRIMARY KEY (id),
	CONSTRAINT fk_verdicts_upload FOREIGN KEY(upload) REFERENCES uploads (id)
);
CREATE INDEX ix_uploads_alias_key ON uploads (alias_key);
CREATE INDEX ix_verdicts_pair ON verdicts (pair);
COMMIT;
