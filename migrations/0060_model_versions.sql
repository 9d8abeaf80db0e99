-- Versions of models are never used twice, also after an account deleted all its knowledge: processes keep the models
-- that they loaded by them.
create sequence assistant_model_versions;
select setval('assistant_model_versions', (select coalesce(max(version), 0) + 1 from assistant_models));
alter table assistant_models alter column version set default nextval('assistant_model_versions');

-- Which claim the training belongs to: a process that lost its claim stores nothing.
alter table assistant_trainings add column claim_id uuid;

-- The language of the customer, for messages that do not say it. Null: not said yet.
alter table assistant_chats add column language text;

-- Models of the version before are of another form.
insert into assistant_trainings (account_id, due_at)
select account_id, now() from assistant_models
on conflict (account_id) do nothing;
