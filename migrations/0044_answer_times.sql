-- How long customers wait for answers.

-- Replies that may end a wait: queued, failed, or sent and not counted yet.
create table open_answers (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null,
  channel_id bigint not null,
  episode integer not null,
  source text not null check (source in ('staff', 'bot', 'phone')),
  -- Row id. Null: on the phone.
  message_id bigint unique,
  -- The first question since the reply before. Null: none.
  asked_at timestamptz,
  -- The first question whose earlier replies were not sent when this one was written. Null: none.
  answering_since timestamptz,
  -- It answers questions up to this time.
  up_to timestamptz not null,
  -- Null: queued, or failed.
  sent_at timestamptz
);
create index open_answers_conversation on open_answers (conversation_id, id);
create index open_answers_sent on open_answers (id) where sent_at is not null;

-- The waits that an answer ended.
create table answers (
  -- Of the row in `open_answers`.
  id bigint primary key,
  account_id bigint not null,
  conversation_id bigint not null,
  channel_id bigint not null,
  episode integer not null,
  source text not null check (source in ('staff', 'bot', 'phone')),
  -- A user. Null: an API key, the automation, the phone.
  user_id bigint,
  -- The name that the call gave.
  actor text,
  -- By people: the first answer of people in its episode. By the automation: likewise.
  is_first boolean not null,
  asked_at timestamptz not null,
  up_to timestamptz not null,
  answered_at timestamptz not null,
  -- From the question to the answer, and how many of them are in business hours.
  seconds integer not null,
  open_seconds integer not null
);
create index answers_conversation on answers (conversation_id, id);
create index answers_account on answers (account_id, answered_at);

create function kurir_note_sent_answer() returns trigger language plpgsql as $$
begin
  update open_answers set sent_at = now() where message_id = new.id;
  return null;
end
$$;
create trigger messages_sent_answer after update of status on messages
  for each row when (
    new.source in ('bot', 'staff') and old.status = 'queued' and new.status in ('sent', 'delivered', 'read')
  ) execute function kurir_note_sent_answer();

-- Figures of a time.
create index conversation_events_account on conversation_events (account_id, created_at)
  where kind in ('opened', 'resolved', 'assigned', 'taken_over');
