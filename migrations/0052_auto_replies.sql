-- Rules that greet, say that the shop is closed, or answer keywords.
create table auto_replies (
  id bigint generated always as identity primary key,
  rule_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('greeting', 'away', 'keyword')),
  name text not null check (char_length(name) between 1 and 100),
  enabled boolean not null,
  -- The lowest number comes first.
  priority int not null check (priority between 0 and 1000),
  -- Only for these devices. Null: for all.
  device_uuids uuid[],
  -- Row ids of the same devices; none: for all.
  device_ids bigint[] not null,
  -- Patterns, times, messages and acts.
  definition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((device_uuids is null) = (device_ids = '{}'))
);
create index auto_replies_account on auto_replies (account_id, priority, id);

-- A rule does not answer in a conversation until then.
create table auto_reply_pauses (
  conversation_id bigint not null,
  rule_id bigint not null,
  until timestamptz not null,
  primary key (conversation_id, rule_id)
);
create index auto_reply_pauses_until on auto_reply_pauses (until);
