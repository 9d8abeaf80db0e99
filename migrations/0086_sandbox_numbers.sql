-- Numbers of the simulated networks that belong to an account: its phones, and its numbers of the official provider.
create table sandbox_numbers (
  number text primary key check (number ~ '^[0-9]{8,15}$'),
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) <= 100),
  -- False: a removed phone, or a number of the official provider alone. The account keeps the number.
  is_phone boolean not null,
  official_phone_number_id text unique check (official_phone_number_id ~ '^[0-9]{1,32}$'),
  created_at timestamptz not null
);
create index sandbox_numbers_account on sandbox_numbers (account_id, number);

-- A simulated number of one account must not be given to another one.
create index devices_sandbox_number on devices (phone_number) where network = 'sandbox' and phone_number is not null;
