-- How long an answer waits in the queue before it is sent, in milliseconds. Null: nothing was sent, or an old version
-- decided.
alter table automation_decisions add column delay_ms integer;
