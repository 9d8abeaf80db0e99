-- A message whose text is erased is no longer found. The lock waits for the job that copies words, which may have read
-- the text already. Fires only for statements that set `body`.
create function kurir_forget_words() returns trigger language plpgsql as $$
begin
  perform from search_progress for update;
  delete from search_texts where message_id = new.id;
  return null;
end
$$;
create trigger messages_forget_words after update of body on messages
  for each row when (old.body is not null and new.body is null) execute function kurir_forget_words();
