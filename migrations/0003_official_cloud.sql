-- Devices of the official cloud engine, and what belongs to their messages.

alter table devices
  -- The provider's id of the number, and the name it shows to customers.
  add column official_phone_number_id text,
  add column verified_name text,
  -- Secret of the customer's own app at the provider, sealed; null: the installation's own app signs.
  add column official_app_secret bytea;

-- One device per number of a provider; a released one has given it back.
create unique index devices_official_number on devices (network, official_phone_number_id)
  where official_phone_number_id is not null and released_at is null;

-- What else is known of a customer's message: the choice that was tapped, the advertisement it came from, its files.
alter table messages add column details jsonb;

-- Written, perhaps, and never to be written again: they wait for a word of the provider until `not_before`.
create index messages_unknown on messages (not_before) where due and maybe_written;

-- Statuses that name the provider's own id only.
create index messages_provider on messages (device_id, wa_message_id)
  where direction = 'out' and wa_message_id <> reserved_wa_id;

-- What the provider tells beside messages and statuses, kept for later use: messages typed in the Business app, account updates.
create table official_updates (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  device_id bigint not null,
  field text not null,
  -- SHA-256 of device, field and payload: what is told twice is kept once.
  fingerprint bytea not null unique,
  payload jsonb not null,
  created_at timestamptz not null,
  foreign key (account_id, device_id) references devices (account_id, id)
);
