-- Where customers come from: chat links and advertisements.
create table entry_points (
  id bigint generated always as identity primary key,
  entry_point_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('link', 'ad')),
  name text not null check (char_length(name) between 1 and 200),
  -- Of a link: who gets the message, the present address, what the message says, and the code in it.
  device_id bigint,
  slug text,
  text text check (char_length(text) <= 500),
  code text check (char_length(code) <= 10),
  enabled boolean not null default true,
  expires_at timestamptz,
  -- Of an advertisement: the id that the provider gave it.
  ad_id text check (char_length(ad_id) <= 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Codes and addresses of deleted ones are never given again.
  deleted_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, device_id) references devices (account_id, id),
  check (kind <> 'link' or device_id is not null and slug is not null and text is not null and code is not null)
);
create unique index entry_points_code on entry_points (account_id, code) where code is not null;
create unique index entry_points_ad on entry_points (account_id, ad_id) where ad_id is not null;
create index entry_points_listed on entry_points (account_id, kind, id) where deleted_at is null;

-- All addresses that a link has ever had. They still lead to it.
create table entry_point_slugs (
  slug text primary key check (char_length(slug) <= 64),
  account_id bigint not null,
  entry_point_id bigint not null,
  created_at timestamptz not null,
  foreign key (account_id, entry_point_id) references entry_points (account_id, id)
);
create index entry_point_slugs_entry_point on entry_point_slugs (entry_point_id);

-- In the middle of the QR image of a link.
create table entry_point_logos (
  entry_point_id bigint primary key references entry_points (id),
  picture bytea not null check (length(picture) <= 1048576),
  updated_at timestamptz not null
);

-- How often a link was opened. Nothing is kept of the visitors.
create table entry_point_clicks (
  entry_point_id bigint not null references entry_points (id),
  day date not null,
  clicks bigint not null,
  primary key (entry_point_id, day)
);

-- Each time that a customer came through an entry point. The first one of a conversation is its origin.
create table conversation_touches (
  id bigint generated always as identity primary key,
  touch_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null,
  conversation_id bigint not null references conversations (id),
  -- Null: an advertisement beyond the number that an account keeps.
  entry_point_uuid uuid,
  kind text not null check (kind in ('link', 'ad')),
  -- Row id of the message that brought it.
  message_id bigint not null unique,
  -- What the network says of an advertisement (src/messages/referral.ts).
  referral jsonb,
  at timestamptz not null
);
create index conversation_touches_conversation on conversation_touches (conversation_id, id);
create index conversation_touches_entry_point on conversation_touches (entry_point_uuid, conversation_id, at)
  where entry_point_uuid is not null;
create index conversation_touches_account on conversation_touches (account_id, id);

-- The entry point of the last touch, for lists.
alter table conversations add column entry_point_uuid uuid;
create index conversations_latest_entry_point on conversations (entry_point_uuid, facet, last_at, id)
  where entry_point_uuid is not null;
create index conversations_waiting_entry_point on conversations (entry_point_uuid, facet, waiting_since, id)
  where waiting_since is not null and entry_point_uuid is not null;

-- The text without the code of a chat link, which the stored text keeps. `reference`: the part to leave out.
create function kurir_shown_text(body text, details jsonb) returns text language sql immutable parallel safe as $$
  select case when details ? 'reference' then btrim(replace(body, details ->> 'reference', ''), E' \n\r\t') else body end
$$;
