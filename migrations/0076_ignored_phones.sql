-- Numbers that no automation answers, at most 1,000 of an account. Apart from the other settings, which each decision
-- reads as a whole.
create table automation_ignored_phones (
  account_id bigint not null references accounts (id),
  -- Digits only, in international form.
  phone text not null,
  primary key (account_id, phone)
);
