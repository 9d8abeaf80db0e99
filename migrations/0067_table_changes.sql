-- Which rows a change of names touched. An index of the products reads them alone, not the whole table.
create table knowledge_table_changes (
  table_id bigint not null references knowledge_tables (id) on delete cascade,
  -- Of the table, after the change.
  names_version bigint not null,
  -- Of rows that were added, renamed or deleted.
  places integer[] not null,
  primary key (table_id, names_version)
);
