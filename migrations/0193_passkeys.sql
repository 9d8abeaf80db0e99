-- A demand of the network for a passkey, and what the owner of the device answers. One row per device, the latest one.
create table device_passkeys (
  device_id bigint primary key references devices (id),
  -- The token of the helper page is made from it.
  ceremony_id uuid not null,
  state text not null check (state in ('asked', 'answered', 'cancelled', 'sent', 'ended')),
  -- Encrypted, and gone as soon as they are used.
  options bytea,
  assertion bytea,
  code bytea,
  -- Refused answers.
  attempts integer not null default 0,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
