/** Why a recipient gets no message: codes of failed messages with their texts. */
export const REFUSALS = {
  contact_deleted: 'The contact was deleted before its message was created.',
  opted_out: 'The customer has opted out of broadcasts.',
  same_person: 'Another recipient of this broadcast is the same person.',
  empty_text: 'The text is empty, because the contact has no name.',
  broadcast_cancelled: 'The broadcast was cancelled.',
} as const;
