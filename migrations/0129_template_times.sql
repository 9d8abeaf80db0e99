-- Messages with a template that were written outside of the reply window, by time. A message enters this index once:
-- no status changes one of its columns. In a migration by itself: writers wait for one scan.
create index messages_templates on messages (device_id, created_at)
  where direction = 'out' and details ? 'template' and not details ? 'in_window';
