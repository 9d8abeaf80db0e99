-- Of tests and replays of webhooks: when the next one of an account, or to a host, may leave.
create table webhook_paces (
  scope text primary key,
  next_at timestamptz not null
);
create index webhook_paces_next on webhook_paces (next_at);
