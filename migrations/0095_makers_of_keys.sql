-- Who made a key. Null: made before, and the audit log does not know it any more.
alter table api_keys
  add column created_by text check (created_by in ('api_key', 'operator', 'system', 'user')),
  -- Of the key or the user.
  add column created_by_id text,
  -- The user who made the key, or the key that made it.
  add column user_id bigint references users (id) on delete set null;
create index api_keys_user on api_keys (user_id) where user_id is not null;

update api_keys k
set created_by = a.actor,
  created_by_id = case when a.actor in ('api_key', 'user') then a.actor_id end,
  user_id = (select u.id from users u where u.account_id = k.account_id and u.user_uuid::text = a.actor_id)
from audit_log a
where a.account_id = k.account_id and a.action = 'key.created' and a.target = k.id;

with recursive made (id, user_id) as (
  select id, user_id from api_keys where user_id is not null
  union
  select k.id, m.user_id from made m join api_keys k on k.created_by = 'api_key' and k.created_by_id = m.id
)
update api_keys k set user_id = m.user_id from made m where k.id = m.id and k.user_id is null;
