-- Not in the transaction that adds the column, whose lock would block all processes of the version before during
-- both scans. Their new messages already have public ids.
insert into message_counters as c (account_id, last_public_id, taken)
select account_id, max(id), 0 from messages group by account_id order by account_id
on conflict (account_id) do update set last_public_id = greatest(c.last_public_id, excluded.last_public_id);

-- Starts almost empty. Writers wait for one scan of the messages.
create unique index messages_public_id on messages (account_id, public_id) where public_id is not null;
