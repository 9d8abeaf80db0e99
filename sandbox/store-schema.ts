export const TABLES = `
  create table if not exists settings (name text primary key, value blob not null) strict, without rowid;

  create table if not exists phones (
    number text primary key,
    lid text not null unique,
    name text not null,
    registration_id integer not null,
    identity_private blob not null,
    identity_public blob not null,
    signed_key_private blob not null,
    signed_key_public blob not null,
    signed_key_signature blob not null,
    next_pre_key_id integer not null default 1,
    next_device_id integer not null default 1,
    line text not null default 'up' check (line in ('up', 'dropped', 'banned')),
    faults text not null default '{}'
  ) strict, without rowid;

  create table if not exists phone_pre_keys (
    number text not null, key_id integer not null, private blob not null, public blob not null,
    primary key (number, key_id)
  ) strict, without rowid;

  create table if not exists phone_sessions (
    number text not null, address text not null, record text not null,
    primary key (number, address)
  ) strict, without rowid;

  create table if not exists companions (
    number text not null,
    device_id integer not null,
    noise_key blob not null,
    registration_id integer not null,
    identity blob not null,
    signed_key_id integer not null,
    signed_key blob not null,
    signed_key_signature blob not null,
    welcomed integer not null default 0,
    primary key (number, device_id)
  ) strict, without rowid;

  create table if not exists companion_pre_keys (
    number text not null, device_id integer not null, key_id integer not null, public blob not null,
    primary key (number, device_id, key_id)
  ) strict, without rowid;

  create table if not exists queue (
    seq integer primary key,
    number text not null,
    device_id integer not null,
    class text not null,
    stanza_id text not null,
    stanza_type text not null,
    attempt integer not null,
    node blob not null
  ) strict;
  create index if not exists queue_of_companion on queue (number, device_id, stanza_id);

  create table if not exists messages (
    seq integer primary key,
    phone text not null,
    wa_message_id text not null,
    direction text not null check (direction in ('in', 'out')),
    peer text not null,
    sender_device integer not null,
    addressed_as text,
    type text,
    text text,
    content blob,
    at integer not null,
    copies integer not null default 1,
    read_at integer,
    unique (phone, wa_message_id, direction, peer)
  ) strict;
  create index if not exists messages_by_id on messages (wa_message_id);
  create index if not exists messages_of_phone on messages (phone, seq);
  create index if not exists messages_of_chat on messages (phone, peer, seq);
`;
