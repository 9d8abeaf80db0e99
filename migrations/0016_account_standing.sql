-- The time in which an account was suspended, and the end of a cancelled account.

alter table accounts
  -- The last range has no end while the account is suspended. Ranges that concern no waiting message are removed.
  add column suspended tstzmultirange not null default '{}',
  add column cancelled_at timestamptz,
  -- Its broadcasts are cancelled and its devices released.
  add column closed_at timestamptz;

update accounts set suspended = tstzmultirange(tstzrange(now(), null)) where status = 'suspended';
update accounts set cancelled_at = now() where status = 'cancelled';

create index accounts_closing on accounts (id) where status = 'cancelled' and closed_at is null;
create index broadcasts_inactive on broadcasts (id) where status = 'paused' and reason = 'account_inactive';

-- The time since when an account has been active for `active` in all, without the ranges in which it was suspended.
create function kurir_active_since(suspended tstzmultirange, at timestamptz, active interval) returns timestamptz
  language sql immutable parallel safe
  return at - active - coalesce((
    select sum(length) filter (where ended >= at - active - later)
    from (
      select ended, length,
        coalesce(sum(length) over (order by ended desc rows between unbounded preceding and 1 preceding), '0') as later
      from (
        select least(upper(r), at) as ended, least(upper(r), at) - lower(r) as length
        from unnest(suspended) as r where lower(r) < at
      ) ranges
    ) lengths
  ), '0');
