-- Links that log an active user in without the password.
alter table user_links drop constraint user_links_kind_check,
  add constraint user_links_kind_check check (kind in ('invitation', 'reset', 'log_in'));
