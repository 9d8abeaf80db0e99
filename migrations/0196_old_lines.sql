-- Lines of conversations that the retention deletes or empties, by time. Writers wait for one scan of the lines.
create index conversation_events_lines on conversation_events (account_id, created_at)
  where kind not in ('opened', 'resolved', 'assigned', 'taken_over') or body is not null or message_ids is not null;
-- The reference would read all mentions for each line that goes.
create index mentions_event on mentions (event_id);
