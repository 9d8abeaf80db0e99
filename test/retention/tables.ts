/** Where words of a customer stay when all messages are deleted for their age. */
export const KEPT: readonly string[] = [
  // The customer and what staff notes, not the messages. An erasure deletes these.
  'contacts',
  'conversation_values',
  'people',
  // What is kept for days or weeks by other jobs.
  'assistant_judgements',
  'contact_bulk_pieces',
  'contact_import_changes',
  'official_updates',
  // What runs in a conversation, until it ends.
  'assistant_chats',
  'flow_sessions',
];

type Fate = 'goes' | 'emptied' | 'counted' | 'stays';

/**
 * Columns that lead to a message, and what happens to their rows when it is deleted for its age. A new one stands here,
 * and is deleted with the message unless a reader can do without it.
 */
export const AT_MESSAGES: Readonly<Record<string, Fate>> = {
  'message_changes.target_wa_message_id': 'goes',
  'message_changes.wa_message_id': 'goes',
  'message_media.message_id': 'goes',
  'messages.wa_message_id': 'goes',
  'search_texts.message_id': 'goes',
  'gap_questions.message_id': 'goes',
  'gap_questions.message_ids': 'goes',
  'unanswered_questions.message_id': 'goes',
  'unanswered_questions.message_ids': 'goes',
  'automation_decisions.wa_message_id': 'emptied',
  'conversation_events.message_ids': 'emptied',
  // Touches are figures of entry points, decisions those of the automation, for 90 days.
  'automation_decisions.message_id': 'stays',
  'automation_decisions.message_public_id': 'stays',
  'conversation_touches.message_id': 'stays',
  'assistant_judgements.message_ids': 'stays',
  'assistant_judgements.staff_message_id': 'stays',
  // Gone when the answer is sent or the receipt is written: before its message is old.
  'due_read_receipts.wa_message_ids': 'stays',
  'open_answers.message_id': 'stays',
  'unsent_answers.reply_id': 'stays',
  // Places in the order of messages.
  'channel_devices.from_message_id': 'stays',
  'channel_devices.until_message_id': 'stays',
  'conversation_parts.last_in_id': 'stays',
  'erasures.last_message_id': 'stays',
  'search_progress.goal_message_id': 'stays',
  'search_progress.message_id': 'stays',
};
