-- Whether rules and the assistant answer who mentions the number in a group.
alter table devices add column group_automation text not null default 'off'
  check (group_automation in ('off', 'mentioned'));
