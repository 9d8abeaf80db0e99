-- A scheduled broadcast can get another text, and broadcasts rest in their quiet hours.
create trigger broadcasts_rewritten after update of template, approved on broadcasts
  for each row when (new.template <> old.template or new.approved is distinct from old.approved)
  execute function kurir_note_storage();

alter table broadcasts
  -- {from, to, timezone}: local times. Null: it sends at any time.
  add column quiet_hours jsonb,
  drop constraint broadcasts_waits_for_check,
  add constraint broadcasts_waits_for_check check (waits_for in ('messaging_limit', 'quiet_hours'));
