-- When customers see that their messages are read.
alter table accounts add column read_receipts text not null default 'never'
  check (read_receipts in ('never', 'on_reply', 'on_open'));

-- Read receipts that wait for the process of their device, at most one row for each chat. A day later they are given up.
create table due_read_receipts (
  device_id bigint not null references devices (id) on delete cascade,
  phone text not null,
  wa_message_ids text[] not null,
  created_at timestamptz not null,
  primary key (device_id, phone)
);
create index due_read_receipts_age on due_read_receipts (created_at);
