-- Suspended by the gateway after a restore, until an operator activates the account.
alter table accounts add column held_at timestamptz;
