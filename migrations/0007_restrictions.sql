-- What a provider does not let a connected number do, for a time or until somebody acts; and until when a token is good.

alter table devices
  add column restricted_until timestamptz,
  add column official_token_expires_at timestamptz;
