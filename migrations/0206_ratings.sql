-- Customers are asked for a rating when staff resolves a conversation. Null: they are not.
alter table accounts add column rating_request jsonb;

-- Until when a message may be the rating that was asked for. Null: no question is open.
alter table conversations add column rating_until timestamptz;

create table conversation_ratings (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null,
  channel_id bigint not null,
  episode integer not null,
  -- Of the conversation after its end: any later change of the owner cancels the question.
  ownership_version integer not null,
  -- The user who resolved. Null: an API key.
  user_id bigint,
  -- As the timeline names who resolved.
  actor text not null,
  ask_at timestamptz not null,
  -- Null: planned.
  asked_at timestamptz,
  -- Row id of the newest message of the question: the question, then the thanks.
  asking_id bigint,
  score smallint check (score between 1 and 5),
  rated_at timestamptz,
  -- Row ids of the messages with the rating and with the comment.
  rated_id bigint,
  comment_id bigint,
  owes_thanks boolean not null default false
);
create unique index conversation_ratings_planned on conversation_ratings (conversation_id) where asked_at is null;
create index conversation_ratings_due on conversation_ratings (account_id, ask_at)
  where asked_at is null or owes_thanks;
create index conversation_ratings_conversation on conversation_ratings (conversation_id, asked_at);
create index conversation_ratings_account on conversation_ratings (account_id, asked_at) where asked_at is not null;

-- Not valid: an earlier row has an earlier type, and a check of all rows would keep out every message meanwhile.
alter table events drop constraint events_type_check;
alter table events add constraint events_type_check check (
  type in ('message.received', 'message.status', 'device.status', 'webhook.test', 'visitor.received',
    'visitor.status', 'message.media', 'message.reaction', 'message.edited', 'message.deleted',
    'conversation.updated', 'conversation.rated', 'contact.opted_out', 'contact.opted_in')
) not valid;
