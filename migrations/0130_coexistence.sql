-- The time before a number was connected, of a number that is also used in the Business app (docs/decisions/0145).

alter table official_updates
  -- A worker has to read it: the callback was answered before.
  add column due boolean not null default false,
  -- A process reads it until then.
  add column claimed_until timestamptz not null default '-infinity';
create index official_updates_due on official_updates (account_id, id) where due;

-- Histories that the provider sends, one row for each time.
create table official_histories (
  -- Their messages have the row ids below zero of this block.
  block bigint generated always as identity primary key,
  account_id bigint not null,
  device_id bigint not null,
  started_at timestamptz not null,
  -- Of the history at the provider.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- The business does not share it.
  declined boolean not null default false,
  -- How many messages were stored.
  messages bigint not null default 0,
  updated_at timestamptz not null,
  foreign key (account_id, device_id) references devices (account_id, id)
);
create index official_histories_device on official_histories (device_id, block);
create index official_histories_account on official_histories (account_id, block);

-- What earlier versions kept unread.
update official_updates set due = true where field in ('history', 'smb_app_state_sync');
