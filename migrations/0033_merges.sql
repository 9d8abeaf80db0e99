-- People that turn out to be one person, and their conversations while they are shown as one.

-- Merged people, each with the person into whom it was merged. Undone ones stay.
create table person_merges (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  person_id bigint not null,
  into_id bigint not null,
  -- `system`, or the name that the caller gives.
  actor text not null,
  merged_at timestamptz not null,
  undone_at timestamptz,
  undone_by text,
  foreign key (account_id, person_id) references people (account_id, id),
  foreign key (account_id, into_id) references people (account_id, id),
  check (person_id <> into_id)
);
-- A person is merged into one other.
create unique index person_merges_present on person_merges (person_id) where undone_at is null;
create index person_merges_pair on person_merges (person_id, into_id);

-- Two people whose identities came in one message. A job merges them.
create table person_matches (
  account_id bigint not null references accounts (id),
  person_id bigint not null,
  other_id bigint not null,
  found_at timestamptz not null,
  primary key (person_id, other_id)
);

alter table conversations
  -- Rises with each merge and its end, so that a message that found the conversation before is recorded again.
  add column merges integer not null default 0;

-- What a conversation is by itself, while it is shown with others of its channel. Columns as in `conversations`.
create table conversation_parts (
  conversation_id bigint primary key references conversations (id),
  -- Whose conversation it is without the merge.
  person_id bigint not null references people (id),
  -- `ownership_version` of the conversation that shows it, when the parts were put together.
  version bigint not null,
  -- The newest message of the customer at that time.
  last_in_id bigint,
  label_ids bigint[] not null,
  phone text not null,
  owner_state text not null,
  owner_since timestamptz not null,
  owner_reason text,
  assignee text,
  bot_context_from bigint,
  episode integer not null,
  unread integer not null,
  waiting_since timestamptz,
  answering_since timestamptz,
  answering_from bigint,
  last_customer_at timestamptz,
  last_human_at timestamptz,
  last_at timestamptz not null,
  snoozed_until timestamptz,
  automation_suppressed boolean not null
);
