-- Webhooks that people can build on: replays, test events, a new secret while the old one still signs.

alter table webhooks
  -- The secrets that still sign beside the present one until then, the oldest first: who changes the secret twice in one overlap cuts nobody off.
  add column previous_secrets bytea[] not null default '{}',
  add column previous_secret_until timestamptz,
  add constraint webhooks_previous_secrets check ((previous_secrets = '{}') = (previous_secret_until is null));

alter table webhook_deliveries
  -- Why there is a delivery: its event happened, somebody asked for it again, or somebody tries out the endpoint. Only the first one's failures count.
  add column kind text not null default 'event' check (kind in ('event', 'replay', 'test'));

alter table events drop constraint events_type_check;
alter table events add constraint events_type_check
  check (type in ('message.received', 'message.status', 'device.status', 'webhook.test'));

-- What happened in an account since a time, for replays. Retention goes by the primary key, which grows with time as well.
create index events_account on events (account_id, created_at, id);
drop index events_created;

-- From account to account, so that a backlog of one is not in the way of the others.
drop index events_to_fan_out;
create index events_to_fan_out on events (account_id, id) where not fanned_out;

-- The log of a webhook, newest first. What is rare in it is found without a walk through the rest; what is delivered at once never enters these two.
drop index webhook_deliveries_webhook;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_undelivered on webhook_deliveries (webhook_id, created_at, id) where status in ('failed', 'held');
create index webhook_deliveries_asked on webhook_deliveries (webhook_id, created_at, id) where kind <> 'event';

-- From endpoint to endpoint, and of each what is late (retries and replays) apart, so that neither stands in the way of the other.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, (attempts > 0 or kind = 'replay'), next_attempt_at, id)
  where status = 'pending';

-- An attempt has a number in its delivery: one index is both its key and the way to it, and each attempt writes one entry less.
alter table webhook_attempts drop column id, add primary key (delivery_id, number);
drop index webhook_attempts_delivery;

-- Each delivery leaves two dead rows behind and its event one. Vacuum comes when a twentieth is dead, also on a server with other settings of its own,
-- so that these tables stay about as large as what lives in them; the planner hears of it in time.
alter table events set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table webhook_attempts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
