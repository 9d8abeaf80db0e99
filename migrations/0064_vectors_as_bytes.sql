-- Vectors as one signed byte per number: questions compare directions, and 50,000 texts fit into memory.
alter table embeddings add column direction bytea;
update embeddings e set direction = (
  select string_agg(substring(int2send(round(v.number / most.size * 127)::int2) from 2), ''::bytea order by v.place)
  from unnest(e.vector) with ordinality as v (number, place),
    (select greatest(max(abs(number)), 1e-30) as size from unnest(e.vector) as u (number)) most
);
alter table embeddings alter column direction set not null;
-- Of versions before; it goes in the release after this one.
alter table embeddings alter column vector drop not null;

-- Accounts whose vectors may be out of date.
create table embedding_renewals (
  account_id bigint primary key references accounts (id),
  due_at timestamptz not null,
  -- Of the process that renews now.
  claim uuid,
  claimed_until timestamptz,
  -- Failed ones in a row.
  failures integer not null default 0
) with (fillfactor = 70);
create index embedding_renewals_due on embedding_renewals (due_at);
