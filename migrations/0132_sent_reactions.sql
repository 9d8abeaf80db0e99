-- A reaction is a message with a status. Once it is sent, the message that it is about shows it, as it shows reactions
-- from the phone of the number.
create function kurir_note_sent_reaction() returns trigger language plpgsql as $$
declare
  target text := new.details -> 'quote' ->> 'id';
  own_id text := coalesce(new.wa_message_id, new.reserved_wa_id);
begin
  if new.status = 'failed' then
    delete from message_changes
    where device_id = new.device_id and phone = new.phone and target_wa_message_id = target and wa_message_id = own_id;
    return null;
  end if;
  delete from message_changes
  where device_id = new.device_id and phone = new.phone and target_wa_message_id = target
    and kind = 'reaction' and from_me and at <= new.created_at;
  insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body, wa_message_id, at)
  values (new.account_id, new.device_id, new.phone, target, 'reaction', true, new.body, own_id, new.created_at)
  on conflict (device_id, phone, target_wa_message_id, wa_message_id) do nothing;
  return null;
end
$$;
create trigger messages_sent_reaction after update of status on messages
  for each row when (
    new.type = 'reaction'
    and (old.status = 'queued' and new.status in ('sent', 'delivered', 'read')
      or old.status <> 'queued' and new.status = 'failed')
  ) execute function kurir_note_sent_reaction();
