-- Idle times of conversations after which the owner changes. Null: never.
alter table accounts
  add column human_idle_return_minutes integer default 720 check (human_idle_return_minutes between 5 and 10080),
  add column bot_idle_close_minutes integer not null default 1440 check (bot_idle_close_minutes between 5 and 10080),
  add column queue_return_minutes integer check (queue_return_minutes between 5 and 10080),
  -- Timers of conversations may still be of the idle times before.
  add column idle_times_changed_at timestamptz;
create index accounts_idle_times on accounts (id) where idle_times_changed_at is not null;
