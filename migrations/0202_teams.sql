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

-- As in 0109, with the team, and with the entry that tells of it.
create or replace function kurir_announce_conversations() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed n where exists (
      select from webhooks where account_id = n.account_id and 'conversation.updated' = any (events) offset 0
    )
  ) then
    with happened as (
      select n.account_id, n.created_at, gen_random_uuid() as event_id, n.kind, n.actor, c.id as conversation_id,
        c.conversation_uuid, c.phone, c.owner_state, c.ownership_version, c.assignee, c.team_id,
        c.snoozed_until, c.automation_suppressed, d.device_uuid
      from changed n
      cross join lateral (
        select coalesce(merged_into, id) as id from conversations where id = n.conversation_id offset 0
      ) r
      cross join lateral (select * from conversations where id = r.id offset 0) c
      cross join lateral (select device_id from channels where id = c.channel_id offset 0) h
      left join lateral (select device_uuid, engine from devices where id = h.device_id offset 0) d on true
      where n.kind in ('opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved',
          'labelled', 'automation_off', 'automation_on', 'merged', 'unmerged', 'snoozed', 'snooze_ended',
          'number_changed', 'team_changed')
        and d.engine is distinct from 'widget'
        and exists (
          select from webhooks where account_id = n.account_id and 'conversation.updated' = any (events) offset 0
        )
      order by n.id
    ), announced as (
      insert into events (event_id, account_id, type, body, created_at)
      select h.event_id, h.account_id, 'conversation.updated', row_to_json(b)::text, h.created_at
      from happened h
      cross join lateral (
        select 'conversation.updated' as event, h.event_id, h.device_uuid, kurir_iso(h.created_at) as "timestamp",
          h.conversation_uuid as conversation_id, h.phone, h.kind as change, h.actor, h.owner_state,
          h.ownership_version, h.assignee,
          (select case when deleted_at is null then name end from teams where id = h.team_id) as team,
          (
            select coalesce(json_agg(l.name order by l.name), '[]')
            from conversation_labels x
            cross join lateral (select name, deleted_at from labels where id = x.label_id offset 0) l
            where x.conversation_id = h.conversation_id and l.deleted_at is null
          ) as labels,
          kurir_iso(h.snoozed_until) as snoozed_until, h.automation_suppressed
      ) b
      returning id, account_id, type
    )
    insert into event_backlog (consumer, account_id, event_id, type)
    select s.consumer, a.account_id, a.id, a.type
    from announced a
    cross join lateral (
      select consumer from event_subscriptions where account_id = a.account_id and a.type = any (types) offset 0
    ) s;
  end if;
  return null;
end
$$;
