-- A failing webhook says since when it fails, and why, before it is disabled.
alter table webhooks
  -- Start of the first failed attempt since the last success.
  add column failing_since timestamptz,
  add column last_error text,
  -- Start of the attempt that last changed the two columns above: results of earlier attempts come too late.
  add column judged_at timestamptz,
  add constraint webhooks_failing check ((failing_since is null) = (last_error is null));
