import type { SignalDataSet, SignalDataTypeMap, SignalKeyStoreWithTransaction } from 'baileys';
import type { KnownNumber } from '../../engine.ts';
import { addressOfLid, jidOf, type Person } from '../addresses.ts';
import { decodeKey, encodeKey } from './codec.ts';
import { putWrite, type Ratchets } from './ratchets.ts';
import { ConnectionGone, type KeyVault } from './vault.ts';
import { type KeyWrite, keyName } from './write-queue.ts';

/** Committed with their work. All other types are facts. */
const RATCHET_TYPES = new Set(['session', 'pre-key', 'identity-key', 'sender-key']);

/** For a clean-up that Kurir does not run. */
const TOKEN_INDEX = '__index';

interface Parts {
  vault: KeyVault;
  ratchets: Ratchets;
}

/**
 * The client's calls during one send:
 * 1. `transaction`, inside `transmit`'s work, for each encryption.
 * 2. `get` and `set` of ratchet keys, perhaps in another caller's scope: `activeWork`, the one work
 * with the lock, counts.
 * 3. `get` of the `tctoken` in the scope of the send (`ownWork`), before the write.
 * 4. `set` of a new `tctoken`, after the work: facts are written at once.
 */
export function signalKeys({ vault, ratchets }: Parts): SignalKeyStoreWithTransaction {
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      if (type === 'tctoken') checkBeforeWrite(ratchets);
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      const writes = RATCHET_TYPES.has(type) ? ratchets.activeWork?.writes : undefined;
      const stored = ids.filter((id) => !writes?.has(keyName(type, id)));
      for (const [id, value] of await vault.get(type, stored)) {
        found[id] = value as SignalDataTypeMap[T]; // encoded under this type
      }
      for (const id of ids) {
        const bytes = writes?.get(keyName(type, id))?.value;
        if (bytes) found[id] = decodeKey(type, bytes) as SignalDataTypeMap[T]; // encoded under this type
      }
      return found;
    },

    async set(data: SignalDataSet) {
      const writes = encodeAll(data);
      const work = ratchets.activeWork;
      const facts = work ? writes.filter(({ type }) => !RATCHET_TYPES.has(type)) : writes;
      if (work) for (const write of writes) if (RATCHET_TYPES.has(write.type)) putWrite(work, write);
      const numbers = numbersIn(data['lid-mapping'] ?? {});
      if (facts.length > 0) await vault.write({ keys: facts, numbers });
    },

    isInTransaction: () => ratchets.ownWork !== null,

    // A send with the lock may wait for these.
    transaction: (work, label) =>
      label === 'lid-mapping' || label.startsWith('delete-') ? work() : ratchets.run(work),
  };
}

/** The last read before the client writes a message. */
function checkBeforeWrite(ratchets: Ratchets): void {
  const attempt = ratchets.ownWork?.attempt;
  if (attempt?.isAbandoned) throw new ConnectionGone('the send was abandoned');
  if (attempt && !attempt.hasRecipient) throw new Error('the message was not encrypted for its recipient');
}

function encodeAll(data: SignalDataSet): KeyWrite[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {})
      .filter(([id]) => !(type === 'tctoken' && id === TOKEN_INDEX))
      .map(([id, value]) => ({ type, id, value: value == null ? null : encodeKey(type, value) })),
  );
}

const REVERSE = '_reverse';

/** Undefined without a stored mapping. */
export async function findPhone(vault: Pick<KeyVault, 'get'>, lidUser: string): Promise<string | undefined> {
  const id = `${lidUser}${REVERSE}`;
  const phone = (await vault.get('lid-mapping', [id])).get(id);
  return typeof phone === 'string' ? phone : undefined;
}

/** By LID and number, as far as known. */
export async function addressesOf(vault: KeyVault, person: Person, lid: string | null): Promise<string[]> {
  const phone = 'phone' in person ? person.phone : await findPhone(vault, person.lidUser);
  const mapped = phone === undefined ? undefined : (await vault.get('lid-mapping', [phone])).get(phone);
  const lidUser = lid ?? (typeof mapped === 'string' ? mapped : null);
  return [
    ...(lidUser === null ? [] : [addressOfLid(lidUser)]),
    ...(phone === undefined ? [] : [jidOf(phone)]),
  ];
}

function numbersIn(mappings: NonNullable<SignalDataSet['lid-mapping']>): KnownNumber[] {
  return Object.entries(mappings).flatMap(([id, phone]) =>
    id.endsWith(REVERSE) && phone ? [{ otherId: addressOfLid(id.slice(0, -REVERSE.length)), phone }] : [],
  );
}
