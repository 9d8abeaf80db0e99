-- Where automations answer, and what they decide.

alter table automation_accounts
  -- What differs from the defaults of GET /v1/automation.
  add column settings jsonb not null default '{}',
  -- Automations answer on every number, or on the numbers of these devices.
  add column covers_all boolean not null default false,
  add column covered_devices bigint[] not null default '{}';

-- One row per message of a customer, or wake of a flow. No foreign keys, as on messages (docs/decisions/0006).
create table automation_decisions (
  id bigint generated always as identity primary key,
  decision_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null,
  conversation_id bigint not null,
  -- Null: a flow wakes.
  message_id bigint,
  message_public_id bigint,
  wa_message_id text,
  -- Held: nothing took the message at once, and the assistant waits for more of them.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'decided')),
  held_at timestamptz,
  stage text,
  outcome text,
  reason text,
  rule_id text,
  flow_id text,
  node_id text,
  faq_id text,
  score real,
  candidates jsonb,
  -- What the assistant would have done.
  shadow jsonb,
  -- The decision that answers this message too.
  joined_uuid uuid,
  -- Public ids of the sent messages, and the device that sends them.
  sent_ids bigint[],
  device_id bigint,
  -- Of the compared text, to find repetitions.
  text_hash text,
  -- From the beginning of the work to the decision.
  ms integer,
  created_at timestamptz not null,
  decided_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create unique index automation_decisions_message on automation_decisions (message_id) where message_id is not null;
-- Two devices of one number store each message.
create unique index automation_decisions_wa_message on automation_decisions (conversation_id, wa_message_id)
  where wa_message_id is not null;
create index automation_decisions_conversation on automation_decisions (conversation_id, id);
create index automation_decisions_open on automation_decisions (conversation_id, id) where state <> 'decided';
create index automation_decisions_sent on automation_decisions (conversation_id, decided_at)
  where sent_ids is not null;
create index automation_decisions_device on automation_decisions (device_id, decided_at) where sent_ids is not null;
create index automation_decisions_loops on automation_decisions (conversation_id, decided_at)
  where reason = 'loop_suspected';

-- Conversations with decisions that are not made yet.
create table automation_turns (
  conversation_id bigint primary key,
  account_id bigint not null,
  -- Rises with each message, so that no process ends a turn whose messages it has not read.
  version integer not null default 1,
  -- Until then another process works on it, or the turn waits for more messages.
  due_at timestamptz not null,
  -- The process that works on it.
  claim uuid,
  -- Claims since the last decision.
  attempts integer not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index automation_turns_due on automation_turns (account_id, due_at);
