-- Copies of an account that its owners ask for.
create table account_exports (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'removed')),
  actor text not null,
  actor_id text,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  steps integer not null default 0,
  total_steps integer not null default 0,
  size bigint,
  sha256 bytea,
  -- Of the attempt that has finished.
  file_id uuid,
  error text,
  finished_at timestamptz,
  -- When the file goes. Null: there is none, or it is being made.
  remove_at timestamptz
);
create index account_exports_account on account_exports (account_id, requested_at, id);
-- One at a time.
create unique index account_exports_open on account_exports (account_id) where state in ('waiting', 'running');
create index account_exports_removals on account_exports (remove_at) where remove_at is not null;
create index account_exports_old on account_exports (requested_at) where remove_at is null and state in ('failed', 'removed');
