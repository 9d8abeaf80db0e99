-- Within how many minutes of business hours a person answers a customer. Null: no target.
alter table accounts
  add column first_answer_minutes integer check (first_answer_minutes between 1 and 10080),
  add column next_answer_minutes integer check (next_answer_minutes between 1 and 10080);
