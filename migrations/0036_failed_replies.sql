-- A failed reply of staff brings the wait back, as a failed answer of an automation does. The timeline shows it.
alter table unsent_answers
  -- Public id and error of a reply of staff. Null for an answer of an automation.
  add column reply_id bigint,
  add column error_code text;

-- All answers to a conversation: of automations, and of staff in Kurir.
create index messages_answers on messages (conversation_id, id) where source in ('bot', 'staff');
drop index messages_bot;

create or replace function kurir_note_unsent_answer() returns trigger language plpgsql as $$
begin
  if new.source = 'staff' then
    insert into unsent_answers (conversation_id, reply_id, error_code)
    values (new.conversation_id, coalesce(new.public_id, new.id), new.error_code);
  else
    insert into unsent_answers (conversation_id) values (new.conversation_id);
  end if;
  return null;
end
$$;
create or replace trigger messages_unsent_answer after update of status on messages
  for each row when (
    new.source in ('bot', 'staff') and new.status = 'failed' and old.status <> 'failed'
      and new.conversation_id is not null
  ) execute function kurir_note_unsent_answer();
