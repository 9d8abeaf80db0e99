import type { AuthenticationCreds } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { GroupChat, MessageChange, PhoneReply, ReceivedMessage } from '../../engine.ts';
import { addressOfLid, type Person } from '../addresses.ts';
import type { Ratchets, Work } from '../keys/ratchets.ts';
import { findPhone } from '../keys/signal-keys.ts';
import type { KeyVault } from '../keys/vault.ts';
import type { LoginTime } from './login-time.ts';

export interface ArrivalParts {
  creds: Pick<AuthenticationCreds, 'me'>;
  ratchets: Ratchets;
  vault: KeyVault;
  loginTime: LoginTime;
  clock: Clock;
}

/** Longer ids fit no index, and no client makes them. */
export const isId = (id: string | null | undefined): id is string => !!id && id.length <= MAX_ID;

/** `kind` is of changes, `isLive` of replies. */
export type Arrival = Omit<ReceivedMessage, 'from'> | Omit<PhoneReply, 'to'> | Omit<MessageChange, 'phone'>;

type Arrivals = Pick<Work, 'received' | 'replies' | 'messageChanges'>;
type StoredKeys = Pick<KeyVault, 'get'>;

/** In the commit of the work. A LID stands for an unknown number. */
export async function addTo(
  work: Arrivals,
  vault: StoredKeys,
  customer: Person,
  arrival: Arrival,
): Promise<void> {
  const phone = await addressOf(vault, customer);
  if ('kind' in arrival) work.messageChanges.push({ ...arrival, phone });
  else if ('isLive' in arrival) work.replies.push({ ...arrival, to: phone });
  else work.received.push({ ...arrival, from: phone });
}

interface InGroup {
  group: GroupChat;
  member: Person;
  name: string | null;
}

/** As `addTo`. */
export async function addToGroup(
  work: Arrivals,
  vault: StoredKeys,
  { group, member, name }: InGroup,
  arrival: Arrival,
): Promise<void> {
  if ('isLive' in arrival) return void work.replies.push({ ...arrival, to: group.id });
  const phone = await addressOf(vault, member);
  if (!('kind' in arrival)) work.received.push({ ...arrival, from: phone, group });
  else
    work.messageChanges.push({
      ...arrival,
      phone: group.id,
      ...(!arrival.fromMe && { author: { phone, name } }),
    });
}

async function addressOf(vault: StoredKeys, customer: Person): Promise<string> {
  if ('phone' in customer) return customer.phone;
  return (await findPhone(vault, customer.lidUser)) ?? addressOfLid(customer.lidUser);
}
