-- An approved template in place of a text: {name, language, content, values}. `template` then has its text, with the
-- placeholders of the values.
alter table broadcasts add column approved jsonb;

create or replace function kurir_stored_bytes(b broadcasts) returns bigint language sql immutable parallel safe
  return 500 + octet_length(b.template) + coalesce(octet_length(b.approved::text), 0) + 8 * b.total_recipients::bigint
    + case when octet_length(b.template) > 1000 then octet_length(b.template)::bigint else 0 end
    * case when b.status = 'cancelled' then b.claimed else b.total_recipients end;
