-- Messages of customers from an advertisement: an answer to one of them keeps the chat open for longer.
create index messages_advertised on messages (device_id, phone, id)
  where direction = 'in' and details -> 'referral' ->> 'source_type' = 'ad' and length(phone) <= 512;
