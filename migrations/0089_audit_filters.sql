-- The entries of an account by one actor, or with one action, newest first. The operator is one actor for the account.
create index audit_log_actors on audit_log
  (account_id, (case when actor in ('operator', 'system') then actor else actor_id end), happened_at, id);
create index audit_log_actions on audit_log (account_id, action, happened_at, id);
