-- Contacts, their tags, and the counts by which any page of them is found at once (docs/decisions/0012).

-- One row per account that has contacts: whoever changes contacts or their tags locks it first, so that all of it happens in one order.
create table contact_books (
  account_id bigint primary key references accounts (id),
  next_place bigint not null default 0
) with (fillfactor = 50);

create table contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  -- The how-manieth of its account, in the order of ids; never given again, so that a deletion leaves a hole.
  place bigint not null,
  -- Digits only, in international form.
  phone text not null,
  name text not null default '',
  email text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, place),
  unique (account_id, phone)
) with (fillfactor = 90);

create table tags (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  created_at timestamptz not null,
  unique (account_id, name),
  unique (account_id, id)
);

create table contact_tags (
  account_id bigint not null,
  place bigint not null,
  tag_id bigint not null,
  primary key (account_id, place, tag_id),
  foreign key (account_id, place) references contacts (account_id, place),
  foreign key (account_id, tag_id) references tags (account_id, id)
);
-- The contacts of a tag in the order of ids: pages of it, and who is meant by a broadcast.
create unique index contact_tags_tag on contact_tags (account_id, tag_id, place);

-- How many contacts of a list have a place in each block of 1,024: list 0 holds all contacts of the account, any other is a tag's.
create table contact_blocks (
  account_id bigint not null references accounts (id),
  list bigint not null,
  block bigint not null,
  contacts integer not null check (contacts >= 0),
  primary key (account_id, list, block)
) with (fillfactor = 50);
