-- Groups of which a message came. Kurir does not handle them, and says so once for each: few rows per device.
create table device_groups (
  device_id bigint not null references devices (id),
  group_id text not null,
  -- Null without an answer of the network.
  name text,
  first_at timestamptz not null,
  primary key (device_id, group_id)
);
