-- What was written with a number, both ways, in order. Not in the transaction that adds columns: writers wait for one
-- scan of the messages. Rows from before the upper bound of numbers may have longer ones, which fit no index.
create index messages_history on messages (device_id, phone, id) where length(phone) <= 512;
drop index messages_heard;
