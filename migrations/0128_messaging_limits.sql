-- What the official provider says about a number and about the business portfolio that owns it.
alter table devices
  -- Null: unknown.
  add column official_quality text check (official_quality in ('green', 'yellow', 'red')),
  -- Of the last change, with the last known value before it.
  add column official_quality_at timestamptz,
  add column official_quality_before text,
  -- Null: unknown. Then the numbers of one business account share the limit.
  add column official_portfolio_id text,
  -- People without an open reply window to whom the portfolio may write in 24 hours. Null: no limit, or unknown.
  add column official_daily_limit integer,
  -- Null: unknown.
  add column official_limit_told_at timestamptz;

alter table broadcasts
  -- A later drop of the quality pauses the broadcast again.
  add column resumed_at timestamptz,
  -- Why the next message of a running broadcast waits. Null: for its delay or its throttle.
  add column waits_for text check (waits_for in ('messaging_limit'));

-- How many people broadcasts may write to before the next count. No foreign key, as on messages.
create table messaging_allowances (
  account_id bigint not null,
  -- The portfolio, the business account or the device that the limit is of.
  scope text not null,
  people_left integer not null,
  counted_at timestamptz not null,
  primary key (account_id, scope)
);
