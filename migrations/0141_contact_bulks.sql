-- A change of many contacts at once, whose pieces a job works through.
create table contact_bulks (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  action text not null check (action in ('tag', 'untag', 'delete')),
  tag_ids bigint[] not null,
  status text not null check (status in ('running', 'done', 'undoing', 'undone')),
  matched integer not null,
  changed integer not null default 0,
  restored integer not null default 0,
  created_at timestamptz not null,
  -- The end of the change, from which the time for an undo counts.
  finished_at timestamptz
);
create index contact_bulks_account on contact_bulks (account_id, created_at);
create index contact_bulks_open on contact_bulks (account_id) where status in ('running', 'undoing');
create index contact_bulks_finished on contact_bulks (finished_at);

-- Which contacts it is about, frozen when it was asked for, and what an undo needs.
create table contact_bulk_pieces (
  bulk_id uuid not null references contact_bulks (id) on delete cascade,
  piece bigint not null,
  places bigint[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undone')),
  -- Of tags: pairs of place and tag that came or went. Of a deletion: the contacts.
  change jsonb,
  primary key (bulk_id, piece)
);
