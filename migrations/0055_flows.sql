-- Flows: a draft that people edit, and versions that never change.
create table flows (
  id bigint generated always as identity primary key,
  flow_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 100),
  -- Only for chats of these devices: public ids and row ids. Null: for all.
  device_uuids uuid[],
  device_ids bigint[],
  draft json not null,
  draft_version integer not null default 1,
  -- Null: not published.
  published_version integer,
  -- Of the published version: messages that start it, null without any; and the flows that it runs.
  triggers json,
  runs uuid[] not null default '{}',
  last_version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index flows_account on flows (account_id, id);

create table flow_versions (
  id bigint generated always as identity primary key,
  flow_id bigint not null references flows (id) on delete cascade,
  account_id bigint not null references accounts (id),
  version integer not null,
  definition json not null,
  note text check (char_length(note) between 1 and 500),
  -- The version whose content a rollback has brought back.
  restored_from integer,
  created_at timestamptz not null,
  unique (flow_id, version)
);
create index flow_versions_account on flow_versions (account_id, id);

-- Values of headers of requests. Definitions have their names only.
create table flow_secrets (
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 40),
  sealed bytea not null,
  updated_at timestamptz not null,
  primary key (account_id, name)
);
