-- The addresses from which a key works, and its last use.
alter table api_keys
  -- Networks in canonical spelling. Null: all addresses.
  add column allowed_addresses text[] check (cardinality(allowed_addresses) between 1 and 50),
  add column last_used_at timestamptz,
  add column last_used_address text,
  add constraint api_keys_last_use check ((last_used_at is null) = (last_used_address is null));
