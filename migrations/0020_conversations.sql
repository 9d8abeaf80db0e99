-- People, the channels they write to, and one conversation per channel and person.

-- The number, or the widget, that devices speak for. It outlives them.
create table channels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('whatsapp', 'widget')),
  -- Of a number its first spelling.
  address text not null,
  -- The device that speaks for it now, or did last.
  device_id bigint,
  -- An automation answers here.
  automated boolean not null default false,
  unique (account_id, kind, address),
  unique (account_id, id),
  foreign key (account_id, device_id) references devices (account_id, id)
);

alter table devices
  add column channel_id bigint,
  add constraint devices_channel foreign key (account_id, channel_id) references channels (account_id, id);
create index devices_channel on devices (channel_id) where channel_id is not null;

-- The messages of a device that belong to a channel: row ids after `from_message_id`, up to `until_message_id`.
create table channel_devices (
  channel_id bigint not null references channels (id),
  device_id bigint not null references devices (id),
  from_message_id bigint not null,
  until_message_id bigint,
  primary key (channel_id, device_id, from_message_id)
);
-- A device speaks for one channel at a time.
create unique index channel_devices_open on channel_devices (device_id) where until_message_id is null;

with numbered as (
  select id, account_id, released_at, coalesce(connected_at, created_at) as since,
    regexp_replace(regexp_replace(regexp_replace(phone_number,
      '^(55\d{2})9([6-9]\d{7})$', '\1\2'), '^(52)1(\d{10})$', '\1\2'), '^(54)9(\d{10})$', '\1\2') as address
  from devices where phone_number is not null
), channel as (
  insert into channels (account_id, kind, address, device_id)
  select distinct on (account_id, address) account_id, 'whatsapp', address, id
  from numbered order by account_id, address, released_at is null desc, since desc, id desc
  returning id, account_id, address
), span as (
  insert into channel_devices (channel_id, device_id, from_message_id)
  select c.id, n.id, 0 from numbered n join channel c on c.account_id = n.account_id and c.address = n.address
  returning channel_id, device_id
)
update devices d set channel_id = s.channel_id from span s where d.id = s.device_id;

create table people (
  id bigint generated always as identity primary key,
  person_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text,
  -- Never a merged person.
  merged_into bigint,
  created_at timestamptz not null,
  unique (account_id, id),
  foreign key (account_id, merged_into) references people (account_id, id),
  check (merged_into <> id)
);
create index people_merged on people (merged_into) where merged_into is not null;

create table person_identities (
  account_id bigint not null,
  kind text not null check (kind in ('phone', 'lid', 'scoped', 'visitor')),
  -- Of a number its first spelling.
  value text not null,
  -- The person who had it first; a merge does not change it.
  person_id bigint not null,
  primary key (account_id, kind, value),
  foreign key (account_id, person_id) references people (account_id, id)
);
create index person_identities_person on person_identities (person_id);

create table conversations (
  id bigint generated always as identity primary key,
  conversation_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null,
  channel_id bigint not null,
  person_id bigint not null,
  -- `messages.phone` of replies.
  phone text not null,
  owner_state text not null default 'closed'
    check (owner_state in ('bot', 'human_waiting', 'human_active', 'closed')),
  -- Rises with each change of the owner.
  ownership_version bigint not null default 0,
  owner_since timestamptz not null,
  owner_reason text,
  assignee text check (char_length(assignee) between 1 and 100),
  -- Row id of the first message that the automation knows.
  bot_context_from bigint,
  -- Rises when a closed conversation is opened. 0: it was never open.
  episode integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  -- The first message of the customer without an answer.
  waiting_since timestamptz,
  last_customer_at timestamptz,
  last_human_at timestamptz,
  last_at timestamptz not null,
  snoozed_until timestamptz,
  -- When the owner may change by itself.
  timer_at timestamptz,
  automation_suppressed boolean not null default false,
  label_count integer not null default 0 check (label_count >= 0),
  -- Of a merged person: the conversation that shows this one.
  merged_into bigint,
  created_at timestamptz not null,
  -- The filters of lists with few values, as bits (docs/decisions/0044). Null: in no list.
  facet smallint generated always as (
    case when merged_into is null then
      case owner_state when 'bot' then 0 when 'human_waiting' then 1 when 'human_active' then 2 else 3 end
      + case when unread > 0 then 4 else 0 end
      + case when waiting_since is not null then 8 else 0 end
      + case when snoozed_until is not null then 16 else 0 end
      + case when assignee is not null then 32 else 0 end
    end
  ) stored,
  unique (person_id, channel_id),
  foreign key (account_id, channel_id) references channels (account_id, id),
  foreign key (account_id, person_id) references people (account_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Pages of lists. Each filter, or pair of filters, is some ranges of one index, and each range has the order of the list.
create index conversations_latest on conversations (account_id, facet, last_at, id);
create index conversations_latest_channel on conversations (channel_id, facet, last_at, id);
create index conversations_latest_assignee on conversations (account_id, assignee, facet, last_at, id)
  where assignee is not null;
create index conversations_latest_both on conversations (channel_id, assignee, facet, last_at, id)
  where assignee is not null;
create index conversations_waiting on conversations (account_id, facet, waiting_since, id)
  where waiting_since is not null;
create index conversations_waiting_channel on conversations (channel_id, facet, waiting_since, id)
  where waiting_since is not null;
create index conversations_waiting_assignee on conversations (account_id, assignee, facet, waiting_since, id)
  where waiting_since is not null and assignee is not null;
create index conversations_waiting_both on conversations (channel_id, assignee, facet, waiting_since, id)
  where waiting_since is not null and assignee is not null;
create index conversations_timer on conversations (timer_at, id) where timer_at is not null;
create index conversations_snoozed on conversations (snoozed_until, id) where snoozed_until is not null;
create index conversations_merged on conversations (merged_into) where merged_into is not null;

-- The timeline.
create table conversation_events (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  conversation_id bigint not null references conversations (id),
  episode integer not null,
  kind text not null,
  -- `customer`, `bot`, `phone`, `system`, or the name that the caller gives.
  actor text not null,
  body text,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index conversation_events_conversation on conversation_events (conversation_id, id);

create table labels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null,
  unique (account_id, name),
  unique (account_id, id)
);

-- With copies of the columns by which lists filter and order. Triggers keep the copies.
create table conversation_labels (
  conversation_id bigint not null references conversations (id),
  label_id bigint not null,
  account_id bigint not null,
  channel_id bigint not null,
  assignee text,
  facet smallint,
  last_at timestamptz not null,
  waiting_since timestamptz,
  primary key (conversation_id, label_id),
  foreign key (account_id, label_id) references labels (account_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index conversation_labels_latest on conversation_labels (label_id, facet, last_at, conversation_id);
create index conversation_labels_latest_channel on conversation_labels
  (label_id, channel_id, facet, last_at, conversation_id);
create index conversation_labels_latest_assignee on conversation_labels
  (label_id, assignee, facet, last_at, conversation_id) where assignee is not null;
create index conversation_labels_waiting on conversation_labels (label_id, facet, waiting_since, conversation_id)
  where waiting_since is not null;
create index conversation_labels_waiting_channel on conversation_labels
  (label_id, channel_id, facet, waiting_since, conversation_id) where waiting_since is not null;
create index conversation_labels_waiting_assignee on conversation_labels
  (label_id, assignee, facet, waiting_since, conversation_id)
  where waiting_since is not null and assignee is not null;

-- Locks the conversation, so that the copies are of its newest version. One of another account is not found.
create function kurir_fill_label() returns trigger language plpgsql as $$
begin
  select channel_id, assignee, facet, last_at, waiting_since
  into strict new.channel_id, new.assignee, new.facet, new.last_at, new.waiting_since
  from conversations where id = new.conversation_id and account_id = new.account_id for no key update;
  return new;
end
$$;
create trigger conversation_labels_fill before insert on conversation_labels
  for each row execute function kurir_fill_label();

-- Not before the insert, which may do nothing on a conflict.
create function kurir_count_label() returns trigger language plpgsql as $$
begin
  update conversations set label_count = label_count + 1 where id = new.conversation_id;
  return null;
end
$$;
create trigger conversation_labels_count after insert on conversation_labels
  for each row execute function kurir_count_label();

create function kurir_remove_label() returns trigger language plpgsql as $$
begin
  update conversations set label_count = label_count - 1 where id = old.conversation_id;
  return null;
end
$$;
create trigger conversation_labels_remove after delete on conversation_labels
  for each row execute function kurir_remove_label();

create function kurir_copy_to_labels() returns trigger language plpgsql as $$
begin
  update conversation_labels
  set channel_id = new.channel_id, assignee = new.assignee, facet = new.facet, last_at = new.last_at,
    waiting_since = new.waiting_since
  where conversation_id = new.id;
  return null;
end
$$;
create trigger conversations_labels after update on conversations
  for each row when (
    new.label_count > 0 and (new.channel_id, new.assignee, new.facet, new.last_at, new.waiting_since)
      is distinct from (old.channel_id, old.assignee, old.facet, old.last_at, old.waiting_since)
  ) execute function kurir_copy_to_labels();

alter table messages
  -- Of messages that staff, automations and the phone write. Others belong to the conversation of their number.
  add column conversation_id bigint,
  -- The owner's version under which an automation wrote the message.
  add column ownership_version bigint;
