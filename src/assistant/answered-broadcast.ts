import { REPLY_DAYS } from '../gateway/broadcasts/recipients/stages.ts';
import { listHistory } from '../gateway/messages/history/history.ts';
import { DAY } from '../platform/lib/clock.ts';
import type { Db } from '../platform/lib/db/db.ts';
import type { Chat } from './chat.ts';

const BROADCAST_MS = REPLY_DAYS * DAY;
const MAX_BETWEEN = 10;

export const isBroadcast = (
  { source, created_at }: { source: string; created_at: Date },
  at: Date,
): boolean => source === 'broadcast' && at.getTime() - created_at.getTime() < BROADCAST_MS;

/** Whether the business wrote nothing since a broadcast. Answers of automations do not count. */
export async function answersBroadcast(
  db: Db,
  { device_id, phone }: Pick<Chat, 'device_id' | 'phone'>,
  at: Date,
): Promise<boolean> {
  const range = { device_id, phone, from: 0, until: null };
  const rows = await listHistory(db, [range], { before: null, limit: MAX_BETWEEN });
  const last = rows.find(({ source }) => source !== 'customer' && source !== 'bot');
  return last !== undefined && isBroadcast(last, at);
}
