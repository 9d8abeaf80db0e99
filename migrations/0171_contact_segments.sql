-- Filters of contacts with a name.
create table contact_segments (
  id bigint generated always as identity primary key,
  segment_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text not null check (length(name) <= 100),
  -- As GET /v1/contacts takes it.
  filter jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);
