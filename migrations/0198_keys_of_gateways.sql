-- Of the secret key that the process seals with. Null: a process of an earlier version.
alter table gateways add column key_mark text;
