-- Widgets on web sites: a button that leads to the messaging app, or a live chat.
alter table devices drop constraint devices_engine_check;
alter table devices add constraint devices_engine_check check (engine in ('economy', 'official_cloud', 'widget'));

-- What visitors of web sites write raises no event of the contract.
alter table events drop constraint events_type_check;
alter table events add constraint events_type_check check (
  type in ('message.received', 'message.status', 'device.status', 'webhook.test', 'visitor.received',
    'visitor.status')
);
update event_subscriptions set types = types || array['visitor.received']
  where consumer = 'automation' and 'message.received' = any (types);
update event_subscriptions set types = types || array['visitor.received', 'visitor.status'] where consumer = 'stream';

alter table entry_points drop constraint entry_points_kind_check;
alter table entry_points add constraint entry_points_kind_check check (kind in ('link', 'ad', 'widget'));
alter table conversation_touches drop constraint conversation_touches_kind_check;
alter table conversation_touches add constraint conversation_touches_kind_check
  check (kind in ('link', 'ad', 'widget'));

-- Each widget is an entry point: name, number, text and code of its button are there.
create table widgets (
  entry_point_id bigint primary key,
  account_id bigint not null,
  -- The hidden device of its live chat, with the public id of the entry point. Null before the first time in that mode.
  chat_device_id bigint,
  mode text not null check (mode in ('button', 'chat')),
  -- Origins of web pages that may show it.
  allowed_origins text[] not null check (cardinality(allowed_origins) <= 50),
  theme text not null check (theme in ('auto', 'light', 'dark')),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Null: that of the visitor.
  language text check (language in ('id', 'en')),
  greeting text not null check (char_length(greeting) <= 500),
  -- Only visitors whom the web site has signed may write.
  identity_required boolean not null default false,
  -- With it the web site signs who its visitor is. Encrypted.
  identity_secret bytea not null,
  foreign key (account_id, entry_point_id) references entry_points (account_id, id),
  foreign key (account_id, chat_device_id) references devices (account_id, id)
);
create index widgets_chat_device on widgets (chat_device_id) where chat_device_id is not null;

-- One-time codes with which a visitor goes on in the messaging app.
create table widget_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  account_id bigint not null,
  entry_point_id bigint not null,
  -- `messages.phone` of the visitor.
  visitor text not null check (char_length(visitor) <= 100),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (account_id, entry_point_id) references entry_points (account_id, id)
);
create index widget_codes_expired on widget_codes (expires_at);
