-- What users are notified while they do not look: by push to a browser, or by e-mail.

-- With this pair the installation signs what it pushes. One row.
create table push_keys (
  id bigint primary key check (id = 1),
  -- An uncompressed point of P-256.
  public_key bytea not null,
  -- Sealed.
  private_key bytea not null,
  created_at timestamptz not null
);

-- The browser of a log-in session, and gone with the session.
create table push_subscriptions (
  session_id bigint primary key references user_sessions (id) on delete cascade,
  account_id bigint not null,
  user_id bigint not null,
  -- SHA-256.
  endpoint_hash bytea not null unique,
  -- Sealed: the address at the push service, and the keys of the browser.
  target bytea not null,
  -- Names and words of customers may appear on a locked screen.
  shows_text boolean not null,
  -- Of the push service, in a row.
  failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (user_id, session_id);

create table notice_settings (
  user_id bigint primary key,
  account_id bigint not null,
  -- Kinds of notices.
  push text[] not null,
  email text[] not null,
  -- As of broadcasts. Null: none.
  quiet_hours jsonb,
  email_after_minutes integer not null check (email_after_minutes between 1 and 1440),
  language text not null check (char_length(language) <= 10),
  created_at timestamptz not null,
  -- The last attempt.
  emailed_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index notice_settings_account on notice_settings (account_id, user_id);

-- A row lives while its occasion lasts, so that the user is notified once.
create table user_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  user_id bigint not null,
  kind text not null,
  occasion text not null check (char_length(occasion) <= 200),
  noticed_at timestamptz not null,
  pushed_at timestamptz,
  emailed_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  unique (user_id, kind, occasion)
);
