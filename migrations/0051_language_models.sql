-- The language model that an account's assistant may use.
create table language_models (
  account_id bigint primary key references accounts (id),
  provider text not null check (provider in ('openai_compatible', 'anthropic')),
  url text not null,
  model text not null,
  -- Sealed. Null: the provider needs none.
  api_key bytea,
  -- In and out, per day in UTC.
  daily_token_budget bigint not null check (daily_token_budget > 0),
  timeout_seconds integer not null check (timeout_seconds between 1 and 30),
  structured_output text not null check (structured_output in ('json_schema', 'json_object')),
  -- Null: passages are not found by meaning.
  embedding_model text,
  updated_at timestamptz not null
);

-- Tokens of calls, with reservations of calls in flight.
create table language_model_days (
  account_id bigint not null references accounts (id),
  -- In UTC.
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  tokens bigint not null,
  calls bigint not null,
  primary key (account_id, day)
);
create index language_model_days_by_day on language_model_days (day);
