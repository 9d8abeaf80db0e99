-- Own fields of contacts, defined per account.
create table contact_fields (
  id bigint generated always as identity primary key,
  field_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text not null check (length(name) <= 40),
  type text not null check (type in ('text', 'number', 'date', 'yes_no', 'choice')),
  -- Of a choice: the values that it has.
  choices text[] not null default '{}' check (cardinality(choices) <= 100),
  created_at timestamptz not null,
  unique (account_id, name)
);

-- Values by the id of their field; null without any. A date is a text such as 2025-11-21.
alter table contacts add column fields jsonb;
create index contacts_fields on contacts using gin (fields jsonb_path_ops) with (fastupdate = off)
  where fields is not null;

-- Numbers, and dates as 20251121, for filters by range. A trigger writes it.
create table contact_numbers (
  account_id bigint not null,
  place bigint not null,
  field_id bigint not null,
  value double precision not null,
  primary key (account_id, place, field_id)
);
create index contact_numbers_value on contact_numbers (account_id, field_id, value, place);

-- What a contact has after a change: null takes a value away, and a field that is deleted meanwhile has none.
create function kurir_contact_fields(account bigint, held jsonb, given jsonb) returns jsonb language sql stable
  return (
    select jsonb_object_agg(v.key, v.value) from jsonb_each(coalesce(held, '{}') || given) v
    where jsonb_typeof(v.value) <> 'null'
      and exists (select from contact_fields f where f.id = v.key::bigint and f.account_id = account)
  );

-- Values by the names of the fields that exist.
create function kurir_contact_values(account bigint, stored jsonb) returns jsonb language sql stable
  return (
    select coalesce(jsonb_object_agg(f.name, stored -> f.id::text), '{}') from contact_fields f
    where f.account_id = account and stored ? f.id::text
  );

create function kurir_note_contact_fields() returns trigger language plpgsql as $$
declare
  owner bigint;
  grown bigint := 0;
begin
  if tg_op <> 'INSERT' and old.fields is not null then
    owner := old.account_id;
    grown := -2 * octet_length(old.fields::text);
    delete from contact_numbers where account_id = old.account_id and place = old.place;
  end if;
  if tg_op <> 'DELETE' and new.fields is not null then
    owner := new.account_id;
    grown := grown + 2 * octet_length(new.fields::text);
    insert into contact_numbers (account_id, place, field_id, value)
    select new.account_id, new.place, v.key::bigint,
      case jsonb_typeof(v.value) when 'number' then v.value #>> '{}' else replace(v.value #>> '{}', '-', '') end::float8
    from jsonb_each(new.fields) v
    where jsonb_typeof(v.value) = 'number'
      or jsonb_typeof(v.value) = 'string' and v.value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$';
  end if;
  if grown <> 0 then
    insert into storage_changes (account_id, bytes) values (owner, grown);
  end if;
  return null;
end
$$;

create trigger contacts_fields_stored after insert on contacts
  for each row when (new.fields is not null) execute function kurir_note_contact_fields();
create trigger contacts_fields_changed after update of fields on contacts
  for each row when (new.fields is distinct from old.fields) execute function kurir_note_contact_fields();
create trigger contacts_fields_freed after delete on contacts
  for each row when (old.fields is not null) execute function kurir_note_contact_fields();
