-- Accounts can let files expire sooner than the operator does.
create index message_media_kept on message_media (account_id, created_at) where removed_at is null and state <> 'removed';

-- After how many days an account deletes what. Null: as the operator says.
create table retention_settings (
  account_id bigint primary key references accounts (id),
  message_days integer check (message_days between 30 and 3650),
  file_days integer check (file_days between 1 and 3650),
  event_days integer check (event_days between 7 and 30)
);

-- What figures need of messages that were deleted for their age. Days are local ones of the account.
create table counted_messages (
  account_id bigint not null,
  day date not null,
  device_id bigint not null,
  -- 0: sent, or of a group.
  channel_id bigint not null,
  -- Empty: received.
  source text not null,
  status text not null,
  -- Empty: not failed.
  error_code text not null,
  messages bigint not null,
  primary key (account_id, day, device_id, channel_id, source, status, error_code)
);

-- What the figures of a broadcast need of recipients whose messages were deleted for their age.
create table counted_recipients (
  broadcast_id bigint primary key references broadcasts (id),
  failed integer not null,
  sent integer not null,
  delivered integer not null,
  read integer not null,
  replied integer not null,
  opted_out integer not null,
  not_read integer not null,
  not_replied integer not null
);

create trigger messages_deleted after delete on messages
  for each row when (octet_length(old.body) > 1000) execute function kurir_note_storage();
