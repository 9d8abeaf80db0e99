-- Since when another agent of the number holds the chat, such as the Meta Business Agent. Null: Kurir does.
alter table conversations add column standby_since timestamptz;

create or replace function kurir_note_conversations() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed n join stream_accounts s on s.account_id = n.account_id where s.is_live
  ) then
    insert into stream_changes (account_id, kind, ref_id)
    select n.account_id, 'conversation.changed', n.id
    from changed n
    join stream_accounts s on s.account_id = n.account_id and s.is_live
    join before o on o.id = n.id
    where (n.channel_id, n.person_id, n.phone, n.owner_state, n.ownership_version, n.owner_since, n.owner_reason,
        n.assignee, n.episode, n.unread, n.waiting_since, n.last_customer_at, n.last_human_at, n.last_at,
        n.snoozed_until, n.automation_suppressed, n.label_count, n.merged_into, n.standby_since)
      is distinct from (o.channel_id, o.person_id, o.phone, o.owner_state, o.ownership_version, o.owner_since,
        o.owner_reason, o.assignee, o.episode, o.unread, o.waiting_since, o.last_customer_at, o.last_human_at,
        o.last_at, o.snoozed_until, o.automation_suppressed, o.label_count, o.merged_into, o.standby_since)
    order by n.id;
  end if;
  return null;
end
$$;
