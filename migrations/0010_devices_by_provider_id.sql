-- Callbacks name devices by these ids. An index on released devices too is the only one that fits the condition,
-- so that no plan reads another index from end to end.
create index devices_phone_number_id on devices (official_phone_number_id)
  where official_phone_number_id is not null;
create index devices_waba_id on devices (official_waba_id) where official_waba_id is not null;
drop index devices_official_account;
