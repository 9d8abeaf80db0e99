-- One row per account that ever had an automation.
create table automation_accounts (
  account_id bigint primary key references accounts (id),
  -- Rises with each change of rules, flows, knowledge and settings: caches in processes follow it.
  version bigint not null default 1,
  updated_at timestamptz not null
);
