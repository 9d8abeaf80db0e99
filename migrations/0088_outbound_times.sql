-- The messages of an account at a time that are sent or failed. A message enters this index once: acceptance and claims do
-- not write it, and receipts change none of its columns. In a migration by itself: writers wait for one scan.
create index messages_outbound_times on messages (account_id, created_at)
  where direction = 'out' and not due and not held;
