-- Who changed what, when and from where.
create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  -- Null: a change of the whole installation.
  account_id bigint references accounts (id),
  actor text not null check (actor in ('api_key', 'operator', 'system')),
  -- Id of the API key, or system user of the operator.
  actor_id text,
  -- Of the caller. Null without a request.
  address text,
  action text not null,
  -- Identifier of the changed object.
  target text not null,
  detail jsonb not null check (jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 32768)
);

create index audit_log_account on audit_log (account_id, happened_at, id);
create index audit_log_all on audit_log (happened_at, id);

-- Holds for the owner of the table too, which is the role of the gateway.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The retention. KURIR_AUDIT_DAYS is longer.
    if old.happened_at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_keeps_rows before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_keeps_all before truncate on audit_log
  for each statement execute function refuse_audit_change();
