-- The failed recipients of a broadcast in their order. The condition on error_code is one of messages_unreachable too:
-- an update of another column keeps its indexes.
create index messages_broadcast_failed on messages (broadcast_id, broadcast_place)
  where broadcast_id is not null and error_code is not null;
