-- What the provider said about the price of a message: {category, type, model, billable}.
alter table messages
  add column pricing jsonb,
  -- When the provider delivered a message with a price: message_costs counts it from then on.
  add column charged_at timestamptz;

-- How many messages the provider delivered with a price. Days are UTC. No foreign keys, as on messages.
create table message_costs (
  account_id bigint not null,
  day date not null,
  device_id bigint not null,
  category text not null,
  -- Empty: the provider named none.
  pricing_type text not null,
  billable boolean not null,
  -- Of the recipient: digits, or the country of a user id. Empty: unknown.
  calling_code text not null,
  -- 0: of no broadcast.
  broadcast_id bigint not null,
  -- Kind and id of the automation that wrote them, such as `flow 7`. Empty: another sender.
  automation text not null,
  messages bigint not null,
  primary key (account_id, day, device_id, category, pricing_type, billable, calling_code, broadcast_id, automation)
) with (fillfactor = 50);
