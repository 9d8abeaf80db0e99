-- Users who manage the installation: all accounts, plans, health and backups. Set on the command line alone.
alter table users add column is_operator boolean not null default false;

-- Gateways on all machines. The row of a gateway that was killed stays for a day.
create table gateways (
  gateway_id uuid primary key,
  host text not null check (char_length(host) <= 255),
  pid integer not null,
  version text not null check (char_length(version) <= 100),
  roles text[] not null check (cardinality(roles) <= 10),
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Backups as the operator has recorded them. The newest 200 are kept.
create table backups (
  id bigint generated always as identity primary key,
  outcome text not null check (outcome in ('done', 'failed')),
  made_at timestamptz not null,
  -- Bytes. Null: not known.
  size_bytes bigint check (size_bytes >= 0),
  -- Where the operator finds it. Null: not given.
  location text check (char_length(location) <= 500)
);
