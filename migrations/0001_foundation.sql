-- The tables of the main job: accounts, devices, messages, events, webhooks.
-- Every row that belongs to a tenant carries account_id; foreign keys repeat it, so that a row can never point across accounts.

-- ISO 8601 in UTC with milliseconds and Z, the one timestamp format of the contract.
create function kurir_iso(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table settings (
  name text primary key,
  value bytea not null
);

-- Accounts ---------------------------------------------------------------------------------------------------------------

create table plans (
  name text primary key,
  rate_per_minute integer not null check (rate_per_minute > 0),
  monthly_quota bigint check (monthly_quota >= 0),
  max_devices integer not null check (max_devices >= 0)
);

insert into plans (name, rate_per_minute, monthly_quota, max_devices) values
  ('starter', 10, 1000, 1),
  ('business', 20, 10000, 5),
  ('pro', 40, null, 20);

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  plan text not null references plans (name),
  status text not null default 'active' check (status in ('active', 'suspended', 'cancelled')),
  kind text not null default 'live' check (kind in ('live', 'sandbox')),
  country_code text not null default '62' check (country_code ~ '^[1-9][0-9]{0,3}$'),
  created_at timestamptz not null default now()
);

create table api_keys (
  id text primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  secret_hash bytea not null,
  scope text not null default 'full' check (scope in ('full', 'send', 'read')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id);

-- Unlogged: a crash may forget the running minute, and its commits wait for no disk.
create unlogged table rate_windows (
  account_id bigint primary key,
  minute bigint not null,
  used integer not null,
  -- What the last statement granted, and the limit it was given.
  granted integer not null,
  rate integer not null
);

create table usage_months (
  account_id bigint not null references accounts (id),
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$'),
  messages_sent bigint not null default 0 check (messages_sent >= 0),
  api_calls bigint not null default 0,
  primary key (account_id, period)
) with (fillfactor = 50);

-- Devices ----------------------------------------------------------------------------------------------------------------

create table devices (
  id bigint generated always as identity primary key,
  device_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  label text not null,
  engine text not null check (engine in ('economy', 'official_cloud')),
  -- Which providers it talks to: WhatsApp's own, or the sandbox on this machine. Follows the account's kind.
  network text not null check (network in ('live', 'sandbox')),
  status text not null default 'provisioned'
    check (status in ('provisioned', 'qr_pending', 'connected', 'disconnected', 'banned')),
  -- Why it is in this status, or what restricts it although connected.
  reason text,
  -- What the process that holds the lease has to bring about.
  wanted text not null default 'idle' check (wanted in ('idle', 'pair', 'connected', 'released')),
  phone_number text,
  paired_at timestamptz,
  connected_at timestamptz,
  last_health_at timestamptz,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  unique (account_id, id)
);
create index devices_account on devices (account_id, id) where released_at is null;
create index devices_wanted on devices (network, id) where wanted <> 'idle';

-- One owner per device: every write of a session is fenced by the epoch, which rises with each change of owner.
create table device_leases (
  device_id bigint primary key references devices (id),
  node_id uuid,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- The sessions processes that are alive, to share devices fairly among them.
create table session_nodes (
  node_id uuid primary key,
  network text not null,
  expires_at timestamptz not null
);

create table device_pairings (
  device_id bigint primary key references devices (id),
  qr bytea not null,
  expires_at timestamptz not null
);

-- The account of a paired number, encrypted: the credentials and the Signal key store.
create table session_creds (
  device_id bigint primary key references devices (id),
  value bytea not null
);

create table session_keys (
  device_id bigint not null references devices (id),
  type text not null,
  id text not null,
  value bytea not null,
  primary key (device_id, type, id)
);

-- Messages ---------------------------------------------------------------------------------------------------------------
-- The hot tables below have no foreign keys: a check per row would cost more than the insert. Their ids come from joins on the
-- account's own devices and webhooks in the very statement that inserts.

create table messages (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  device_id bigint not null,
  direction text not null check (direction in ('out', 'in')),
  type text not null,
  status text not null check (status in ('queued', 'sent', 'delivered', 'read', 'failed', 'received')),
  -- The other side, digits only.
  phone text not null,
  body text,
  media_url text,
  -- The choices of a button or list message, as they came in.
  interactive jsonb,
  -- What the engine made of the content before its first send (an uploaded file, for instance): every re-send uses it again.
  prepared bytea,
  idempotency_key text,
  -- SHA-256 of the request, to tell a replay from another request under the same key.
  fingerprint bytea,
  wa_message_id text,
  -- Chosen and committed before the first write to the provider; every re-send carries it.
  reserved_wa_id text,
  error_code text,
  error_message text,
  -- Due is what still has to be handed to the engine; separate from status so that receipts touch no index.
  due boolean not null default false,
  not_before timestamptz not null default '-infinity',
  attempts integer not null default 0,
  -- An earlier attempt may have reached the provider: failing later gives no quota back.
  maybe_written boolean not null default false,
  created_at timestamptz not null
) with (fillfactor = 85);
create unique index messages_idempotency on messages (account_id, idempotency_key) where idempotency_key is not null;
create index messages_due on messages (device_id, id) where due;
create unique index messages_inbound on messages (device_id, wa_message_id) where direction = 'in';
create unique index messages_reserved on messages (device_id, reserved_wa_id) where reserved_wa_id is not null;

-- Events and webhooks ----------------------------------------------------------------------------------------------------

-- The outbox: written in the transaction of the change, the body byte for byte as it is signed and sent.
create table events (
  id bigint generated always as identity primary key,
  event_id uuid not null default gen_random_uuid(),
  account_id bigint not null,
  type text not null check (type in ('message.received', 'message.status', 'device.status')),
  body text not null,
  created_at timestamptz not null,
  fanned_out boolean not null default false
) with (fillfactor = 85);
create index events_to_fan_out on events (id) where not fanned_out;
create index events_created on events (created_at);

create table webhooks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  url text not null,
  events text[] not null,
  secret bytea not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  failure_count integer not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  unique (account_id, id)
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  webhook_id bigint not null,
  event_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Set while an attempt is under way; a later claim by someone else makes the earlier one's result void.
  claim_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz
) with (fillfactor = 85);
-- By endpoint first: the claim goes from endpoint to endpoint, so that the backlog of one is no work for the others.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id);
