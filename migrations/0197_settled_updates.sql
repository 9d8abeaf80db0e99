-- A statement that looks for what is due cannot take the index of an erasure.
create index official_updates_settled on official_updates (account_id, id) where not due;
drop index official_updates_account;
