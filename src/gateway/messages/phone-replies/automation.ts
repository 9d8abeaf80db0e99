import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { DAY, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import * as store from './automation-store.ts';
import type { ReplyRow } from './store.ts';

/** A person takes longer after the customer's message. */
const QUICK_MS = 3 * SECOND;
/** People write shorter texts as quickly, and to many: `ok`, a thumb. */
const MIN_LENGTH = 20;
/** A quick text in this number of chats is automated. */
const CHATS = 3;
const KEEP_MS = 30 * DAY;

type Text = Pick<ReplyRow, 'device_id' | 'phone' | 'body'>;

/** Notes quick texts. Returns keys of replies by an automation on the phone, such as a greeting of the Business app. */
export async function findAutomated(tx: Tx, rows: readonly ReplyRow[]): Promise<ReadonlySet<string>> {
  const texts = rows
    .filter(({ body }) => body && body.length >= MIN_LENGTH)
    .map((row) => ({ ...row, text_hash: hashOf(row) }));
  if (texts.length === 0) return new Set();
  const quick = await store.noteQuick(tx, texts, QUICK_MS);
  if (quick.length === 0) return new Set();
  const common = new Set((await store.findCommon(tx, quick, CHATS)).map(textKey));
  return new Set(
    quick.filter((row) => common.has(textKey(row))).map((row) => `${textKey(row)} ${row.phone}`),
  );
}

export function chatKey(row: Text): string {
  return `${textKey({ device_id: row.device_id, text_hash: hashOf(row) })} ${row.phone}`;
}

/** A used automation is noted again. Returns the number deleted. */
export function deleteOldQuickReplies(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, { before, limit }));
}

const hashOf = ({ body }: Text) =>
  createHash('sha256')
    .update(body ?? '')
    .digest();
const textKey = (row: { device_id: number; text_hash: Buffer }) =>
  `${row.device_id} ${row.text_hash.toString('hex')}`;
