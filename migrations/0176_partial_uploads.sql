-- Uploads that arrive in several calls. From expires_at on a job removes their parts, then the row.
create table partial_uploads (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- Row id of the user who began it. Null: a key.
  user_id bigint,
  file_name text not null,
  content_type text,
  -- In bytes.
  length bigint not null,
  arrived bigint not null default 0 check (arrived <= length),
  -- The file that it became.
  media_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index partial_uploads_due on partial_uploads (expires_at);
create index partial_uploads_open on partial_uploads (account_id) where media_id is null;

create table partial_upload_parts (
  -- Also the name of its file in the store.
  file_id uuid primary key default gen_random_uuid(),
  upload_id uuid not null references partial_uploads (id),
  start bigint not null,
  -- Null: not stored yet.
  size bigint
);
create index partial_upload_parts_order on partial_upload_parts (upload_id, start);
