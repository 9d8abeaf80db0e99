-- The event conversation.updated, for accounts with a webhook that names it. A change of a conversation has an entry of
-- the timeline, in its statement or later. The event has the state at the end of the statement of this entry.
create function kurir_announce_conversations() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed n where exists (
      select from webhooks where account_id = n.account_id and 'conversation.updated' = any (events) offset 0
    )
  ) then
    with happened as (
      select n.account_id, n.created_at, gen_random_uuid() as event_id, n.kind, n.actor, c.id as conversation_id,
        c.conversation_uuid, c.phone, c.owner_state, c.ownership_version, c.assignee, c.snoozed_until,
        c.automation_suppressed, d.device_uuid
      from changed n
      cross join lateral (
        select coalesce(merged_into, id) as id from conversations where id = n.conversation_id offset 0
      ) r
      cross join lateral (select * from conversations where id = r.id offset 0) c
      cross join lateral (select device_id from channels where id = c.channel_id offset 0) h
      left join lateral (select device_uuid, engine from devices where id = h.device_id offset 0) d on true
      where n.kind in ('opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved',
          'labelled', 'automation_off', 'automation_on', 'merged', 'unmerged', 'snoozed', 'snooze_ended',
          'number_changed')
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
          (
            select coalesce(json_agg(l.name order by l.name), '[]')
            from conversation_labels x
            cross join lateral (select name, deleted_at from labels where id = x.label_id offset 0) l
            where x.conversation_id = h.conversation_id and l.deleted_at is null
          ) as labels,
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
create trigger conversation_events_announced after insert on conversation_events
  referencing new table as changed
  for each statement execute function kurir_announce_conversations();
