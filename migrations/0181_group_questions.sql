-- What the network says about groups. The answers are a cache of a minute.
create table group_questions (
  device_id bigint not null references devices (id),
  -- Empty: all groups of the device.
  group_id text not null,
  asked_at timestamptz not null,
  is_settled boolean not null default false,
  -- Null: no answer.
  answer jsonb,
  primary key (device_id, group_id)
);
create index group_questions_open on group_questions (device_id, asked_at);
create index group_questions_old on group_questions (asked_at);
