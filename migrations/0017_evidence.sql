-- An unresolved message is settled by evidence: statuses of messages that the same number sent later.

alter table accounts
  -- For a message that was not taken: `fail`, or `resend` once.
  add column unresolved text not null default 'fail' check (unresolved in ('fail', 'resend'));

alter table messages
  -- First callback with a status of a message that the device marked later.
  add column evidence_at timestamptz,
  -- Sent a second time, because evidence says that the first send was lost.
  add column resent_at timestamptz;

-- NOT VALID, as in 0009. The table in src/messages/queue/states.ts explains each combination.
alter table messages
  drop constraint messages_states,
  add constraint messages_states check (
    case
      when status = 'queued' then direction = 'out' and due <> held
        and (not maybe_written or reserved_wa_id is not null)
        and (resent_at is null or (due and reserved_wa_id is not null))
      when status = 'received' then direction = 'in' and not due and not held and not maybe_written
        and reserved_wa_id is null and resent_at is null
      else direction = 'out' and not due and not held
    end
  ) not valid;

-- When processes of this installation received callbacks. Silence counts only then.
create table official_listening (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz not null,
  -- End of the last gap.
  since timestamptz not null
);
