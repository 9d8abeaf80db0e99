-- Codes that a phone types in place of scanning a QR. One row per device, which counts the codes of an hour.
create table device_typed_codes (
  device_id bigint primary key references devices (id),
  phone_number text not null,
  state text not null check (state in ('asked', 'shown', 'refused', 'ended')),
  -- Encrypted. Only of a shown code.
  code bytea,
  -- Of a shown code, or when a refused number may ask again.
  expires_at timestamptz,
  asked_at timestamptz not null,
  hour_from timestamptz not null,
  asks integer not null
);
