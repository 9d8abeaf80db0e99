import type { MessageChange, PhoneReply, ReceivedMessage } from '../../engine.ts';
import { addressOfLid, type Person } from '../addresses.ts';
import type { Work } from '../keys/ratchets.ts';
import { findPhone } from '../keys/signal-keys.ts';
import type { KeyVault } from '../keys/vault.ts';

/** `kind` is the kind of a change; only a reply has `isLive`. */
export type Arrival = Omit<ReceivedMessage, 'from'> | Omit<PhoneReply, 'to'> | Omit<MessageChange, 'phone'>;

/** Part of the commit of the work. `customer` of the chat. A LID takes the place of a number that is not known. */
export async function addTo(work: Work, vault: KeyVault, customer: Person, arrival: Arrival): Promise<void> {
  const phone = await addressOf(vault, customer);
  if ('kind' in arrival) work.messageChanges.push({ ...arrival, phone });
  else if ('isLive' in arrival) work.replies.push({ ...arrival, to: phone });
  else work.received.push({ ...arrival, from: phone });
}

async function addressOf(vault: KeyVault, customer: Person): Promise<string> {
  if ('phone' in customer) return customer.phone;
  return (await findPhone(vault, customer.lidUser)) ?? addressOfLid(customer.lidUser);
}
