-- The sender of a message, and the legal combinations of its columns.

alter table messages
  -- Rows from before this migration have no source: it follows from `direction` and `broadcast_id`.
  add column source text,
  -- The member of the staff, or the automation, that wrote it.
  add column author_id bigint;

-- NOT VALID: PostgreSQL checks each row that is written from now on, and does not read the old ones. A scan of
-- ten million rows would keep the gateway from starting. The old rows were written under the same rules.
alter table messages
  add constraint messages_source check (source in ('api', 'broadcast', 'staff', 'bot', 'phone', 'customer'))
    not valid,
  -- The table in src/messages/queue/states.ts explains each combination.
  add constraint messages_states check (
    case
      when status = 'queued' then direction = 'out' and due <> held
        and (not maybe_written or reserved_wa_id is not null)
      when status = 'received' then direction = 'in' and not due and not held and not maybe_written
        and reserved_wa_id is null
      else direction = 'out' and not due and not held
    end
  ) not valid;
