-- Bytes that an account stores, compared with a limit of its plan. Counted are rows that an account can add without
-- another bound: files and documents, notes, broadcasts, contacts, versions of flows and long texts of messages.
create table account_storage (
  account_id bigint primary key,
  bytes bigint not null
);

-- Written with the rows, so that writers of one account never wait for each other. A job adds them to account_storage.
create table storage_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  bytes bigint not null
);
create index storage_changes_account on storage_changes (account_id) include (bytes);

-- Null: no limit.
alter table plans add column storage_bytes bigint check (storage_bytes >= 0);

-- Of the file until it has been read, then of the text with what finds it.
create function kurir_stored_bytes(d documents) returns bigint language sql immutable parallel safe
  return 1000 + case when d.state in ('waiting', 'reading') then d.size else 0 end + 2 * d.text_length;

create function kurir_stored_bytes(m message_media) returns bigint language sql immutable parallel safe
  return case when m.state = 'stored' then m.size else 0 end;

-- With its entry in the audit log and its event.
create function kurir_stored_bytes(e conversation_events) returns bigint language sql immutable parallel safe
  return case when e.kind = 'note' then 500 + coalesce(octet_length(e.body), 0) else 0 end;

-- A long text becomes a message of each recipient.
create function kurir_stored_bytes(b broadcasts) returns bigint language sql immutable parallel safe
  return 500 + octet_length(b.template) + 8 * b.total_recipients::bigint
    + case when octet_length(b.template) > 1000 then octet_length(b.template)::bigint else 0 end
    * case when b.status = 'cancelled' then b.claimed else b.total_recipients end;

-- Short texts are bounded by the rate of the plan.
create function kurir_stored_bytes(m messages) returns bigint language sql immutable parallel safe
  return case when octet_length(m.body) > 1000 and m.broadcast_id is null then octet_length(m.body) else 0 end;

create function kurir_stored_bytes(v flow_versions) returns bigint language sql immutable parallel safe
  return 200 + octet_length(v.definition::text);

create function kurir_note_storage() returns trigger language plpgsql as $$
declare
  owner bigint;
  grown bigint := 0;
begin
  if tg_op <> 'INSERT' then
    owner := old.account_id;
    grown := -kurir_stored_bytes(old);
  end if;
  if tg_op <> 'DELETE' then
    owner := new.account_id;
    grown := grown + kurir_stored_bytes(new);
  end if;
  if grown <> 0 then
    insert into storage_changes (account_id, bytes) values (owner, grown);
  end if;
  return null;
end
$$;

create trigger documents_storage after insert or delete or update of state, size, text_length on documents
  for each row execute function kurir_note_storage();
create trigger message_media_storage after update of state on message_media
  for each row when ((new.state = 'stored') <> (old.state = 'stored')) execute function kurir_note_storage();
create trigger conversation_events_storage after insert on conversation_events
  for each row when (new.kind = 'note') execute function kurir_note_storage();
create trigger conversation_events_freed after delete on conversation_events
  for each row when (old.kind = 'note') execute function kurir_note_storage();
create trigger broadcasts_storage after insert on broadcasts
  for each row execute function kurir_note_storage();
create trigger broadcasts_freed after update of status on broadcasts
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function kurir_note_storage();
create trigger messages_storage after insert on messages
  for each row when (octet_length(new.body) > 1000) execute function kurir_note_storage();
create trigger messages_freed after update of body on messages
  for each row when (octet_length(old.body) > 1000 or octet_length(new.body) > 1000)
  execute function kurir_note_storage();
create trigger flow_versions_storage after insert or delete on flow_versions
  for each row execute function kurir_note_storage();

-- Batches of contacts come in one statement. A contact counts with its tags and indexes.
create function kurir_note_contacts() returns trigger language plpgsql as $$
begin
  insert into storage_changes (account_id, bytes)
  select account_id, case tg_op when 'INSERT' then 500 else -500 end * count(*) from changed group by account_id;
  return null;
end
$$;

create trigger contacts_storage after insert on contacts referencing new table as changed
  for each statement execute function kurir_note_contacts();
create trigger contacts_freed after delete on contacts referencing old table as changed
  for each statement execute function kurir_note_contacts();

insert into account_storage (account_id, bytes)
select account_id, sum(bytes) from (
  select account_id, sum(kurir_stored_bytes(documents)) as bytes from documents group by 1
  union all
  select account_id, sum(size) from message_media where state = 'stored' group by 1
  union all
  select account_id, sum(kurir_stored_bytes(conversation_events)) from conversation_events where kind = 'note' group by 1
  union all
  select account_id, sum(kurir_stored_bytes(broadcasts)) from broadcasts group by 1
  union all
  select account_id, sum(octet_length(body)) from messages
  where octet_length(body) > 1000 and broadcast_id is null group by 1
  union all
  select account_id, sum(kurir_stored_bytes(flow_versions)) from flow_versions group by 1
  union all
  select account_id, 500 * count(*) from contacts group by 1
) stored group by account_id;

-- An account that stores more already can go on.
update plans p set storage_bytes = greatest(given.bytes, 2 * coalesce((
  select max(s.bytes) from accounts a join account_storage s on s.account_id = a.id where a.plan = p.name
), 0))
from (values ('starter', 2147483648), ('business', 21474836480), ('pro', 107374182400)) as given (name, bytes)
where p.name = given.name;
