-- Groups of users who answer the same chats. A skill is a team too.
create table teams (
  id bigint generated always as identity primary key,
  team_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  name text not null check (length(name) <= 100),
  -- Not shown any more. A job takes it from its conversations, then deletes the row.
  deleted_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, id)
);
create unique index teams_name on teams (account_id, lower(name)) where deleted_at is null;
create index teams_deleted on teams (id) where deleted_at is not null;

create table team_members (
  team_id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  primary key (team_id, user_id),
  foreign key (account_id, team_id) references teams (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index team_members_user on team_members (user_id, team_id);
create index team_members_account on team_members (account_id, team_id);

-- Who should answer, beside the assignee. Without a foreign key: each change of a conversation would check it. The id
-- of a deleted team means none.
alter table conversations add column team_id bigint;
create index conversations_latest_team on conversations (team_id, facet, last_at, id) where team_id is not null;
create index conversations_waiting_team on conversations (team_id, facet, waiting_since, id)
  where waiting_since is not null and team_id is not null;
alter table conversation_parts add column team_id bigint;
