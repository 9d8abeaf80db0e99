-- Acts of staff with a name: of one user, or shared by the account.
create table inbox_macros (
  id bigint generated always as identity primary key,
  macro_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- Null: shared.
  user_id bigint,
  name text not null check (length(name) <= 60),
  -- The digit that runs it in the inbox.
  key text check (key ~ '^[1-9]$'),
  -- With public ids of labels, users and canned replies, which can be gone.
  acts jsonb not null,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  unique nulls not distinct (account_id, user_id, name)
);
