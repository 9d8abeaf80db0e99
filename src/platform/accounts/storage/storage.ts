import type { Context } from '../../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import { isBelowFloor } from '../../lib/disk-space.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Http } from '../../lib/http/http.ts';
import type { Account } from '../schema.ts';
import * as store from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refused while the disk is almost full. `bytes`: also at the plan's limit. */
    stores?: 'bytes' | 'messages';
  }
}

export const STORAGE_ERRORS = ['storage_limit_reached', 'storage_low'] as const;

/** As in the triggers; the rate bounds short texts. */
const LONG_TEXT_BYTES = 1_000;
const FLOOR_AGE_MS = SECOND;

/** Before bodies are read. */
export function guardStorage(http: Http, { config }: Pick<Context, 'config'>): void {
  let isLow = Promise.resolve(false);
  let readAt = Number.NEGATIVE_INFINITY;
  http.addHook('onRoute', (route) => {
    const stores = route.config?.stores;
    if (stores === undefined) return;
    route.onRequest = [route.onRequest ?? []].flat().concat(async ({ account }) => {
      if (performance.now() - readAt > FLOOR_AGE_MS) {
        readAt = performance.now();
        isLow = isStorageLow(config);
      }
      if (await isLow) throw new ApiError('storage_low');
      if (stores === 'bytes' && isFull(account)) throw new ApiError('storage_limit_reached');
    });
  });
}

function isStorageLow(config: Context['config']): Promise<boolean> {
  const { KURIR_DATA_DIR: data, KURIR_MEDIA_DIR: files } = config;
  return isBelowFloor(storageFloor(config), files === undefined ? [data] : [data, files]);
}

/** In bytes. */
export function storageFloor(config: Pick<Context['config'], 'KURIR_STORAGE_FLOOR_MIB'>): number {
  return config.KURIR_STORAGE_FLOOR_MIB * 1024 * 1024;
}

/** Outside of HTTP. ApiError storage_low. */
export async function requireFreeSpace({ config }: Pick<Context, 'config'>): Promise<void> {
  if (await isStorageLow(config)) throw new ApiError('storage_low');
}

function isFull({ plan, storage_used }: Pick<Account, 'plan' | 'storage_used'>): boolean {
  return plan.storage_bytes !== null && storage_used >= plan.storage_bytes;
}

/** Null, or ApiError storage_limit_reached. */
export function refusalOfText(account: Account, text: string | null): ApiError | null {
  if (text === null || !isFull(account) || Buffer.byteLength(text) <= LONG_TEXT_BYTES) return null;
  const shorter = `The account stores as much as its plan allows. Send a text of at most ${LONG_TEXT_BYTES} bytes.`;
  return new ApiError('storage_limit_reached', shorter);
}

/** Exact, for a transaction that stored much. ApiError storage_limit_reached. */
export async function requireRoom(tx: Tx, accountId: number): Promise<void> {
  if (!(await store.hasRoom(tx, accountId, 0))) throw new ApiError('storage_limit_reached');
}

/** Whether the account may store this number of bytes more. */
export function hasRoom(db: Db, accountId: number, bytes: number): Promise<boolean> {
  return store.hasRoom(db, accountId, bytes);
}

export function addStorageChanges(ctx: Pick<Context, 'db'>): Promise<void> {
  return store.addStorageChanges(ctx.db);
}
