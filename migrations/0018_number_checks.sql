-- Numbers that an account asked the network for. Of one account each: another account learns nothing from them.
create table number_checks (
  account_id bigint not null,
  -- Digits only, in international form.
  phone text not null,
  -- The device that asks.
  device_id bigint not null,
  asked_at timestamptz not null,
  -- The device has asked, with an answer or without.
  is_settled boolean not null default false,
  -- Null without an answer of the network.
  on_network boolean,
  primary key (account_id, phone),
  foreign key (account_id, device_id) references devices (account_id, id),
  check (on_network is null or is_settled)
);
-- For the questions of a device: open ones, and those of the last minute.
create index number_checks_device on number_checks (device_id, asked_at);
-- For the retention.
create index number_checks_asked on number_checks (asked_at);
