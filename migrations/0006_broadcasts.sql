-- Broadcasts: who is meant is frozen at creation, each recipient becomes one message, and the counts follow from the messages.

create table broadcasts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  device_id bigint not null,
  name text not null,
  template text not null,
  -- With it and a recipient's place, a text is the same whoever renders it.
  seed bigint not null,
  delay_min_seconds integer not null check (delay_min_seconds >= 0),
  delay_max_seconds integer not null check (delay_max_seconds >= delay_min_seconds),
  status text not null check (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled')),
  -- Why it is paused, or what holds it back.
  reason text,
  -- The broadcast whose failed recipients it tries again: each of them is tried again once.
  retry_of bigint,
  total_recipients integer not null check (total_recipients > 0),
  -- Recipients that have become messages: also the place of the next one, counted from 0.
  claimed integer not null default 0 check (claimed between 0 and total_recipients),
  -- Without what waits in broadcast_tallies.
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  -- When it has something to do next.
  next_at timestamptz not null,
  scheduled_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, id),
  foreign key (account_id, device_id) references devices (account_id, id),
  foreign key (account_id, retry_of) references broadcasts (account_id, id)
) with (fillfactor = 50);
create index broadcasts_due on broadcasts (next_at) where status in ('draft', 'scheduled', 'running');
create index broadcasts_device on broadcasts (device_id) where status in ('draft', 'scheduled', 'running', 'paused');
-- Those that were cancelled, as long as messages of theirs are not settled.
create index broadcasts_stopping on broadcasts (id) where status = 'cancelled' and claimed > sent_count + failed_count;
create index broadcasts_retry_of on broadcasts (retry_of) where retry_of is not null;

-- The recipients in their order, those of one block of the book (1,024 places) in a row: `contacts` are places of the account's book
-- (contacts.place), which are never given again.
create table broadcast_targets (
  broadcast_id bigint not null references broadcasts (id),
  first_place integer not null,
  contacts bigint[] not null,
  primary key (broadcast_id, first_place)
);
-- To compress them takes several times as long as to find them.
alter table broadcast_targets alter column contacts set storage external;

-- What changes of status add to the counts of a broadcast, written with them: nobody waits for the broadcast's own row.
create table broadcast_tallies (
  id bigint generated always as identity primary key,
  broadcast_id bigint not null,
  sent integer not null,
  failed integer not null
);
create index broadcast_tallies_broadcast on broadcast_tallies (broadcast_id);

alter table messages
  add column broadcast_id bigint,
  -- The recipient's place in the broadcast, counted from 0.
  add column broadcast_place integer,
  -- Not due: its broadcast was paused or cancelled. Its turn comes again after the pause, never after a cancellation.
  add column held boolean not null default false;
create unique index messages_broadcast on messages (broadcast_id, broadcast_place) where broadcast_id is not null;
-- What a broadcast has under way, what a pause holds back and a cancellation ends.
create index messages_broadcast_open on messages (broadcast_id, id) where broadcast_id is not null and (due or held);
-- The numbers that the networks do not know, each by its code: few, and a preview counts them.
create index messages_unreachable on messages (account_id, phone) where error_code in ('not_on_whatsapp', '131026');
-- How many messages of broadcasts a number has sent in the last hour: each counts from when an engine was given it last. Without a text it is
-- only the record of somebody who must not be written to.
create index messages_broadcast_device on messages (device_id, greatest(created_at, not_before))
  where broadcast_id is not null and body is not null;

-- Customers who want no broadcasts.
create table opt_outs (
  account_id bigint not null references accounts (id),
  -- Digits only, or the provider's id of somebody who shows no number.
  phone text not null,
  -- What they wrote; null when the account has entered it.
  word text,
  created_at timestamptz not null,
  primary key (account_id, phone)
);

-- The list of them, the newest first.
create index opt_outs_latest on opt_outs (account_id, created_at, phone);

-- Written alone, in any case of letters, by a customer: no broadcasts any more, or broadcasts again.
alter table accounts
  add column opt_out_words text[] not null default '{STOP,BERHENTI}',
  add column opt_in_words text[] not null default '{START,MULAI}';
