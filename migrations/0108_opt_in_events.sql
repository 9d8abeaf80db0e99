-- Events that a webhook gets only when it names them. Not valid: an earlier row has an earlier type, and a check of all
-- rows would keep out every message meanwhile.
alter table events drop constraint events_type_check;
alter table events add constraint events_type_check check (
  type in ('message.received', 'message.status', 'device.status', 'webhook.test', 'visitor.received',
    'visitor.status', 'message.media', 'message.reaction', 'message.edited', 'message.deleted',
    'conversation.updated', 'contact.opted_out', 'contact.opted_in')
) not valid;
