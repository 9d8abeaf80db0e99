-- Replies on the phone within seconds of a message: the same text in several chats is of an automation on the phone.
create table quick_replies (
  device_id bigint not null,
  -- SHA-256.
  text_hash bytea not null,
  phone text not null,
  at timestamptz not null,
  primary key (device_id, text_hash, phone)
);
create index quick_replies_at on quick_replies (at);
