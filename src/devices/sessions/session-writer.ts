import type { Context } from '../../context.ts';
import { Fenced, type SessionChange } from '../../engines/engine.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import type { Tx } from '../../lib/db/db.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { type SealedKey, writeCreds, writeKeys } from './key-store.ts';
import { lockLeases } from './lease-store.ts';
import { credsAad, keyAad } from './session-aad.ts';
import type { LeasedDevice, StoreReceived } from './session-listener.ts';

export interface SessionWrite {
  device: LeasedDevice;
  change: SessionChange;
}

/** The group commit of all sessions of this process: what they write at one moment is one transaction. */
export interface SessionWriter {
  /** Waits while the database is away; rejects with Fenced when the device has another owner, or the process stops. In order. */
  write(device: LeasedDevice, change: SessionChange): Promise<void>;
  /** Resolves when every write begun before this call is made or refused. */
  idle(): Promise<void>;
}

const MAX_WRITES = 500;

export function createSessionWriter(
  ctx: Context,
  options: { nodeId: string; signal: AbortSignal; storeReceived: StoreReceived; afterReceived: () => void },
): SessionWriter {
  const { nodeId, signal, storeReceived, afterReceived } = options;

  const batcher: Batcher<SessionWrite, Fenced | null> = createBatcher(
    async (writes) => {
      const outcomes = await commit(writes);
      if (writes.some(({ change }, n) => outcomes[n] === null && change.received?.length)) afterReceived();
      return outcomes;
    },
    // A write that the database refuses must not fail those of other devices.
    { maxItems: MAX_WRITES, divideOn: () => !signal.aborted },
  );

  /** Per write null, or that its device has another owner. */
  async function commit(writes: SessionWrite[]): Promise<(Fenced | null)[]> {
    const owned = await untilDatabaseAnswers(signal, () =>
      ctx.db.transaction().execute((tx) => flush(tx, writes)),
    );
    return writes.map(({ device }) =>
      owned.has(device.id) ? null : new Fenced(`device ${device.device_uuid} has another owner`),
    );
  }

  async function flush(tx: Tx, all: SessionWrite[]): Promise<Set<number>> {
    const held = new Map(all.map(({ device }) => [device.id, { device_id: device.id, epoch: device.epoch }]));
    const owned = await lockLeases(tx, nodeId, [...held.values()]);
    const writes = all.filter(({ device }) => owned.has(device.id));

    const keys = latestKeys(ctx, writes);
    if (keys.length > 0) await writeKeys(tx, keys);
    const creds = latestCreds(ctx, writes);
    if (creds.length > 0) await writeCreds(tx, creds);
    const received = writes.flatMap(({ device, change }) =>
      (change.received ?? []).map((message) => ({ device, message })),
    );
    if (received.length > 0) await storeReceived(tx, received);
    return owned;
  }

  return {
    async write(device, change) {
      const fenced = await batcher.add({ device, change }).catch((error) => {
        if (!signal.aborted) {
          ctx.log.error({ err: error, deviceUuid: device.device_uuid }, 'sessions.write_refused');
        }
        throw error;
      });
      if (fenced) throw fenced;
    },
    idle: () => batcher.idle(),
  };
}

/** Sealed, the last write of each key wins: an INSERT may touch a row once only. */
function latestKeys(ctx: Context, writes: readonly SessionWrite[]): SealedKey[] {
  const latest = new Map<string, { device_id: number; type: string; id: string; value: Uint8Array | null }>();
  for (const { device, change } of writes) {
    for (const key of change.keys ?? [])
      latest.set(keyAad(device.id, key.type, key.id), { device_id: device.id, ...key });
  }
  return [...latest].map(([aad, key]) => ({ ...key, value: key.value && ctx.box.seal(key.value, aad) }));
}

function latestCreds(ctx: Context, writes: readonly SessionWrite[]): { device_id: number; value: Buffer }[] {
  const latest = new Map<number, Uint8Array>();
  for (const { device, change } of writes) if (change.creds) latest.set(device.id, change.creds);
  return [...latest].map(([device_id, creds]) => ({
    device_id,
    value: ctx.box.seal(creds, credsAad(device_id)),
  }));
}
