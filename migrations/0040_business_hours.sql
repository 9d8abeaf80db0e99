-- When staff answers: of an account, and of its devices with other hours.
create table business_hours (
  account_id bigint not null references accounts (id),
  -- Null: of the account.
  device_id bigint,
  -- {timezone, weekly, holidays} (src/hours/schema.ts).
  hours jsonb not null,
  foreign key (account_id, device_id) references devices (account_id, id)
);
create unique index business_hours_key on business_hours (account_id, coalesce(device_id, 0));
