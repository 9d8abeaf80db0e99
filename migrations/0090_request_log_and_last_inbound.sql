-- Answered calls of API keys, for the developers of the account. No foreign keys: a check for each row would lock the
-- account and the key beside calls, and rows live for days only.
create table request_log (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  happened_at timestamptz not null,
  request_id text not null,
  method text not null,
  -- The pattern. Null: an unknown address.
  route text,
  path text not null,
  status smallint not null,
  -- Null: no error.
  code text,
  message text,
  duration_ms int not null,
  key_id text not null,
  address text not null,
  user_agent text,
  -- Calls with the same outcome in the same second that have no row.
  unlisted int not null
);

create index request_log_account on request_log (account_id, happened_at, id);
create index request_log_errors on request_log (account_id, happened_at, id) where status >= 400;
create index request_log_ids on request_log (account_id, request_id);

-- The last message that a device received, also of a quiet device in a busy account. An inbound message enters this index
-- once. The length of the phone keeps statements without a device on messages_inbound_times. Writers wait for one scan of
-- the messages.
create index messages_received on messages (device_id, created_at)
  where direction = 'in' and length(phone) <= 512 and (details is null or not details ? 'edit');
