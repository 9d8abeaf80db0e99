-- Numbers on the opt-out list count too: an account can add any number of them.
create trigger opt_outs_storage after insert on opt_outs referencing new table as changed
  for each statement execute function kurir_note_tags('200');
create trigger opt_outs_freed after delete on opt_outs referencing old table as changed
  for each statement execute function kurir_note_tags('200');

insert into storage_changes (account_id, bytes)
select account_id, 200 * count(*) from opt_outs group by account_id;
