-- Live streams: what changed in an account, with dense positions that are given after the commit.

-- Accounts that have or had streams. A row stays, so that no position is given twice.
create table stream_accounts (
  account_id bigint primary key references accounts (id),
  -- Changes are noted.
  is_live boolean not null,
  last_position bigint not null default 0,
  -- The log has the positions after this one.
  forgotten bigint not null default 0,
  -- A stream was open.
  streamed_at timestamptz not null,
  -- The transaction that made the account live. Null when no older transaction can commit unnoted changes any more.
  live_xid xid8,
  -- All transactions that did not see `live_xid` are before this one. Null while one of their statements runs.
  unseeing_before xid8
) with (fillfactor = 50);

-- Changes without a position. Entries repeat, so that no transaction waits for another one.
create table stream_changes (
  account_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  -- A row of `conversations` or `conversation_events`.
  ref_id bigint,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

create table stream_log (
  account_id bigint not null,
  position bigint not null,
  kind text not null,
  -- A row of `events`, `conversations` or `conversation_events`.
  ref_id bigint,
  -- The device of an event, and the channel for which it spoke.
  device_id bigint,
  channel_id bigint,
  logged_at timestamptz not null,
  primary key (account_id, position)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Open streams of all processes. A row that its process does not renew is of a dead one.
create unlogged table stream_clients (
  account_id bigint not null,
  client_uuid uuid not null,
  -- The key or the user.
  caller text not null,
  seen_at timestamptz not null,
  primary key (account_id, client_uuid)
);

create function kurir_note_conversations() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed n join stream_accounts s on s.account_id = n.account_id where s.is_live
  ) then
    insert into stream_changes (account_id, kind, ref_id)
    select n.account_id, 'conversation.changed', n.id
    from changed n
    join stream_accounts s on s.account_id = n.account_id and s.is_live
    join before o on o.id = n.id
    where (n.channel_id, n.person_id, n.phone, n.owner_state, n.ownership_version, n.owner_since, n.owner_reason,
        n.assignee, n.episode, n.unread, n.waiting_since, n.last_customer_at, n.last_human_at, n.last_at,
        n.snoozed_until, n.automation_suppressed, n.label_count, n.merged_into)
      is distinct from (o.channel_id, o.person_id, o.phone, o.owner_state, o.ownership_version, o.owner_since,
        o.owner_reason, o.assignee, o.episode, o.unread, o.waiting_since, o.last_customer_at, o.last_human_at,
        o.last_at, o.snoozed_until, o.automation_suppressed, o.label_count, o.merged_into)
    order by n.id;
  end if;
  return null;
end
$$;
create trigger conversations_stream after update on conversations
  referencing old table as before new table as changed
  for each statement execute function kurir_note_conversations();

-- Of new rows. The argument is the kind.
create function kurir_note_rows() returns trigger language plpgsql as $$
begin
  insert into stream_changes (account_id, kind, ref_id)
  select n.account_id, tg_argv[0], n.id
  from changed n join stream_accounts s on s.account_id = n.account_id and s.is_live
  order by n.id;
  return null;
end
$$;
create trigger conversations_stream_new after insert on conversations
  referencing new table as changed
  for each statement execute function kurir_note_rows('conversation.changed');
create trigger conversation_events_stream after insert on conversation_events
  referencing new table as changed
  for each statement execute function kurir_note_rows('conversation.event');

-- A change of any number of conversations. Clients read their lists again.
create function kurir_note_resync() returns trigger language plpgsql as $$
begin
  insert into stream_changes (account_id, kind)
  select account_id, 'resync' from stream_accounts where account_id = new.account_id and is_live;
  return null;
end
$$;
create trigger channels_stream after update on channels
  for each row when (new.device_id is distinct from old.device_id) execute function kurir_note_resync();
create trigger labels_stream after update on labels
  for each row when ((new.name, new.deleted_at) is distinct from (old.name, old.deleted_at))
  execute function kurir_note_resync();
