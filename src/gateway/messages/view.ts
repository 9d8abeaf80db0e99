import { typeOf } from './outbound-details.ts';
import type { MessageView } from './schema.ts';
import type { MessageRow } from './store.ts';

/** Each optional key only where it applies. */
export function viewMessage(message: MessageRow): MessageView {
  return {
    id: message.public_id,
    status: message.status,
    wa_message_id: message.status === 'queued' ? null : message.wa_message_id,
    direction: 'out',
    ...typeOf(message),
    created_at: message.created_at.toISOString(),
    ...(message.status === 'failed' && {
      error: {
        code: message.error_code ?? 'unknown',
        message: message.error_message ?? 'No reason was reported.',
      },
    }),
    ...(message.pricing && { pricing: message.pricing }),
    ...(message.status === 'queued' && message.kept_reason && { kept_reason: message.kept_reason }),
    ...(message.warning && { warning: message.warning }),
  };
}
