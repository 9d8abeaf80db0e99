-- Labels have an id for the outside, and names that are unique without regard to case. A job removes deleted ones from
-- their conversations.
alter table labels
  add column label_uuid uuid not null default gen_random_uuid(),
  add column deleted_at timestamptz,
  add constraint labels_label_uuid_key unique (label_uuid),
  drop constraint labels_account_id_name_key;
create unique index labels_name on labels (account_id, lower(name)) where deleted_at is null;
create index labels_deleted on labels (id) where deleted_at is not null;

-- The id of an entry of the timeline for the outside.
alter table conversation_events add column event_uuid uuid not null default gen_random_uuid();
