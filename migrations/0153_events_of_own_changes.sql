-- Own reactions, edits and deletions are events once they are sent, as those of phones are. The trigger writes them: it
-- sees each way to a status, and other messages pay nothing. Fields as in src/gateway/messages/changes/announce-sql.ts.
create function kurir_announce_own_change(change messages) returns void language plpgsql as $$
declare
  event_type text := case change.type when 'reaction' then 'message.reaction' when 'edit' then 'message.edited'
    else 'message.deleted' end;
  target text := change.details -> 'quote' ->> 'id';
  uuid uuid := gen_random_uuid();
  own devices;
  about record;
  chat record;
  group_chat json;
  new_id bigint;
begin
  if not exists (select from webhooks where account_id = change.account_id and event_type = any (events)) then
    return;
  end if;
  select * into own from devices where id = change.device_id;
  select m.id into about
  from (
    select change.device_id as id, 1 as turn
    union all
    (select device_id, 2 from channel_devices where channel_id = own.channel_id)
  ) d
  cross join lateral (
    (select public_id as id from messages
     where device_id = d.id and wa_message_id = target and direction = 'in' limit 1)
    union all
    (select coalesce(public_id, messages.id) from messages
     where device_id = d.id and reserved_wa_id = target and reserved_wa_id is not null limit 1)
    union all
    (select coalesce(public_id, messages.id) from messages
     where device_id = d.id and wa_message_id = target and direction = 'out' and wa_message_id <> reserved_wa_id limit 1)
  ) m
  order by d.turn limit 1;
  select c.conversation_uuid, p.name into chat
  from person_identities i
  cross join lateral (select coalesce(merged_into, id) as id from people where id = i.person_id offset 0) r
  cross join lateral (select id, name from people where id = r.id offset 0) p
  cross join lateral (
    select conversation_uuid from conversations where person_id = p.id and channel_id = own.channel_id limit 1
  ) c
  where i.account_id = change.account_id
    and i.kind = case when change.phone ~ '^\d+$' then 'phone' when change.phone like '%@lid' then 'lid'
      when change.phone like '%@g.us' then 'group' else 'scoped' end
    and i.value = case when change.phone ~ '^\d+$' then kurir_first_spelling(change.phone)
      when change.phone like '%@lid' then left(change.phone, -4) else btrim(change.phone) end
  limit 1;
  if change.phone like '%@g.us' then
    group_chat := json_build_object('type', 'group', 'id', change.phone, 'subject', chat.name);
  end if;
  insert into events (event_id, account_id, type, body, created_at)
  values (
    uuid, change.account_id, event_type,
    -- Private chats have no such field. Within a text of JSON, each quotation mark has a backslash before it.
    replace(case change.type
      when 'deletion' then (
        select row_to_json(b)::text from (
          select event_type as event, uuid as event_id, own.device_uuid, kurir_iso(change.created_at) as timestamp,
            about.id as message_id, target as wa_message_id, chat.conversation_uuid as conversation_id,
            change.phone, group_chat as chat, 'us' as author
        ) b
      )
      when 'edit' then (
        select row_to_json(b)::text from (
          select event_type as event, uuid as event_id, own.device_uuid, kurir_iso(change.created_at) as timestamp,
            about.id as message_id, target as wa_message_id, chat.conversation_uuid as conversation_id,
            change.phone, group_chat as chat, 'us' as author, change.body
        ) b
      )
      else (
        select row_to_json(b)::text from (
          select event_type as event, uuid as event_id, own.device_uuid, kurir_iso(change.created_at) as timestamp,
            about.id as message_id, target as wa_message_id, chat.conversation_uuid as conversation_id,
            change.phone, group_chat as chat, 'us' as author, nullif(change.body, '') as emoji
        ) b
      )
    end, ',"chat":null', ''),
    clock_timestamp()
  )
  returning id into new_id;
  insert into event_backlog (consumer, account_id, event_id, type)
  select consumer, change.account_id, new_id, event_type from event_subscriptions
  where account_id = change.account_id and event_type = any (types);
end
$$;

create or replace function kurir_note_sent_reaction() returns trigger language plpgsql as $$
declare
  target text := new.details -> 'quote' ->> 'id';
  own_id text := coalesce(new.wa_message_id, new.reserved_wa_id);
begin
  if new.status = 'failed' then
    delete from message_changes
    where device_id = new.device_id and phone = new.phone and target_wa_message_id = target and wa_message_id = own_id;
    return null;
  end if;
  -- Of reactions the last one counts, and of edits the last twenty.
  delete from message_changes where id = any (array(
    select id from message_changes
    where device_id = new.device_id and phone = new.phone and target_wa_message_id = target
      and kind = new.type and from_me and at <= new.created_at
    order by at desc, id desc offset case new.type when 'edit' then 19 else 0 end
  ));
  insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body, wa_message_id, at)
  values (new.account_id, new.device_id, new.phone, target, new.type, true, new.body, own_id, new.created_at)
  on conflict (device_id, phone, target_wa_message_id, wa_message_id) do nothing;
  -- The phone of the number can have reported it before.
  if found then
    perform kurir_announce_own_change(new);
  end if;
  return null;
end
$$;
