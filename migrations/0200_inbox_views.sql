-- Filters of the inbox with a name: of one user, or shared by the account.
create table inbox_views (
  id bigint generated always as identity primary key,
  view_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- Null: shared.
  user_id bigint,
  name text not null check (length(name) <= 60),
  -- As the address of the inbox has it.
  filter jsonb not null,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  unique nulls not distinct (account_id, user_id, name)
);
