-- The ids of messages that answers and events show: one series per account, so that they tell nothing about others.

alter table messages
  -- Null on messages from customers, because no answer shows their ids. Null on rows from before this migration: their
  -- public id is `id`, for ever.
  add column public_id bigint;

-- Logged, because a counter that a crash resets would give ids twice.
create table message_counters (
  account_id bigint primary key,
  -- Higher numbers are no exact JSON numbers.
  last_public_id bigint not null check (last_public_id between 0 and 9007199254740991),
  -- How many ids the last statement took.
  taken bigint not null
) with (fillfactor = 50);

-- A process of the version before shows `id` as it inserts it. To be dropped when no such process can run.
create function kurir_old_message_id() returns trigger language plpgsql as $$
begin
  insert into message_counters as c (account_id, last_public_id, taken) values (new.account_id, new.id, 1)
  on conflict (account_id) do update set last_public_id = greatest(new.id, c.last_public_id + 1), taken = 1
  returning last_public_id into new.public_id;
  return new;
end
$$;
create trigger messages_old_id before insert on messages
  for each row when (new.public_id is null and new.direction = 'out') execute function kurir_old_message_id();
