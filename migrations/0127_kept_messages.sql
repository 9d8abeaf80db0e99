-- A message that the official provider has accepted, and sends later or never.
alter table messages
  -- Its word for why, such as `held_for_quality_assessment`. The final status clears it.
  add column kept_reason text,
  -- What the provider said about a message that it did not refuse: {code, message}.
  add column warning jsonb;

-- NOT VALID, as in 0009. The table in src/messages/queue/states.ts explains each combination.
alter table messages
  drop constraint messages_states,
  add constraint messages_states check (
    case
      when status = 'queued' then direction = 'out'
        and case when kept_reason is null then due <> held else maybe_written and not due and not held end
        and (not maybe_written or reserved_wa_id is not null)
        and (resent_at is null or (not held and reserved_wa_id is not null))
      when status = 'received' then direction = 'in' and not due and not held and not maybe_written
        and reserved_wa_id is null and resent_at is null and kept_reason is null
      else direction = 'out' and not due and not held
    end
  ) not valid;

-- Small: a message is in them while the provider keeps it.
create index messages_kept on messages (not_before) where kept_reason is not null;
create index messages_kept_of_broadcasts on messages (broadcast_id) where kept_reason is not null;
