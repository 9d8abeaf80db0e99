-- Of its broadcasts that name no quiet hours: {from, to, timezone}. Null: they send at any time.
alter table accounts add column quiet_hours jsonb;
