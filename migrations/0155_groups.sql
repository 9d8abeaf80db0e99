-- Groups of the economy network. Each is a conversation, in which its id takes the place of the number.
alter table devices add column groups text not null default 'off' check (groups in ('off', 'on'));

-- Not valid: earlier rows have passed a stricter CHECK, and a scan of them would stop everything under these locks.
alter table person_identities drop constraint person_identities_kind_check,
  add constraint person_identities_kind_check check (kind in ('phone', 'lid', 'scoped', 'visitor', 'group')) not valid;

-- One more filter of lists. A trigger, because a new expression of the column would rewrite the table.
alter table conversations alter column facet drop expression;
create function kurir_set_facet() returns trigger language plpgsql as $$
begin
  new.facet := case when new.merged_into is null then
    case new.owner_state when 'bot' then 0 when 'human_waiting' then 1 when 'human_active' then 2 else 3 end
    + case when new.unread > 0 then 4 else 0 end
    + case when new.waiting_since is not null then 8 else 0 end
    + case when new.snoozed_until is not null then 16 else 0 end
    + case when new.assignee is not null then 32 else 0 end
    + case when new.phone like '%@g.us' then 64 else 0 end
  end;
  return new;
end
$$;
create trigger conversations_facet
  before insert or update of merged_into, owner_state, unread, waiting_since, snoozed_until, assignee, phone
  on conversations for each row execute function kurir_set_facet();

-- The member of a group, as in `sender` of a message.
alter table message_changes add column author text, add column author_name text;
