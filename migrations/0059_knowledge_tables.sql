-- Tables of products and prices, from which the assistant answers by look-up.
create table knowledge_tables (
  id bigint generated always as identity primary key,
  table_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 200),
  -- In the order of the file: name and role of each.
  columns jsonb not null,
  -- Of amounts that name none. Null: they are shown without a currency.
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- Signs between whole and fraction that amounts of the file show.
  decimal_marks text not null default '' check (decimal_marks in ('', ',', '.', ',.')),
  -- Null: for all devices.
  device_uuids uuid[],
  enabled boolean not null default true,
  row_count integer not null default 0,
  -- Raised with the names of products, not with their prices: an index of the names has it.
  names_version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index knowledge_tables_account on knowledge_tables (account_id, id);

create table knowledge_table_rows (
  table_id bigint not null references knowledge_tables (id) on delete cascade,
  place integer not null,
  key text not null check (char_length(key) between 1 and 300),
  -- Equal for keys that differ in case and blanks.
  folded_key text not null check (char_length(folded_key) <= 300),
  -- Texts, in the order of the columns.
  cells jsonb not null,
  primary key (table_id, place)
);
create unique index knowledge_table_rows_key on knowledge_table_rows (table_id, folded_key);

-- What an answer of the assistant is taken from.
alter table automation_decisions add column sources jsonb;
