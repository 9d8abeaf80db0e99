import type { Context } from '../../context.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { cut } from '../../platform/lib/text.ts';
import { listSpans } from '../devices/channels/channel.ts';
import type { DeviceRow } from '../devices/device.ts';
import { MAX_EXCERPT } from '../engines/customer-content.ts';
import type { Quote } from '../engines/engine.ts';
import { listPhones } from '../people/person.ts';
import { appliedTo } from './changes/applied.ts';
import { type FoundMessage, findMessage } from './history/history.ts';
import { meaningOf } from './meaning.ts';

/** Bounds a number that was paired very often. */
const MAX_SPANS = 100;

/** Of a reaction or a quote. `field`: in the request. */
export interface Wanted {
  phone: string;
  publicId: number;
  field: 'reaction.message_id' | 'quote';
}

/** An earlier message, and its number in the chat. FieldErrors. */
export async function findTarget(
  { db }: Pick<Context, 'db'>,
  device: DeviceRow,
  { phone, publicId, field }: Wanted,
): Promise<{ quote: Quote; phone: string }> {
  const refuse = (problem: string) => new FieldErrors({ [field]: [problem] });
  const found = await findMessage(db, { accountId: device.account_id, publicId });
  if (!found || !(await isOfNumber(db, device, found)))
    throw refuse('is not the id of a message of this device');
  const [phones = []] = await listPhones(db, [{ account_id: device.account_id, phone }]);
  if (!phones.includes(found.phone)) throw refuse('is the id of a message in the chat with another number');
  if (field !== 'quote' && found.type === 'reaction') throw refuse('is the id of a reaction');
  const applied = (await appliedTo(db, [{ places: [found], messages: [found] }])).get(found);
  const problem = problemOf(found, applied?.deleted_at ?? null, field === 'quote' ? 'quote' : 'react to');
  if (problem) throw refuse(problem);
  return { quote: quoteOf(found, applied?.edits.at(-1)?.body ?? found.body), phone: found.phone };
}

/** Another device may have spoken for the number. */
async function isOfNumber(db: Db, device: DeviceRow, { engine, device_id }: FoundMessage): Promise<boolean> {
  const { id, channel_id } = device;
  if (engine !== device.engine) return false;
  if (id === device_id || channel_id === null) return id === device_id;
  const spans = await listSpans(db, [channel_id], MAX_SPANS);
  return (spans.get(channel_id) ?? []).some((span) => span.device_id === device_id);
}

/** Why the network does not show what is said about the message; null if it does. */
export function problemOf(message: FoundMessage, deletedAt: Date | null, verb: string): string | null {
  if (deletedAt) return 'is the id of a deleted message';
  if (meaningOf(message).edit_of !== undefined)
    return `is the id of an edit: ${verb} the message that it changes`;
  if (message.wa_message_id !== null) return null;
  return `is the id of a message that ${message.status === 'failed' ? 'was never sent' : 'is not sent yet'}`;
}

export function quoteOf(found: FoundMessage, body: string | null): Quote {
  const { wa_message_id, direction, type } = found;
  if (wa_message_id === null) throw new Error('a message without an id of the provider has no quote');
  const { sender } = meaningOf(found);
  if (sender) return { id: wa_message_id, author: 'them', type, excerpt: null, member: sender.phone };
  const excerpt = body === null ? null : cut(body, MAX_EXCERPT);
  return { id: wa_message_id, author: direction === 'out' ? 'us' : 'them', type, excerpt };
}
