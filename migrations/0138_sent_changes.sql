-- Edits and deletions of own messages are messages with a status, as reactions are. Once sent, their message shows them.
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
  return null;
end
$$;
drop trigger messages_sent_reaction on messages;
create trigger messages_sent_reaction after update of status on messages
  for each row when (
    new.type in ('reaction', 'edit', 'deletion')
    and (old.status = 'queued' and new.status in ('sent', 'delivered', 'read')
      or old.status <> 'queued' and new.status = 'failed')
  ) execute function kurir_note_sent_reaction();
