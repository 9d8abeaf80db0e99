-- The first question whose answer by an automation may still fail. When no answer was sent, the customer waits since then.
alter table conversations
  add column answering_since timestamptz,
  -- Row id of the first answer.
  add column answering_from bigint;

-- All messages of an automation to a conversation.
create index messages_bot on messages (conversation_id, id) where source = 'bot';

-- Conversations with a failed answer, for a job. A transaction that ends messages takes no lock on the conversation, and
-- waits for no other one: entries repeat.
create table unsent_answers (
  conversation_id bigint not null,
  id bigint generated always as identity,
  primary key (conversation_id, id)
);

create function kurir_note_unsent_answer() returns trigger language plpgsql as $$
begin
  insert into unsent_answers (conversation_id) values (new.conversation_id);
  return null;
end
$$;
create trigger messages_unsent_answer after update of status on messages
  for each row when (
    new.source = 'bot' and new.status = 'failed' and old.status <> 'failed' and new.conversation_id is not null
  ) execute function kurir_note_unsent_answer();
