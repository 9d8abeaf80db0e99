-- PostgreSQL 15.20 and its contemporaries alter no table whose row a function with a parsed body takes. As text, a body
-- holds nothing.
create or replace function kurir_stored_bytes(d documents) returns bigint language sql immutable parallel safe
  as $$ select 1000 + case when d.state in ('waiting', 'reading') then d.size else 0 end + 2 * d.text_length $$;
create or replace function kurir_stored_bytes(m message_media) returns bigint language sql immutable parallel safe
  as $$ select case when m.state = 'stored' then m.size else 0 end $$;
create or replace function kurir_stored_bytes(e conversation_events) returns bigint language sql immutable parallel safe
  as $$ select case when e.kind = 'note' then 500 + coalesce(octet_length(e.body), 0) else 0 end $$;
create or replace function kurir_stored_bytes(b broadcasts) returns bigint language sql immutable parallel safe
  as $$ select 500 + octet_length(b.template) + coalesce(octet_length(b.approved::text), 0)
    + 8 * b.total_recipients::bigint
    + case when octet_length(b.template) > 1000 then octet_length(b.template)::bigint else 0 end
    * case when b.status = 'cancelled' then b.claimed else b.total_recipients end $$;
create or replace function kurir_stored_bytes(m messages) returns bigint language sql immutable parallel safe
  as $$ select case when octet_length(m.body) > 1000 and m.broadcast_id is null then octet_length(m.body) else 0 end $$;
create or replace function kurir_stored_bytes(v flow_versions) returns bigint language sql immutable parallel safe
  as $$ select 200 + octet_length(v.definition::text) $$;
create or replace function kurir_stored_bytes(u uploads) returns bigint language sql immutable parallel safe
  as $$ select case when u.state = 'stored' then u.size else 0 end $$;

alter table broadcasts
  -- Of its messages.
  add column type text not null default 'text' check (type in ('text', 'image', 'video', 'document')),
  -- The upload that they have. It may be gone once the broadcast has ended.
  add column file_id uuid,
  add constraint broadcasts_file_check check ((type = 'text') = (file_id is null));
create index broadcasts_file on broadcasts (file_id) where file_id is not null;
