-- Files that a number has uploaded to its network, to send them again.
create table network_files (
  device_id bigint not null references devices (id),
  -- Hash of the file, its name and the type of its messages.
  content bytea not null,
  -- Encrypted: how a message names the file, and on the economy engine the key that decrypts it.
  value bytea not null,
  -- No message uses it later.
  usable_until timestamptz not null,
  primary key (device_id, content)
);
create index network_files_usable_until on network_files (usable_until);
