/**
 * SQL: the conversation still has the owner who wrote the automation's message. True for others, and for possibly
 * written ones, which are resolved, never cancelled.
 */
export const hasPresentOwner = (m: string) => `
  case when ${m}.source = 'bot' and not ${m}.maybe_written then ${m}.ownership_version =
    (select ownership_version from conversations where id = ${m}.conversation_id)
  else true end`;

/** SQL: no earlier automation message to this conversation is open. True for others. */
export const isFirstOfBot = (m: string) => `
  case when ${m}.source = 'bot' then ${m}.id =
    (select b.id from messages b where b.conversation_id = ${m}.conversation_id and b.source = 'bot' and b.due
     order by b.id limit 1)
  else true end`;
