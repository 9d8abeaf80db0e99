-- A person's data are erased by a job in pieces. The row is the receipt: it holds no data of the person, except
-- `subject`, which is sealed and goes with the last piece.
create table erasures (
  id bigint generated always as identity primary key,
  erasure_uuid uuid not null unique,
  account_id bigint not null references accounts (id),
  subject bytea,
  actor text not null,
  actor_id text,
  requested_at timestamptz not null,
  last_message_id bigint not null,
  steps integer not null default 0,
  place text not null default '',
  counts jsonb not null default '{}',
  finished_at timestamptz,
  check ((subject is null) = (finished_at is not null))
);
create index erasures_account on erasures (account_id, id);
create index erasures_waiting on erasures (account_id, id) where finished_at is null;

-- An opt-out outlives the erasure of its person: HMAC of the number, under the secret key of the installation.
create table kept_opt_outs (
  account_id bigint not null references accounts (id),
  phone_mac bytea not null,
  created_at timestamptz not null,
  primary key (account_id, phone_mac)
);

-- What the erasure of one person looks for.
create index gap_questions_conversation on gap_questions (conversation_id);
create index official_updates_account on official_updates (account_id, id);
create index person_matches_other on person_matches (other_id);
create index contact_import_changes_phone on contact_import_changes (account_id, phone);
create index mentions_conversation on mentions (conversation_id);
create index widget_codes_of_visitor on widget_codes (account_id, visitor);
