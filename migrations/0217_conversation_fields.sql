-- Own fields of conversations, in the table of those of contacts. Both have one name in an account.
alter table contact_fields add column target text not null default 'contact'
  check (target in ('contact', 'conversation'));

-- Values by the id of their field, as contacts have them.
create table conversation_values (
  conversation_id bigint primary key references conversations (id),
  account_id bigint not null,
  fields jsonb
);
create index conversation_values_account on conversation_values (account_id, conversation_id);

create function kurir_stored_bytes(v conversation_values) returns bigint language sql immutable parallel safe
  as $$ select 100 + 2 * coalesce(octet_length(v.fields::text), 0)::bigint $$;
create trigger conversation_values_storage after insert or delete or update of fields on conversation_values
  for each row execute function kurir_note_storage();

create function kurir_note_conversation_values() returns trigger language plpgsql as $$
begin
  insert into stream_changes (account_id, kind, ref_id)
  select n.account_id, 'conversation.changed', n.conversation_id
  from changed n join stream_accounts s on s.account_id = n.account_id and s.is_live
  order by n.conversation_id;
  return null;
end
$$;
create trigger conversation_values_stream_new after insert on conversation_values
  referencing new table as changed
  for each statement execute function kurir_note_conversation_values();
create trigger conversation_values_stream after update on conversation_values
  referencing new table as changed
  for each statement execute function kurir_note_conversation_values();

-- As in 0109, with the team and the own fields, and with the entries that tell of them.
create or replace function kurir_announce_conversations() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed n where exists (
      select from webhooks where account_id = n.account_id and 'conversation.updated' = any (events) offset 0
    )
  ) then
    with happened as (
      select n.account_id, n.created_at, gen_random_uuid() as event_id, n.kind, n.actor, c.id as conversation_id,
        c.conversation_uuid, c.phone, c.owner_state, c.ownership_version, c.assignee, c.team_id,
        c.snoozed_until, c.automation_suppressed, d.device_uuid
      from changed n
      cross join lateral (
        select coalesce(merged_into, id) as id from conversations where id = n.conversation_id offset 0
      ) r
      cross join lateral (select * from conversations where id = r.id offset 0) c
      cross join lateral (select device_id from channels where id = c.channel_id offset 0) h
      left join lateral (select device_uuid, engine from devices where id = h.device_id offset 0) d on true
      where n.kind in ('opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved',
          'labelled', 'automation_off', 'automation_on', 'merged', 'unmerged', 'snoozed', 'snooze_ended',
          'number_changed', 'team_changed', 'fields_changed')
        and d.engine is distinct from 'widget'
        and exists (
          select from webhooks where account_id = n.account_id and 'conversation.updated' = any (events) offset 0
        )
      order by n.id
    ), announced as (
      insert into events (event_id, account_id, type, body, created_at)
      select h.event_id, h.account_id, 'conversation.updated', row_to_json(b)::text, h.created_at
      from happened h
      cross join lateral (
        select 'conversation.updated' as event, h.event_id, h.device_uuid, kurir_iso(h.created_at) as "timestamp",
          h.conversation_uuid as conversation_id, h.phone, h.kind as change, h.actor, h.owner_state,
          h.ownership_version, h.assignee,
          (select case when deleted_at is null then name end from teams where id = h.team_id) as team,
          (
            select coalesce(json_agg(l.name order by l.name), '[]')
            from conversation_labels x
            cross join lateral (select name, deleted_at from labels where id = x.label_id offset 0) l
            where x.conversation_id = h.conversation_id and l.deleted_at is null
          ) as labels,
          coalesce((
            select kurir_contact_values(v.account_id, v.fields) from conversation_values v
            where v.conversation_id = h.conversation_id
          ), '{}') as fields,
          kurir_iso(h.snoozed_until) as snoozed_until, h.automation_suppressed
      ) b
      returning id, account_id, type
    )
    insert into event_backlog (consumer, account_id, event_id, type)
    select s.consumer, a.account_id, a.id, a.type
    from announced a
    cross join lateral (
      select consumer from event_subscriptions where account_id = a.account_id and a.type = any (types) offset 0
    ) s;
  end if;
  return null;
end
$$;
