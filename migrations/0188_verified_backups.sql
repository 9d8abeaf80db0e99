-- When a backup was last restored for a test.
alter table backups add column verified_at timestamptz;
