-- Revision of the account's vectors that pgvector_embeddings holds. That table exists only where pgvector does: the
-- worker makes it. Null: it has no rows of the account.
alter table embedding_books add column pgvector_revision bigint;
