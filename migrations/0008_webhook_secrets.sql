-- All secrets that still sign beside the present one: who changes the secret twice in one overlap cuts nobody off.

alter table webhooks
  drop constraint webhooks_previous_secret,
  -- The oldest first; they sign until `previous_secret_until`.
  add column previous_secrets bytea[] not null default '{}';
update webhooks set previous_secrets = array[previous_secret] where previous_secret is not null;
alter table webhooks
  drop column previous_secret,
  add constraint webhooks_previous_secrets check ((previous_secrets = '{}') = (previous_secret_until is null));
