import type { ListedMessage } from './schema.ts';
import type { ListedRow } from './store.ts';

export function viewListed(row: ListedRow): ListedMessage {
  return {
    id: row.public_id,
    status: row.status,
    wa_message_id: row.wa_message_id,
    direction: row.direction,
    type: row.type,
    created_at: row.created_at.toISOString(),
    device_uuid: row.device_uuid,
    phone: row.phone,
    author: row.source,
    body: row.body,
    error:
      row.status === 'failed'
        ? { code: row.error_code ?? 'unknown', message: row.error_message ?? 'No reason was reported.' }
        : null,
    broadcast_id: row.broadcast_id,
    conversation_id: row.conversation_uuid,
  };
}

const CELLS = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  direction: ({ direction }) => direction,
  status: ({ status }) => status,
  type: ({ type }) => type,
  phone: ({ phone }) => phone,
  author: ({ author }) => author,
  body: ({ body }) => body,
  error: ({ error }) => error?.code,
  error_message: ({ error }) => error?.message,
  device_uuid: ({ device_uuid }) => device_uuid,
  broadcast_id: ({ broadcast_id }) => broadcast_id,
  conversation_id: ({ conversation_id }) => conversation_id,
  wa_message_id: ({ wa_message_id }) => wa_message_id,
} satisfies Record<string, (message: ListedMessage) => string | number | null | undefined>;

export const LISTED_HEADER = Object.keys(CELLS);

export const listedCells = (row: ListedRow): string[] => {
  const message = viewListed(row);
  return Object.values(CELLS).map((cellOf) => String(cellOf(message) ?? ''));
};
