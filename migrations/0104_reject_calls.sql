-- Calls to the numbers of the account are rejected, and the caller gets this text. Null: they ring.
alter table accounts add column reject_calls_text text;
