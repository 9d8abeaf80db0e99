-- Users of an account, their log-in sessions, and the links and attempts around them.

create table users (
  id bigint generated always as identity primary key,
  user_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- In lower case.
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 100),
  role text not null check (role in ('owner', 'admin', 'agent')),
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  -- Argon2id. Null: no password yet, or log-in by OIDC alone.
  password_hash text,
  -- Sealed. Null: no second factor.
  totp_secret bytea,
  -- Null until the first code has proved the secret.
  totp_confirmed_at timestamptz,
  -- Of the last accepted code, so that no code counts twice.
  totp_step bigint,
  -- Issuer and subject of the OIDC provider.
  oidc_subject text check (char_length(oidc_subject) <= 1000),
  created_at timestamptz not null,
  last_login_at timestamptz,
  unique (account_id, email),
  unique (account_id, id)
);
create unique index users_name on users (account_id, lower(name));
create index users_email on users (email);

-- What an agent may see. Others see all devices.
create table user_devices (
  account_id bigint not null,
  user_id bigint not null,
  device_id bigint not null,
  primary key (user_id, device_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, device_id) references devices (account_id, id)
);

create table user_sessions (
  id bigint generated always as identity primary key,
  session_uuid uuid not null unique default gen_random_uuid(),
  -- SHA-256 of the cookie.
  secret_hash bytea not null unique,
  account_id bigint not null,
  user_id bigint not null,
  -- Made over HTTPS, so never taken from plain HTTP.
  secure boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text check (char_length(user_agent) <= 300),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index user_sessions_user on user_sessions (user_id, id);
create index user_sessions_expiry on user_sessions (expires_at, id);

-- One-time links: the first password, or a new one.
create table user_links (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  link_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('invitation', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index user_links_user on user_links (user_id);
create index user_links_expiry on user_links (expires_at);

-- Attempts to log in: per key, those since the beginning of its window.
create table login_attempts (
  -- SHA-256 of what is limited: an address, an e-mail, or both.
  key bytea primary key,
  attempts integer not null,
  since timestamptz not null
);
create index login_attempts_since on login_attempts (since);

create table recovery_codes (
  account_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  primary key (user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

alter table audit_log drop constraint audit_log_actor_check,
  add constraint audit_log_actor_check check (actor in ('api_key', 'operator', 'system', 'user'));
