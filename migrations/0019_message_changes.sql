-- What people did to earlier messages: reactions, edits, deletions on all phones, votes.
create table message_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  device_id bigint not null,
  -- The customer of the chat, as in messages.
  phone text not null,
  -- The provider's id of the earlier message. It may belong to an earlier device of the number, or be unknown.
  target_wa_message_id text not null,
  kind text not null check (kind in ('reaction', 'edit', 'deletion', 'vote')),
  -- The account did it, on its own phone.
  from_me boolean not null,
  -- The emoji or the new text; null: removed, or not readable.
  body text,
  -- The provider's id of the change.
  wa_message_id text not null,
  at timestamptz not null
);
-- A repetition is stored once. Pages of a history find the changes of their messages here.
create unique index message_changes_once
  on message_changes (device_id, phone, target_wa_message_id, wa_message_id);
