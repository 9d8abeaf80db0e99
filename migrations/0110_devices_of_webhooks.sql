-- The devices whose events a webhook gets. Null: all devices. A released device stays named, so a list never becomes "all".
alter table webhooks add column device_uuids uuid[] check (device_uuids <> '{}');
