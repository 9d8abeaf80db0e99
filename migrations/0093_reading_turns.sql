-- Accounts take turns with the reader of documents by the time that they used lately.
alter table automation_accounts
  add column reader_ms bigint not null default 0,
  -- When reader_ms was written: it counts less from then on.
  add column reader_at timestamptz;

create index documents_turns on documents (account_id, id) where state = 'waiting';
drop index documents_waiting;
create index documents_in_work on documents (account_id) where claim_id is not null;
