import { aborted } from 'node:util';
import type { Context } from '../../../context.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { Fenced, type SessionStore } from '../../engines/engine.ts';
import { eraseSession, findCreds, findKeys, listKeyIds } from './key-store.ts';
import { lockLeases } from './lease-store.ts';
import { credsAad, keyAad } from './session-aad.ts';
import type { LeasedDevice } from './session-listener.ts';
import type { SessionWriter } from './session-writer.ts';

/**
 * Encrypted keys of one device. Reads wait while the database is unavailable: an error never reads
 * as "no data".
 */
export function createSessionStore(
  ctx: Context,
  options: { device: LeasedDevice; nodeId: string; writer: SessionWriter; signal: AbortSignal },
): SessionStore {
  const { device, nodeId, writer, signal } = options;

  return {
    async loadCreds() {
      const row = await untilDatabaseAnswers(signal, () => findCreds(ctx.db, { device_id: device.id }));
      return row ? ctx.box.open(row.value, credsAad(device.id)) : null;
    },

    async loadKeys(type, ids) {
      const rows = await untilDatabaseAnswers(signal, () =>
        findKeys(ctx.db, { device_id: device.id, type, ids }),
      );
      return new Map(rows.map((row) => [row.id, ctx.box.open(row.value, keyAad(device.id, type, row.id))]));
    },

    listKeyIds: (type) => untilDatabaseAnswers(signal, () => listKeyIds(ctx.db, device.id, type)),

    commit: (change) => writer.write(device, change),

    async erase() {
      // Keeps the order: after this empty write, no earlier write can follow the erasure.
      await Promise.race([writer.write(device, {}), aborted(signal, writer)]);
      await untilDatabaseAnswers(signal, () =>
        ctx.db.transaction(async (tx) => {
          const owned = await lockLeases(tx, nodeId, [{ device_id: device.id, epoch: device.epoch }]);
          if (!owned.has(device.id)) throw new Fenced(`device ${device.device_uuid} has another owner`);
          await eraseSession(tx, { device_id: device.id });
        }),
      );
    },
  };
}
