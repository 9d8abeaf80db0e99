import { createHash } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import { DAY, MINUTE } from '../../../../platform/lib/clock.ts';
import { inChunks } from '../../../../platform/lib/in-chunks.ts';
import { makeWebCode } from '../../codes.ts';
import * as store from './store.ts';

export type { ClaimedCode } from './store.ts';
export const { claimCodes, MAX_OPEN } = store;

const OPEN_MS = 10 * MINUTE;
/** Late messages have the time of their sending. */
const KEEP_MS = DAY;

/** Rows are useless without the code. */
export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Of a visitor (`messages.phone`): open for ten minutes, once. Ends older ones. */
export async function makeVisitorCode(
  ctx: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  { account_id: accountId, entry_point_id: entryPointId }: { account_id: number; entry_point_id: number },
  visitor: string,
): Promise<{ code: string; expiresAt: Date }> {
  const code = makeWebCode(ctx.randomBytes);
  const expiresAt = new Date(ctx.now().getTime() + OPEN_MS);
  await store.insertCode(ctx.db, { hash: hashOf(code), accountId, entryPointId, visitor, expiresAt });
  return { code, expiresAt };
}

/** Returns their number. */
export function deleteOldCodes(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, { before, limit }));
}
