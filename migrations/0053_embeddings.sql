-- Vectors of the texts that an assistant may answer with, for accounts with an embedding model.
create table embeddings (
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('faq', 'passage', 'row')),
  -- Id in the table of this kind.
  item_id text not null check (char_length(item_id) <= 100),
  -- A changed text gets a new vector.
  text_hash bytea not null,
  -- Of length 1.
  vector real[] not null,
  primary key (account_id, kind, item_id)
);

-- One row per account with vectors.
create table embedding_books (
  account_id bigint primary key references accounts (id),
  -- Vectors of different models cannot be compared.
  model text not null,
  -- Rises with each change of vectors: caches in processes follow it.
  revision bigint not null
);
