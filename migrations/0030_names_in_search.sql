-- Parts of the names of contacts. A server without pg_trgm and btree_gin searches them without an index (0024_search.sql).
do $$
begin
  create index contacts_name_parts on contacts using gin (account_id, name gin_trgm_ops) where name <> '';
exception when undefined_object then
  raise warning 'search: no index for parts of names of contacts: %', sqlerrm;
end
$$;

-- The search finds names of files too. The name of an erased message is no longer found, as its text (0028).
create function kurir_forget_file_name() returns trigger language plpgsql as $$
begin
  perform from search_progress for update;
  delete from search_texts where message_id = new.message_id;
  return null;
end
$$;
create trigger message_media_forget_name after update of file_name on message_media
  for each row when (old.file_name is not null and new.file_name is null)
  execute function kurir_forget_file_name();
