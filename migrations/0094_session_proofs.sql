-- When the person of a session last proved to be the user, later than the log-in. Null: the log-in was the last proof.
alter table user_sessions add column proved_at timestamptz;
