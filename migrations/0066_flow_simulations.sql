-- Simulations of a flow with the result that people accepted. Publishing repeats them.
create table flow_simulations (
  id bigint generated always as identity primary key,
  simulation_uuid uuid not null unique default gen_random_uuid(),
  flow_id bigint not null references flows (id) on delete cascade,
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 100),
  -- As POST /v1/flows/{id}/simulate takes it, with its time and engine.
  request json not null,
  -- What the customer and other systems saw, and the end.
  expected json not null,
  -- What the run used beside the flow: business hours and other flows.
  depends_on json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index flow_simulations_flow on flow_simulations (flow_id, id);
create index flow_simulations_account on flow_simulations (account_id);
