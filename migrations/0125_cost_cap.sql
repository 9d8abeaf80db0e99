-- What official numbers of an account may cost in a month (UTC) before its broadcasts and automation pause.
alter table accounts
  add column cost_cap numeric(18, 6) check (cost_cap > 0),
  add column cost_cap_currency text check (cost_cap_currency ~ '^[A-Z]{3}$'),
  -- Broadcasts that the cap has paused are looked at again.
  add column cost_cap_set_at timestamptz,
  add constraint accounts_cost_cap check ((cost_cap is null) = (cost_cap_currency is null));

create index broadcasts_over_cap on broadcasts (id) where status = 'paused' and reason = 'cost_cap_reached';
