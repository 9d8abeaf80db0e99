-- When and why customers opted out and in again, from this version on. Rows never change; old ones of a number go.
create table opt_out_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  -- As in `opt_outs`.
  phone text not null,
  change text not null check (change in ('out', 'in')),
  reason text not null check (reason in ('keyword', 'account', 'preference', 'refusal')),
  -- What the customer wrote.
  word text,
  happened_at timestamptz not null
);
create index opt_out_changes_phone on opt_out_changes (account_id, phone, id);
