-- The business account that a number belongs to, learned from the provider's callbacks: what is about the account names no number.
alter table devices add column official_waba_id text;

create index devices_official_account on devices (official_waba_id)
  where official_waba_id is not null and released_at is null;
