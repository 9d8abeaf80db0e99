-- What a provider does not let a number do, for a time or until somebody acts; and until when a token is good.

alter table devices
  -- The code that `reason` shows while the device is connected, such as `restricted:spam`.
  add column restriction text,
  -- As the provider says; null when it does not.
  add column restricted_until timestamptz,
  -- Without another word of the provider, nobody speaks of the restriction after this time any more.
  add column restriction_lapses_at timestamptz,
  add column official_token_expires_at timestamptz,
  -- When the provider last said what became of the business account, or accepted the token: an older word that comes late changes nothing.
  add column official_account_told_at timestamptz,
  add constraint devices_restriction_lapses check ((restriction is null) = (restriction_lapses_at is null));

create index devices_restricted on devices (network, restriction_lapses_at) where restriction is not null;

-- Who has ever written to a device: while it may start no new chats, these can be answered all the same.
create index messages_heard on messages (device_id, phone) where direction = 'in';
