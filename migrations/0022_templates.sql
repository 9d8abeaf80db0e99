-- Copies of the templates that the provider has of a business account. Of one account each, so that accounts with the
-- same business account share nothing.
create table template_books (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  waba_id text not null,
  -- The copies are of this time. Null: never read.
  synced_at timestamptz,
  -- A process started to read.
  asked_at timestamptz not null,
  -- Why the provider refused the last reading.
  refusal text,
  -- The provider reported a change.
  outdated_at timestamptz,
  unique (account_id, waba_id)
);

create table templates (
  book_id bigint not null references template_books (id),
  -- In the order of bytes: pages continue at a name.
  name text collate "C" not null,
  language text collate "C" not null,
  category text not null,
  status text not null,
  content jsonb not null,
  primary key (book_id, name, language)
);
