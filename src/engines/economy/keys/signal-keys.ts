import type { SignalDataSet, SignalDataTypeMap, SignalKeyStoreWithTransaction } from 'baileys';
import type { Log } from '../../../lib/log.ts';
import type { HeldMessages } from '../inbound/unmapped-messages.ts';
import { decodeKey, encodeKey } from './codec.ts';
import { putWrite, type Ratchets } from './ratchets.ts';
import { ConnectionGone, type KeyVault } from './vault.ts';
import { type KeyWrite, nameOf } from './write-queue.ts';

/** Written only by work on the ratchets, and only as a whole with it. Everything else is a fact of its own. */
const RATCHET_TYPES = new Set(['session', 'pre-key', 'identity-key', 'sender-key']);

/** Grows with every contact, is rewritten whole with each of them, and serves a clean-up that is never run here. */
const TOKEN_INDEX = '__index';

interface Parts {
  vault: KeyVault;
  ratchets: Ratchets;
  held: HeldMessages;
  log: Log;
}

/**
 * The key store as the client sees it, transactions included. Facts (devices, LIDs, tokens) are written at once rather than
 * with the work that learnt them: the client writes some of them after that work has ended, where its own store drops them.
 */
export function signalKeys(parts: Parts): SignalKeyStoreWithTransaction {
  const { vault, ratchets } = parts;
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      if (type === 'tctoken') checkBeforeWire(ratchets);
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      const writes = RATCHET_TYPES.has(type) ? ratchets.active?.writes : undefined;
      const stored = ids.filter((id) => !writes?.has(nameOf(type, id)));
      for (const [id, value] of await vault.get(type, stored)) found[id] = value as SignalDataTypeMap[T]; // encoded under this type
      for (const id of ids) {
        const bytes = writes?.get(nameOf(type, id))?.value;
        if (bytes) found[id] = decodeKey(type, bytes) as SignalDataTypeMap[T]; // encoded under this type
      }
      return found;
    },

    async set(data: SignalDataSet) {
      const writes = encodeAll(data);
      const work = ratchets.active;
      const facts = work ? writes.filter(({ type }) => !RATCHET_TYPES.has(type)) : writes;
      if (work) for (const write of writes) if (RATCHET_TYPES.has(write.type)) putWrite(work, write);
      if (facts.length > 0) await vault.write({ keys: facts });
      releaseHeld(parts, Object.keys(data['lid-mapping'] ?? {}));
    },

    isInTransaction: () => ratchets.own !== null,

    // These two touch no ratchet that is in use, and are asked for by code that a send under way may be waiting for.
    transaction: (work, label) =>
      label === 'lid-mapping' || label.startsWith('delete-') ? work() : ratchets.run(work),
  };
}

/** The token of the contact is the last thing read before a message is written: the last moment to hold it back. */
function checkBeforeWire(ratchets: Ratchets): void {
  const attempt = ratchets.own?.attempt;
  if (attempt?.abandoned) throw new ConnectionGone('nobody waits for this message any more');
  if (attempt && !attempt.reached) throw new Error('the message would reach nobody but the own phone');
}

function encodeAll(data: SignalDataSet): KeyWrite[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {})
      .filter(([id]) => !(type === 'tctoken' && id === TOKEN_INDEX))
      .map(([id, value]) => ({ type, id, value: value == null ? null : encodeKey(type, value) })),
  );
}

/** A number learnt for a LID releases the messages that waited for it; not awaited, because the lock may be ours. */
function releaseHeld({ held, log }: Parts, mappingIds: readonly string[]): void {
  for (const id of mappingIds) {
    if (!id.endsWith('_reverse')) continue;
    held.release(id.slice(0, -'_reverse'.length)).catch((error) => {
      if (!(error instanceof ConnectionGone)) log.warn({ err: error }, 'economy.held_release_failed');
    });
  }
}
