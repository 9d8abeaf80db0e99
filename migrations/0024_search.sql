-- Words of the messages of conversations. A job fills it, so that accepting and receiving messages cost nothing more.
create table search_texts (
  message_id bigint primary key,
  account_id bigint not null,
  conversation_id bigint not null,
  -- The words of the body, and names for account, conversation and blocks of ids (src/conversations/search).
  words tsvector not null
);
-- Without a list of pending entries, which every search would read from end to end.
create index search_texts_words on search_texts using gin (words) with (fastupdate = off);

-- How far the job is. One row.
create table search_progress (
  only_row boolean primary key default true check (only_row),
  -- Everything up to these ids is done.
  message_id bigint not null default 0,
  conversation_id bigint not null default 0,
  -- The next goal: ids that no open transaction can still add to, once all below `goal_xid` have ended.
  goal_message_id bigint,
  goal_conversation_id bigint,
  goal_xid bigint
);
insert into search_progress default values;

-- The spelling of a number that identities have, and the other one; as src/lib/phone-spellings.ts.
create function kurir_first_spelling(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(phone,
    '^(55\d{2})9([6-9]\d{7})$', '\1\2'), '^(52)1(\d{10})$', '\1\2'), '^(54)9(\d{10})$', '\1\2')
$$;
create function kurir_second_spelling(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(phone,
    '^(55\d{2})([6-9]\d{7})$', '\19\2'), '^(52)(\d{10})$', '\11\2'), '^(54)(\d{10})$', '\19\2')
$$;

-- By device, for messages of a device that changed its number.
create index channel_devices_device on channel_devices (device_id, from_message_id);

-- Parts of names and numbers. A server without these extensions, or a user who may not create them, searches without
-- an index, and the log says so.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index people_name_parts on people using gin (account_id, name gin_trgm_ops);
  create index person_identities_parts on person_identities using gin (account_id, value gin_trgm_ops)
    where kind = 'phone';
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object
  or invalid_schema_name or duplicate_object or unique_violation then
  raise warning 'search: no index for parts of names and numbers: %', sqlerrm;
end
$$;
