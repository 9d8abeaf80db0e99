-- What each consumer of events still has to take, in narrow rows. Deleting one writes far less than a second version of its event.

create table event_subscriptions (
  consumer text not null,
  account_id bigint not null references accounts (id),
  types text[] not null,
  primary key (account_id, consumer)
);

create table event_backlog (
  consumer text not null,
  account_id bigint not null,
  event_id bigint not null,
  -- A copy, so that taking a row reads no event.
  type text not null,
  -- By account, so that the backlog of one account delays no other account.
  primary key (consumer, account_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- First, because it locks the table: no process of the version before takes an event while its row moves.
alter table events alter column fanned_out set default true;

insert into event_subscriptions (consumer, account_id, types)
select 'webhooks', account_id, array_agg(distinct type)
from webhooks, unnest(events) as type
where status = 'enabled'
group by account_id;

with moved as (
  update events set fanned_out = true where not fanned_out returning id, account_id, type
)
insert into event_backlog (consumer, account_id, event_id, type)
select s.consumer, m.account_id, m.id, m.type
from moved m join event_subscriptions s on s.account_id = m.account_id and m.type = any (s.types);
