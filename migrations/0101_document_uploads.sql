-- The bytes of uploaded documents lie in the file store. A row names its file before the file is stored.
create table document_uploads (
  file_id uuid primary key default gen_random_uuid(),
  -- Null: the upload is in work, or the document was read or deleted. From due_at on a job removes the file, then the row.
  document_id bigint unique references documents (id) on delete set null,
  due_at timestamptz not null
);
create index document_uploads_due on document_uploads (due_at) where document_id is null;

-- A process of an earlier version looks for bytes in document_files, and would find an empty document. Its result is
-- refused, and its attempt does not count. Processes of this version empty claimed_until with the result.
create function kurir_refuse_unread() returns trigger language plpgsql as $$
begin
  if not exists (select from document_uploads where document_id = old.id) then
    return new;
  end if;
  update documents set attempts = attempts - 1 where id = old.id;
  return null;
end
$$;

create trigger documents_unread before update of state on documents for each row
  when (old.state = 'reading' and new.state in ('ready', 'failed') and new.claimed_until is not null)
  execute function kurir_refuse_unread();
