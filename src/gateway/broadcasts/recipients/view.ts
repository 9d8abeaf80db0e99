import type { BroadcastOfContact, Recipient } from './schema.ts';
import type { ReachedRow, RecipientRow } from './store.ts';

type Settled = Pick<RecipientRow, 'status' | 'error_code' | 'error_message'>;

export function viewRecipient(row: RecipientRow): Recipient {
  const { phone, name, message_id, type, status, conversation_uuid } = row;
  const error = errorOf(row);
  return { phone, name: name || null, message_id, type, status, error, conversation_id: conversation_uuid };
}

export function viewReached({ id, name, created_at, ...row }: ReachedRow): BroadcastOfContact {
  return { id, name, status: row.status, error: errorOf(row), at: created_at.toISOString() };
}

const errorOf = ({ status, error_code, error_message }: Settled) =>
  status === 'failed' ? { code: error_code ?? 'unknown', message: error_message ?? '' } : null;
