-- Edits of customers by time, for the retention: the other messages of an account have such indexes. In a migration by
-- itself: writers wait for one scan of the messages.
create index messages_edits on messages (account_id, created_at) where direction = 'in' and details ? 'edit';
