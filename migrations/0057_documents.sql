-- Documents from which the assistant answers. The file is kept until it has been read.
create table documents (
  id bigint generated always as identity primary key,
  document_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  title text not null check (char_length(title) between 1 and 200),
  format text not null check (format in ('txt', 'md', 'html', 'pdf', 'docx')),
  -- In bytes.
  size integer not null,
  enabled boolean not null default true,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'failed')),
  -- Why nothing, or only a part, was read.
  problem text,
  -- Of a PDF.
  pages integer,
  pages_read integer not null default 0,
  unreadable_pages integer[] not null default '{}',
  pictures integer not null default 0,
  is_cut boolean not null default false,
  passages integer not null default 0,
  -- In characters.
  text_length integer not null default 0,
  -- Later for each further unread document of the account, so that accounts take turns.
  turn_at timestamptz not null,
  attempts integer not null default 0,
  claim_id uuid,
  claimed_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index documents_account on documents (account_id, id);
create index documents_waiting on documents (turn_at) where state = 'waiting';
create index documents_reading on documents (claimed_until) where state = 'reading';

-- In parts, so that no process holds a whole file in memory.
create table document_files (
  document_id bigint not null references documents (id) on delete cascade,
  place integer not null,
  content bytea not null,
  primary key (document_id, place)
);

create table passages (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  document_id bigint not null references documents (id) on delete cascade,
  place integer not null,
  heading text,
  text text not null,
  page integer
);
create index passages_document on passages (document_id, place);
create index passages_account on passages (account_id, id);
