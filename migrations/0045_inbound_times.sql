-- The messages of customers at a time, without edits of earlier ones. In a migration by itself: writers wait for one
-- scan of the messages.
create index messages_inbound_times on messages (account_id, created_at) include (device_id, id)
  where direction = 'in' and (details is null or not details ? 'edit');
