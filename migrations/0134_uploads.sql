-- Files that an account uploads, to send them. A row names its file before the file is stored.
create table uploads (
  -- Also the name of the file in the store.
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- arriving: not stored yet. removed: deleted by the account. From expires_at on a job removes the file, then the row.
  state text not null default 'arriving' check (state in ('arriving', 'stored', 'removed')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- Row ids of the users who uploaded it. Agents see no other files.
  uploaders bigint[] not null default '{}',
  -- Of a stored file.
  type text check (type in ('image', 'video', 'audio', 'document')),
  mimetype text,
  file_name text,
  size bigint,
  sha256 bytea,
  has_thumbnail boolean not null default false,
  check (state <> 'stored' or num_nulls(type, mimetype, file_name, size, sha256) = 0)
);
-- The same file under the same name is stored once.
create unique index uploads_same on uploads (account_id, sha256, file_name) where state = 'stored';
create index uploads_due on uploads (expires_at);

create function kurir_stored_bytes(u uploads) returns bigint language sql immutable parallel safe
  return case when u.state = 'stored' then u.size else 0 end;

create trigger uploads_storage after update of state on uploads
  for each row when ((new.state = 'stored') <> (old.state = 'stored')) execute function kurir_note_storage();
create trigger uploads_freed after delete on uploads
  for each row when (old.state = 'stored') execute function kurir_note_storage();
