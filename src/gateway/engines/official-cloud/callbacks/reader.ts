import { z } from 'zod';
import { digitsOf } from '../../../../platform/lib/phone.ts';
import type { AppContact, CallbackReader } from '../../callbacks.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { isCustomer } from './author.ts';
import { isRecord, itemsOf, MAX_PARTS, namedIn, openCallback, timeOf } from './envelope.ts';
import { hintsIn } from './hints.ts';
import { readHistory } from './history.ts';
import { readItems } from './items.ts';

export const officialCallbacks: CallbackReader = {
  maxParts: MAX_PARTS,
  hintsIn,
  readHistory,
  readAppState,
  open(payload) {
    const envelope = openCallback(payload);
    return envelope && { named: namedIn(envelope), read: (receivedAt) => readItems(envelope, receivedAt) };
  },
};

const name = lenient(z.string());

const SavedContact = z.object({
  type: z.literal('contact'),
  action: z.literal('add'),
  contact: z.object({ phone_number: textOrNumber(64), full_name: name, first_name: name }),
  metadata: lenient(z.object({ timestamp: lenient(textOrNumber(20)) })),
});

/** With number and name. Removed ones say nothing. */
function readAppState(value: unknown): AppContact[] {
  const items = isRecord(value) ? itemsOf(value.state_sync) : [];
  return items.flatMap((item) => {
    const { contact, metadata } = SavedContact.safeParse(item).data ?? {};
    const phone = digitsOf(contact?.phone_number ?? '');
    const saved = [contact?.full_name, contact?.first_name].map((text) => text?.trim()).find(Boolean);
    return isCustomer(phone) && saved ? [{ phone, name: saved, at: timeOf(metadata?.timestamp) }] : [];
  });
}
