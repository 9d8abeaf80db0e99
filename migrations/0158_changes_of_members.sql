-- As 0157, of reactions, edits and deletions. In a migration by itself: writers wait for one scan.
create index message_changes_author on message_changes (account_id, author) where author is not null;
