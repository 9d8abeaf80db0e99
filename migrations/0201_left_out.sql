-- Recipients who got no message on purpose counted as failed ones before.
alter table counted_recipients add column left_out integer not null default 0;
