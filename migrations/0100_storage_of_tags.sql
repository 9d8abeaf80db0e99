-- Tags of contacts count too: a name stays when no contact has it any more, so that one contact could add names without
-- end. What an import changed stays for a day. Numbers are estimates with indexes, as those of contacts.
create function kurir_note_tags() returns trigger language plpgsql as $$
begin
  insert into storage_changes (account_id, bytes)
  select account_id, tg_argv[0]::bigint * case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by account_id;
  return null;
end
$$;

create trigger tags_storage after insert on tags referencing new table as changed
  for each statement execute function kurir_note_tags('300');
create trigger contact_tags_storage after insert on contact_tags referencing new table as changed
  for each statement execute function kurir_note_tags('100');
create trigger contact_tags_freed after delete on contact_tags referencing old table as changed
  for each statement execute function kurir_note_tags('100');

create function kurir_note_import_changes() returns trigger language plpgsql as $$
begin
  insert into storage_changes (account_id, bytes)
  select account_id, case tg_op when 'INSERT' then 1 else -1 end * sum(200 + octet_length(change::text))
  from changed group by account_id;
  return null;
end
$$;

create trigger contact_import_changes_storage after insert on contact_import_changes referencing new table as changed
  for each statement execute function kurir_note_import_changes();
create trigger contact_import_changes_freed after delete on contact_import_changes referencing old table as changed
  for each statement execute function kurir_note_import_changes();

insert into storage_changes (account_id, bytes)
select account_id, sum(bytes) from (
  select account_id, 300 * count(*) as bytes from tags group by 1
  union all
  select account_id, 100 * count(*) from contact_tags group by 1
  union all
  select account_id, sum(200 + octet_length(change::text)) from contact_import_changes group by 1
) stored group by account_id;
