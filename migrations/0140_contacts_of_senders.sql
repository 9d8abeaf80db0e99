-- Every customer who writes becomes a contact: in new accounts, and where an account chooses it.
alter table accounts add column senders_as_contacts boolean not null default false;
alter table accounts alter column senders_as_contacts set default true;

-- Customers who have begun an episode, until a sweep has made contacts of them.
create table new_senders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  conversation_id bigint not null references conversations (id) on delete cascade
);
create index new_senders_conversation on new_senders (conversation_id);

-- What staff wants to remember of a contact.
alter table contacts add column notes text;
