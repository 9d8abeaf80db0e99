-- Open messages of automations: few, because the next one of a conversation waits for the end of the one before.
create index messages_bot_open on messages (conversation_id, id) where source = 'bot' and due;
