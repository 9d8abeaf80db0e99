import type { Context } from '../../context.ts';
import { ensureChannels } from '../../gateway/devices/channels/channel.ts';
import type { Identity } from '../../gateway/people/identity.ts';
import { ensurePeople } from '../../gateway/people/person.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { isUuid } from '../../platform/lib/text.ts';
import * as records from './record-store.ts';
import * as store from './store.ts';

export type { LockedConversation } from './store.ts';

/** One person on one device. */
export interface Address {
  account_id: number;
  device_id: number;
  identities: readonly [Identity, ...Identity[]];
  /** `messages.phone` of replies. */
  phone: string;
  name?: string | null;
  /** Time of the message. */
  at: Date;
}

/** Makes missing people and (closed) conversations, once. Call it before locks of conversations. */
export async function ensureConversations(
  tx: Tx,
  addresses: readonly Address[],
  now: Date,
): Promise<number[]> {
  await ensureChannels(
    tx,
    addresses.map(({ device_id }) => device_id),
  );
  const ids = await ensurePeople(tx, addresses, now);
  const rows = addresses.map(({ account_id, device_id, phone, at }, index) => {
    const person_id = ids[index];
    if (person_id === undefined) throw new Error('a person is missing although it was made');
    return { account_id, device_id, person_id, phone, at };
  });
  await records.insertConversations(tx, rows, now);
  return records.findIds(tx, rows);
}

/** ApiError conversation_not_found. */
export async function getConversation(
  ctx: Pick<Context, 'db'>,
  account: Sight,
  uuid: string,
): Promise<store.ConversationRow> {
  const row = isUuid(uuid) ? await store.findConversation(ctx.db, account, uuid) : undefined;
  if (!row) throw new ApiError('conversation_not_found');
  return row;
}

/** Until the transaction ends. Follows merges. ApiError conversation_not_found. */
export async function lockConversation(
  tx: Tx,
  account: Sight,
  uuid: string,
): Promise<store.LockedConversation> {
  const lock = () => store.lockConversation(tx, account, uuid);
  // The first statement misses a merge during its wait.
  const row = isUuid(uuid) ? ((await lock()) ?? (await lock())) : undefined;
  if (!row) throw new ApiError('conversation_not_found');
  return row;
}

/** Public ids of those that the caller sees. */
export function getConversationsOf(
  ctx: Pick<Context, 'db'>,
  account: Sight,
  personId: number,
): Promise<string[]> {
  return store.listOfPerson(ctx.db, account, personId);
}
