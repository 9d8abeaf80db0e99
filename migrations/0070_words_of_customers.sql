-- Words of customers are in their messages alone, which their authors can delete (docs/decisions/0086).

-- Messages whose words a note of the automation repeats. The note goes with the first of them.
alter table conversation_events add column message_ids bigint[];
create index conversation_events_messages on conversation_events using gin (message_ids) with (fastupdate = off)
  where message_ids is not null;

create function kurir_forget_notes() returns trigger language plpgsql as $$
begin
  delete from conversation_events where message_ids @> array[new.id];
  return null;
end
$$;
create trigger messages_forget_notes after update of body on messages
  for each row when (old.body is not null and new.body is null) execute function kurir_forget_notes();

-- Earlier notes repeat messages that were decided before them.
update conversation_events e set message_ids = array(
  select message_id from (
    select id, message_id from automation_decisions
    where conversation_id = e.conversation_id and message_id is not null and created_at <= e.created_at
    order by id desc limit 500
  ) d order by id
)
where kind = 'note' and actor = 'bot';
delete from conversation_events e
where message_ids is not null and exists (
  select from messages m
  where m.id = any (e.message_ids) and m.body is null and (m.type = 'text' or exists (
    select from message_changes c
    where c.device_id = m.device_id and c.phone = m.phone and c.target_wa_message_id = m.wa_message_id
      and c.kind = 'deletion' and not c.from_me
  ))
);

update assistant_chats set choices = choices - 'asked' where choices ? 'asked';

-- Reports had texts of messages. From now on they name the messages. A run can be started again.
update assistant_evaluations set state = 'failed', report = null, work = '{}', due_at = null,
  finished_at = coalesce(finished_at, now())
where kind = 'history';

-- Numbers on which the assistant only watches are not automated. 0063 left this to the next change.
update automation_accounts a set
  covers_all = exists (
    select from auto_replies r where r.account_id = a.account_id and r.enabled and r.device_ids = '{}'
  ) or exists (
    select from flows f
    where f.account_id = a.account_id and f.published_version is not null and f.triggers is not null
      and coalesce(f.device_ids, '{}') = '{}'
  ),
  covered_devices = array(
    select distinct d.id from (
      select unnest(r.device_ids) as id from auto_replies r where r.account_id = a.account_id and r.enabled
      union all
      select unnest(f.device_ids) from flows f
      where f.account_id = a.account_id and f.published_version is not null and f.triggers is not null
    ) d order by d.id
  )
where a.watches_all or a.watched_devices <> '{}';
with changed as (
  update channels c set automated = a.covers_all or coalesce(c.device_id = any (a.covered_devices), false)
  from automation_accounts a
  where a.account_id = c.account_id and (a.watches_all or a.watched_devices <> '{}')
    and c.automated <> (a.covers_all or coalesce(c.device_id = any (a.covered_devices), false))
  returning c.account_id
)
update accounts set idle_times_changed_at = now() where id in (select account_id from changed);
