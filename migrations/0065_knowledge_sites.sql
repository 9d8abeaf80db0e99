-- Addresses on the web that the assistant reads: one page, or also pages of the same site that it leads to.
create table knowledge_sites (
  id bigint generated always as identity primary key,
  site_uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  -- As addresses are compared, in ASCII.
  url text not null check (char_length(url) between 1 and 2048),
  max_pages integer not null,
  max_depth integer not null,
  -- Null: it is read again by a call alone.
  refresh_hours integer,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'failed')),
  -- Why nothing, or only a part, was read.
  problem text,
  -- Number of the walk over its pages.
  walk integer not null default 0,
  -- Only pages of it are read. It follows redirects of the first page.
  origin text not null,
  -- What its robots.txt says, with the sitemaps that are not read yet. Null: not asked in this walk.
  robots jsonb,
  -- Of this walk. `failures` counts temporary ones in a row, `moves` redirects to another origin.
  requests integer not null default 0,
  bytes bigint not null default 0,
  failures integer not null default 0,
  moves integer not null default 0,
  -- Changed pages that no revision of the knowledge counts yet.
  unlearned integer not null default 0,
  -- When the next step is due. A claim moves it to the end of the claim. Null: none.
  due_at timestamptz,
  claim_id uuid,
  read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create unique index knowledge_sites_url on knowledge_sites (account_id, url);
create index knowledge_sites_due on knowledge_sites (due_at) where due_at is not null;

-- Of a page that is read, the address that it says is its own.
alter table documents add column url text check (char_length(url) between 1 and 2048);
alter table documents add column site_id bigint references knowledge_sites (id) on delete cascade;
create index documents_url on documents (account_id, url) where url is not null;
create index documents_site on documents (site_id) where site_id is not null;

create table site_pages (
  id bigint generated always as identity primary key,
  site_id bigint not null references knowledge_sites (id) on delete cascade,
  url text not null check (char_length(url) between 1 and 2048),
  -- Links from the first page.
  depth integer not null,
  -- The last walk that came to the page.
  walk integer not null default 0,
  -- In the present walk.
  attempts integer not null default 0,
  -- Skipped: it must not be read, or another one has its text. Removed: by staff.
  state text not null default 'waiting' check (state in ('waiting', 'read', 'unreadable', 'skipped', 'removed')),
  problem text,
  -- Of the last answer.
  status integer,
  -- The text of the page. Null: none.
  document_id bigint references documents (id) on delete set null,
  -- The server says by them that a page has not changed; Kurir by the hash of what it read.
  etag text,
  last_modified text,
  hash bytea,
  checked_at timestamptz,
  -- Since then it cannot be read, and keeps its earlier text.
  failing_since timestamptz
) with (fillfactor = 70);
create unique index site_pages_url on site_pages (site_id, url);
create index site_pages_site on site_pages (site_id, id);
create index site_pages_document on site_pages (document_id);
