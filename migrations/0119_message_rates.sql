-- What the provider charges for one message. The operator writes it: Kurir has no rates.
create table message_rates (
  -- A name of the provider's rate card: a country, or a group of countries.
  market text not null,
  category text not null,
  valid_from date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount numeric(14, 6) not null check (amount >= 0),
  primary key (market, category, valid_from)
);
