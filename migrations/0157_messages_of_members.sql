-- What a member of a group wrote, for an erasure. In a migration by itself: writers wait for one scan of the messages.
create index messages_of_member on messages (account_id, (details -> 'sender' ->> 'phone')) where phone like '%@g.us';
