-- One row per account that ever set its assistant.
create table assistants (
  account_id bigint primary key references accounts (id),
  enabled boolean not null default false,
  mode text not null default 'live' check (mode in ('live', 'shadow')),
  -- Null: all devices of the account.
  device_uuids uuid[],
  -- Their row ids. Empty: all.
  device_ids bigint[] not null default '{}',
  -- Languages, texts, bands and topics, as the API takes them.
  settings jsonb not null,
  updated_at timestamptz not null
);
