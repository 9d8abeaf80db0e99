-- The choices of the last menu that the automation sent with a decision: `[{"id", "title"}]`. Null: none, or an old
-- version decided.
alter table automation_decisions add column menu jsonb;
