import { z } from 'zod';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { ReceivedMessage } from '../../engine.ts';
import { missedCall } from '../../missed-call.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { authorOf, type Contacts, nameIn } from './author.ts';
import { timeOf } from './envelope.ts';

/** The field of callbacks about calls. */
export const CALLS = 'calls';

const Call = z.object({
  id: z.string().min(1).max(MAX_ID),
  event: z.string(),
  direction: lenient(z.string()),
  status: lenient(z.string()),
  timestamp: lenient(textOrNumber(20)),
  from: lenient(textOrNumber(64)),
  from_user_id: lenient(z.string().max(200)),
});

/** Null: another event, or a call of the business. */
export function missedCallIn(item: unknown, contacts: Contacts, receivedAt: Date): ReceivedMessage | null {
  const call = Call.safeParse(item).data;
  if (call?.event !== 'terminate' || call.direction === 'BUSINESS_INITIATED') return null;
  if (call.status?.toUpperCase() === 'COMPLETED') return null;
  const author = authorOf(call, contacts);
  if (!author) return null;
  const { from, contact } = author;
  const otherId = call.from_user_id || contact?.user_id;
  const senderName = nameIn(contact);
  return {
    ...missedCall(false),
    waMessageId: call.id,
    from,
    at: timeOf(call.timestamp) ?? receivedAt,
    ...(senderName && { senderName }),
    ...(otherId && otherId !== from && { otherId }),
  };
}
