-- Files of messages: what the sender announced, how far the fetch is, and where the file is kept.
create table message_media (
  message_id bigint primary key,
  account_id bigint not null,
  device_id bigint not null,
  -- Name of the stored file, chosen before it is fetched. So no file is stored without a row that names it.
  file_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('image', 'video', 'audio', 'document', 'sticker')),
  -- - waiting: to be fetched at `next_attempt_at`, or in work until then. - stored: `file_id` is readable.
  -- - failed: `reason` says why. - removed: by the retention, or because the customer deleted the message.
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed', 'removed')),
  -- Of the last attempt.
  reason text,
  -- How the engine fetches the file, sealed. Null once it is not needed.
  source bytea,
  -- As announced; of a stored file as its bytes say.
  mimetype text,
  file_name text,
  size bigint,
  -- Of a stored file.
  sha256 bytea,
  has_thumbnail boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- The attempt in work. Null: none.
  claim_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the stored file was deleted, after its state.
  removed_at timestamptz,
  check (state <> 'stored' or (sha256 is not null and size is not null)),
  check (state = 'waiting' or claim_id is null),
  check (state = 'removed' or removed_at is null)
) with (fillfactor = 70);
-- By account first: the claim goes from account to account, so that the backlog of one is no work for the others.
create index message_media_due on message_media (account_id, next_attempt_at) where state = 'waiting';
-- For the retention.
create index message_media_created on message_media (created_at) where removed_at is null;
-- Files of messages that customers deleted.
create index message_media_withdrawn on message_media (message_id) where state = 'removed' and removed_at is null;
