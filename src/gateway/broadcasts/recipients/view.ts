import type { Recipient } from './schema.ts';
import type { RecipientRow } from './store.ts';

export function viewRecipient(row: RecipientRow): Recipient {
  const { phone, name, message_id, type, status, error_code, error_message, conversation_uuid } = row;
  const error = status === 'failed' ? { code: error_code ?? 'unknown', message: error_message ?? '' } : null;
  return { phone, name: name || null, message_id, type, status, error, conversation_id: conversation_uuid };
}
