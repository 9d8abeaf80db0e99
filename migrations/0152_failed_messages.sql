-- The failed messages of an account by time. The column is in conditions of other indexes already, so no change of a status
-- becomes dearer: only a message with an error enters it. In a migration by itself: writers wait for one scan.
create index messages_failed on messages (account_id, created_at) where direction = 'out' and error_code is not null;
