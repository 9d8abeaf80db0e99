-- A colour tells labels apart. Those that exist get one in turn.
alter table labels add column color text not null default 'gray'
  check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'));
update labels set color = (array['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'])[1 + id % 7];
