import { type BinaryNode, USyncQuery, USyncUser } from 'baileys';
import { digitsOf } from '../../../../platform/lib/phone.ts';
import { phoneOf } from '../addresses.ts';
import type { Connection } from '../connection/connection.ts';
import { reasonOf } from '../error-reason.ts';

interface Contact {
  isRegistered: boolean;
  /** Empty: the server does not repeat it. */
  asked: string;
}

/**
 * Unlike Baileys, keeps the asked number (the registered address can differ) and missing numbers.
 */
const CONTACT = {
  name: 'contact',
  getQueryElement: () => ({ tag: 'contact', attrs: {} }),
  getUserElement: (user: USyncUser) => ({ tag: 'contact', attrs: {}, content: user.phone ?? '' }),
  parser: readContact,
};

const ANSWERS: Readonly<Record<string, boolean>> = { in: true, out: false, invalid: false };

/** One question. Numbers without an answer are missing. Never rejects. */
export async function findRegistered(
  { client, endSignal, log }: Pick<Connection, 'client' | 'endSignal' | 'log'>,
  phones: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const query = new USyncQuery();
  query.protocols.push(CONTACT);
  for (const phone of phones) query.withUser(new USyncUser().withPhone(`+${phone}`));
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const onEnd = () => resolve(undefined);
  endSignal.addEventListener('abort', onEnd);
  if (endSignal.aborted) onEnd();
  try {
    const result = await Promise.race([client.sock.executeUSyncQuery(query), ended]);
    return answersOf(result?.list ?? [], new Set(phones));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'economy.numbers_unanswered');
    return new Map();
  } finally {
    endSignal.removeEventListener('abort', onEnd);
  }
}

function answersOf(
  list: readonly { id: string; [protocol: string]: unknown }[],
  phones: ReadonlySet<string>,
): Map<string, boolean> {
  const answers = new Map<string, boolean>();
  for (const { id, contact } of list) {
    const found = contact as Contact | undefined; // missing without an answer
    const phone = found && (found.asked || phoneOf(id));
    if (phone && phones.has(phone)) answers.set(phone, found.isRegistered);
  }
  return answers;
}

/** Null for an error: Baileys leaves it out. */
function readContact({ attrs, content }: BinaryNode): Contact | null {
  const isRegistered = ANSWERS[attrs.type ?? ''];
  if (isRegistered === undefined) return null;
  // Short texts are decoded as strings.
  const asked = Array.isArray(content) ? '' : Buffer.from(content ?? '').toString();
  return { isRegistered, asked: digitsOf(asked) };
}
