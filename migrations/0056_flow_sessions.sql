-- Conversations that run a flow. The row goes when the flow ends.
create table flow_sessions (
  conversation_id bigint primary key references conversations (id),
  account_id bigint not null references accounts (id),
  -- Of the flow that was started: the conversation stays with it.
  version_id bigint not null references flow_versions (id) on delete cascade,
  -- Under which it runs. Another owner of the conversation ends it.
  ownership_version bigint not null,
  -- Another one after each change.
  revision uuid not null default gen_random_uuid(),
  -- Where it waits, with the answers so far.
  state json not null,
  -- When it goes on without a message.
  wake_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index flow_sessions_wake on flow_sessions (wake_at);
create index flow_sessions_version on flow_sessions (version_id);
create index flow_sessions_account on flow_sessions (account_id);
