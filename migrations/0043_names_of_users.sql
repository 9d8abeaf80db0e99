-- Names that users had, until their conversations have the new name.
create table user_renames (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  user_id bigint not null,
  old_name text not null,
  renamed_at timestamptz not null,
  unique (account_id, old_name),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index user_renames_time on user_renames (renamed_at, id);
create index user_renames_user on user_renames (user_id);

create index conversation_parts_assignee on conversation_parts (assignee) where assignee is not null;
