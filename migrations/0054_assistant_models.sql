-- The trained model of an account: all processes load the same bytes.
create table assistant_models (
  account_id bigint primary key references accounts (id),
  -- Rises with each training: processes keep what they loaded by it.
  version bigint not null default 1,
  -- Of which knowledge and settings it was made.
  source text not null,
  bytes bytea not null,
  -- FAQ pairs that answer for some devices only: {"<faq_uuid>": ["<device_uuid>"]}.
  scopes jsonb not null,
  report jsonb not null,
  trained_at timestamptz not null
);
-- Compressed floating-point numbers stay as large, and cost time.
alter table assistant_models alter column bytes set storage external;

-- Accounts whose model may be out of date.
create table assistant_trainings (
  account_id bigint primary key references accounts (id),
  due_at timestamptz not null,
  claimed_until timestamptz,
  -- Failed ones in a row.
  failures integer not null default 0
) with (fillfactor = 70);
create index assistant_trainings_due on assistant_trainings (due_at);

-- What the assistant knows of a running chat. It counts for one version of the owner only.
create table assistant_chats (
  conversation_id bigint primary key references conversations (id) on delete cascade,
  account_id bigint not null references accounts (id),
  ownership_version bigint not null,
  -- Questions without an answer, in a row.
  abstentions integer not null default 0,
  is_introduced boolean not null default false,
  -- What the customer can choose by its number, with the question that led to it.
  choices jsonb,
  updated_at timestamptz not null
);
create index assistant_chats_account on assistant_chats (account_id);
