-- Templates are made and reviewed: an id for the API, and what the review of the provider said.
alter table templates
  add column id bigint generated always as identity,
  -- The id at the provider. Null: not known yet.
  add column provider_id text,
  add column quality text,
  -- Why the provider refused it.
  add column rejection text,
  -- By the clock of Kurir: a change here, or a report. A reading that began earlier does not replace the row.
  add column changed_at timestamptz,
  -- By the clock of the provider: its latest report.
  add column reported_at timestamptz;
create unique index templates_id on templates (id);

-- Many rows at once come from a first reading. Clients read their lists again.
create function kurir_note_templates() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 101) first_rows) > 100 then
    insert into stream_changes (account_id, kind)
    select distinct s.account_id, 'resync'
    from changed n join template_books b on b.id = n.book_id
    join stream_accounts s on s.account_id = b.account_id and s.is_live;
  else
    insert into stream_changes (account_id, kind, ref_id)
    select s.account_id, tg_argv[0], n.id
    from changed n join template_books b on b.id = n.book_id
    join stream_accounts s on s.account_id = b.account_id and s.is_live
    order by n.id;
  end if;
  return null;
end
$$;
create trigger templates_stream_new after insert on templates
  referencing new table as changed
  for each statement execute function kurir_note_templates('template.changed');
create trigger templates_stream after update on templates
  referencing new table as changed
  for each statement execute function kurir_note_templates('template.changed');
create trigger templates_stream_gone after delete on templates
  referencing old table as changed
  for each statement execute function kurir_note_templates('template.deleted');
