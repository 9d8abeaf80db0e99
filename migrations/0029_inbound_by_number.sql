-- The last messages of a customer, without a walk over what was sent to the number. Only inbound messages pay for it.
create index messages_heard on messages (device_id, phone, id) where direction = 'in' and length(phone) <= 512;
