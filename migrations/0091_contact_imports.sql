-- An import of contacts, which can be undone within a day. Its id comes from the client, which sends the file in batches.
create table contact_imports (
  account_id bigint not null references accounts (id),
  id uuid not null,
  started_at timestamptz not null,
  -- When the undo began. It takes no more contacts then.
  undone_at timestamptz,
  created integer not null default 0,
  changed integer not null default 0,
  primary key (account_id, id)
);
create index contact_imports_started on contact_imports (started_at);

-- What the import changed, in its order. Fields that it left alone are missing.
create table contact_import_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  import_id uuid not null,
  phone text not null,
  created boolean not null,
  -- Of a new contact, its fields. Else the fields before and after, and the tags that came and went.
  change jsonb not null,
  foreign key (account_id, import_id) references contact_imports (account_id, id) on delete cascade
);
create index contact_import_changes_import on contact_import_changes (account_id, import_id, id);
