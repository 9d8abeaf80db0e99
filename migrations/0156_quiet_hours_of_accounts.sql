-- Of its broadcasts without quiet hours of their own: {from, to, timezone}. Null: they send at any time.
alter table accounts add column quiet_hours jsonb;
