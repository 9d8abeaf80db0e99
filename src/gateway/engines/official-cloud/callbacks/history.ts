import { z } from 'zod';
import type { EarlierMessage, History } from '../../callbacks.ts';
import { errorCode, lenient, textOrNumber } from '../graph/lenient-values.ts';
import { addressOf, type Contacts, indexContacts, isCustomer } from './author.ts';
import { NO_REPLY } from './echo.ts';
import { isRecord, itemsOf, timeOf } from './envelope.ts';
import { InboundMessage, receivedOf } from './inbound-message.ts';

const NOT_SHARED = 2593109;

const Chunk = z.object({
  metadata: lenient(z.object({ progress: lenient(z.coerce.number()) })),
  errors: lenient(z.array(lenient(z.object({ code: lenient(errorCode) })))),
});
const id = lenient(textOrNumber(200));
const Thread = z.object({ id, context: lenient(z.object({ wa_id: id, user_id: id })) });
const Earlier = z.object({
  from: id,
  to: id,
  history_context: lenient(z.object({ status: lenient(z.string()), from_me: lenient(z.boolean()) })),
});
const Metadata = z.object({ metadata: z.object({ display_phone_number: id }) });

const NO_CONTACTS: Contacts = indexContacts([]);

interface Sides {
  customer: string | null;
  business: string;
}

/**
 * Threads, and files of their placeholders. Those name no thread: the business's have a recipient.
 */
export function readHistory(value: unknown): History {
  const found: History = { messages: [], progress: null, isDeclined: false, broken: 0 };
  if (!isRecord(value)) return found;
  const { metadata } = Metadata.safeParse(value).data ?? {};
  const business = addressOf(metadata?.display_phone_number);
  for (const chunk of itemsOf(value.history)) {
    const { metadata: about, errors } = Chunk.safeParse(chunk).data ?? {};
    if (errors?.some((error) => error?.code === NOT_SHARED)) found.isDeclined = true;
    const progress = about?.progress;
    if (progress != null) found.progress = Math.max(found.progress ?? 0, percent(progress));
    for (const thread of isRecord(chunk) ? itemsOf(chunk.threads) : [])
      addAll(found, isRecord(thread) ? thread.messages : [], { customer: customerOf(thread), business });
  }
  for (const list of [value.messages, value.message_echoes]) {
    addAll(found, list, { customer: null, business });
  }
  return found;
}

const percent = (progress: number) => Math.min(100, Math.max(0, Math.round(progress)));

function customerOf(thread: unknown): string | null {
  const { id: named, context } = Thread.safeParse(thread).data ?? {};
  const addresses = [addressOf(named), addressOf(context?.wa_id), context?.user_id];
  return addresses.find(isCustomer) ?? null;
}

function addAll(found: History, items: unknown, sides: Sides): void {
  for (const item of itemsOf(items)) {
    const earlier = isRecord(item) ? earlierOf(item, sides) : null;
    if (earlier) found.messages.push(earlier);
    else if (earlier === null) found.broken += 1;
  }
}

/** Undefined: changes another message. Null: unreadable, or without a time. */
function earlierOf(item: Record<string, unknown>, sides: Sides): EarlierMessage | null | undefined {
  const inbound = InboundMessage.safeParse(item).data;
  const at = timeOf(inbound?.timestamp);
  if (!inbound || !at) return null;
  if (NO_REPLY.includes(inbound.type)) return undefined;
  const { from, to, history_context } = Earlier.parse(item);
  const author = addressOf(from);
  const other = [sides.customer, addressOf(to)].find(isCustomer);
  const isOurs = history_context?.from_me === true || Boolean(to) || author === sides.business;
  const isOfBusiness = isOurs || (sides.customer !== null && author !== '' && author !== sides.customer);
  const customer = isOfBusiness ? other : (sides.customer ?? author);
  if (!isCustomer(customer)) return null;
  const { from: _from, from_user_id: _id, to: _to, history_context: _context, ...content } = item;
  const message = receivedOf(
    { ...inbound, from: customer, from_user_id: null },
    { item: content, contacts: NO_CONTACTS, at },
  );
  const status = isOfBusiness ? statusOf(history_context?.status) : 'received';
  return message && { message, status };
}

function statusOf(status: string | null | undefined): EarlierMessage['status'] {
  switch (status?.toLowerCase()) {
    case 'read':
    case 'played':
      return 'read';
    case 'delivered':
      return 'delivered';
    case 'error':
      return 'failed';
    default:
      return 'sent';
  }
}
