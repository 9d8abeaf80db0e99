-- A storage may refuse to delete files for years. These files are no work for the retention of others, and for a run
-- before their next attempt.
drop index message_media_created;
-- Both conditions, so that no statement that needs one state reads all of it.
create index message_media_created on message_media (created_at) where removed_at is null and state <> 'removed';
drop index message_media_withdrawn;
create index message_media_withdrawn on message_media (next_attempt_at) where state = 'removed' and removed_at is null;
