-- In shadow mode, the assistant judges messages and answers none. Where automations answer (`covers_all`) follows with
-- the next change of an automation.
alter table automation_accounts
  -- It judges the messages of every number, or of the numbers of these devices.
  add column watches_all boolean not null default false,
  add column watched_devices bigint[] not null default '{}';

update automation_accounts a set watches_all = s.device_ids = '{}', watched_devices = s.device_ids
from assistants s
where s.account_id = a.account_id and s.enabled and s.mode = 'shadow';

-- What the assistant decided about messages, or would have decided. No foreign keys (docs/decisions/0006).
create table assistant_judgements (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null,
  device_id bigint not null,
  -- Public id of the decision on the last message.
  decision_uuid uuid not null unique,
  mode text not null check (mode in ('live', 'shadow')),
  -- Row ids of the messages, in their order. No texts: a message that its author deletes leaves nothing here.
  message_ids bigint[] not null,
  -- Due: not judged yet. Open: an answer of staff may follow.
  state text not null check (state in ('due', 'open', 'settled')),
  -- When a job looks at it. Null when it is settled.
  due_at timestamptz,
  -- How often an answer of staff was looked for.
  looks integer not null default 0,
  action text check (action in ('answer', 'clarify', 'handoff')),
  reason text,
  faq_uuid text,
  score real,
  -- What the customer would have read.
  answer text,
  -- The next answer of staff, and how like the answer of the assistant it is.
  staff_message_id bigint,
  agreement text check (agreement in ('agrees', 'differs', 'unclear')),
  -- Of a live answer: the customer chose; staff wrote soon after it.
  is_picked boolean,
  is_taken_over boolean,
  -- What staff says of it.
  feedback text check (feedback in ('right', 'wrong')),
  created_at timestamptz not null,
  check ((state = 'settled') = (due_at is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- Messages that follow each other are judged together.
create unique index assistant_judgements_waiting on assistant_judgements (conversation_id) where state = 'due';
create index assistant_judgements_due on assistant_judgements (account_id, due_at) where due_at is not null;
create index assistant_judgements_report on assistant_judgements (account_id, mode, created_at);
create index assistant_judgements_conversation on assistant_judgements (conversation_id, id);

-- Runs of the assistant over messages of the past, or over test questions. Nothing is sent.
create table assistant_evaluations (
  id bigint generated always as identity primary key,
  evaluation_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('history', 'test_questions')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Messages from this time on, up to the maximum.
  from_at timestamptz not null,
  max_messages integer not null,
  -- Where the next slice continues: newest first.
  next_at timestamptz not null,
  next_id bigint not null,
  looked_at integer not null default 0,
  -- Counts, examples and groups so far.
  work jsonb not null default '{}',
  report jsonb,
  -- When the next slice is due. Null when it has ended.
  due_at timestamptz,
  -- Slices in a row that ended without a result.
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state in ('done', 'failed')) = (due_at is null))
);
create unique index assistant_evaluations_running on assistant_evaluations (account_id, kind) where due_at is not null;
create index assistant_evaluations_due on assistant_evaluations (due_at) where due_at is not null;
create index assistant_evaluations_account on assistant_evaluations (account_id, id);

-- Questions with the FAQ pair that must answer them. They are asked again after each training.
create table assistant_test_questions (
  id bigint generated always as identity primary key,
  question_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  question text not null check (char_length(question) between 1 and 500),
  -- Hash of the compared text.
  question_key text not null,
  -- Null: no pair may answer.
  faq_uuid uuid,
  -- Of the last run, and of the one before it. Null: not asked yet.
  outcome text check (outcome in ('right', 'asked_back', 'handed_over', 'wrong')),
  earlier_outcome text check (earlier_outcome in ('right', 'asked_back', 'handed_over', 'wrong')),
  checked_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, question_key)
);
create index assistant_test_questions_account on assistant_test_questions (account_id, id);
