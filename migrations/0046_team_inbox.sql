-- What users of one account know of each other: mentions, presence, who looks at a conversation, automatic assignment.

-- Unread mentions in notes. One that was read is deleted: the timeline keeps the note.
create table mentions (
  id bigint generated always as identity primary key,
  mention_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null references conversations (id),
  -- The note.
  event_id bigint not null references conversation_events (id),
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index mentions_user on mentions (user_id, id);

create table user_presence (
  user_id bigint primary key,
  account_id bigint not null,
  state text not null default 'available' check (state in ('available', 'away')),
  state_since timestamptz not null,
  -- The last call or open stream, a few seconds late.
  seen_at timestamptz,
  -- The last automatic assignment.
  assigned_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
) with (fillfactor = 70);
create index user_presence_account on user_presence (account_id, user_id);

-- Who looks at a conversation or types now. Lost with a crash, and no loss.
create unlogged table conversation_viewers (
  conversation_id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  viewing_until timestamptz not null,
  typing_until timestamptz,
  primary key (conversation_id, user_id)
) with (fillfactor = 70);
create index conversation_viewers_account on conversation_viewers (account_id, conversation_id);
create index conversation_viewers_user on conversation_viewers (user_id, viewing_until);
create index conversation_viewers_end on conversation_viewers (viewing_until);

alter table accounts
  add column auto_assign text not null default 'off' check (auto_assign in ('off', 'round_robin')),
  -- Null: no limit.
  add column max_open_per_user integer check (max_open_per_user between 1 and 1000);
create index accounts_auto_assign on accounts (id) where auto_assign <> 'off';

-- Conversations that wait for the person to whom they were assigned automatically.
create table auto_assignments (
  conversation_id bigint primary key references conversations (id),
  account_id bigint not null references accounts (id),
  user_id bigint not null,
  assigned_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index auto_assignments_account on auto_assignments (account_id, conversation_id);
create index auto_assignments_user on auto_assignments (user_id);
