-- Prepared texts of staff, with variables.
create table canned_replies (
  id bigint generated always as identity primary key,
  canned_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- In lower case.
  shortcut text not null check (shortcut = lower(shortcut) and char_length(shortcut) between 1 and 50),
  title text not null check (char_length(title) between 1 and 100),
  body text not null check (char_length(body) between 1 and 4096),
  language text check (char_length(language) <= 35),
  -- Only for these devices. Null: for all.
  device_uuids uuid[],
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index canned_replies_shortcut on canned_replies (account_id, shortcut);
create index canned_replies_account on canned_replies (account_id, id);
