-- The revision of what an account's assistant knows: each change raises it, and models are trained again.
create table knowledge_books (
  account_id bigint primary key references accounts (id),
  revision bigint not null default 1,
  updated_at timestamptz not null
) with (fillfactor = 70);

-- One answer with the questions that it answers.
create table faqs (
  id bigint generated always as identity primary key,
  faq_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  answer text not null check (char_length(answer) between 1 and 4096),
  questions text[] not null check (cardinality(questions) between 1 and 100),
  -- Null: not said.
  language text check (language in ('id', 'en')),
  -- Null: for all devices.
  device_uuids uuid[],
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index faqs_account on faqs (account_id, id);
