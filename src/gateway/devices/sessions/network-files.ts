import type { Context } from '../../../context.ts';
import type { NetworkFiles } from '../../engines/engine.ts';
import * as store from './network-files-store.ts';
import { networkFileAad } from './session-aad.ts';

/** Of one number. Erased with the keys of its session. */
export function createNetworkFiles(
  ctx: Pick<Context, 'db' | 'box' | 'now'>,
  deviceId: number,
  retry: <T>(work: () => Promise<T>) => Promise<T>,
): NetworkFiles {
  const aadOf = (content: Buffer) => networkFileAad(deviceId, content.toString('hex'));
  return {
    async find(content) {
      const row = await retry(() => store.findFile(ctx.db, { deviceId, content, now: ctx.now() }));
      return row ? ctx.box.open(row.value, aadOf(content)) : null;
    },
    async keep(content, file, usableMs) {
      const value = ctx.box.seal(Buffer.from(file), aadOf(content));
      const usableUntil = new Date(ctx.now().getTime() + usableMs);
      await retry(() => store.keepFile(ctx.db, { deviceId, content, value, usableUntil }));
    },
  };
}

export const deleteUnusableFiles = ({ db, now }: Context): Promise<number> =>
  store.deleteUnusable(db, { now: now() });
