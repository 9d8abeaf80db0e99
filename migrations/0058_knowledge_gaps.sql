-- What customers asked and the assistant could not answer. Similar questions are one gap.
create table knowledge_gaps (
  id bigint generated always as identity primary key,
  gap_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  status text not null default 'open' check (status in ('open', 'answered', 'dismissed')),
  -- How often it was asked, and how often since it was answered or dismissed.
  asked integer not null,
  asked_again integer not null default 0,
  -- The FAQ pair that answers it.
  faq_uuid uuid,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  settled_at timestamptz
) with (fillfactor = 70);
create index knowledge_gaps_account on knowledge_gaps (account_id, id);
create index knowledge_gaps_asked on knowledge_gaps (last_asked_at);

-- No texts: a message that its author deletes leaves nothing here. No foreign keys to hot tables (docs/decisions/0006).
create table unanswered_questions (
  -- The last message of the question. A repeated decision notes nothing more.
  message_id bigint primary key,
  -- All of them, in their order.
  message_ids bigint[] not null,
  account_id bigint not null,
  conversation_id bigint not null,
  -- The FAQ pair that came nearest.
  faq_uuid uuid,
  score real,
  asked_at timestamptz not null,
  -- When it is grouped. A customer who was asked back may choose until then.
  due_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index unanswered_questions_account on unanswered_questions (account_id, due_at);
create index unanswered_questions_due on unanswered_questions (due_at);
create index unanswered_questions_conversation on unanswered_questions (conversation_id);

-- The newest questions of each gap.
create table gap_questions (
  message_id bigint primary key,
  message_ids bigint[] not null,
  conversation_id bigint not null,
  gap_id bigint not null references knowledge_gaps (id) on delete cascade,
  faq_uuid uuid,
  score real,
  asked_at timestamptz not null
);
create index gap_questions_gap on gap_questions (gap_id, message_id);
