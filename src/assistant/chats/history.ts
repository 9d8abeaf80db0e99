import { appliedTo } from '../../gateway/messages/changes/applied.ts';
import { type HistoryRow, listHistory } from '../../gateway/messages/history/history.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { isBroadcast } from '../answered-broadcast.ts';
import type { Chat, Incoming } from '../chat.ts';
import type { History } from '../language-model/language-model.ts';

const MAX_TURNS = 6;

/** Of the automation's conversation and the broadcast before it. What staff wrote stays with staff. */
export async function readHistory(
  db: Db,
  { device_id, phone, context_from, last_human_at }: Chat,
  incoming: readonly Incoming[],
): Promise<History> {
  const first = Math.min(...incoming.map(({ id }) => id));
  const range = { device_id, phone, from: 0, until: first - 1 };
  const newest = await listHistory(db, [range], { before: null, limit: MAX_TURNS });
  const known = newest.filter(({ id }) => id >= (context_from ?? first));
  const before = newest[known.length];
  const rows = before && incoming.every(({ at }) => isBroadcast(before, at)) ? [...known, before] : known;
  const applied = await appliedTo(db, [{ places: [range], messages: rows }]);
  const turns = rows
    .filter((row) => row.status !== 'failed' && !applied.get(row)?.deleted_at)
    .map((row) => ({ from: writerOf(row), text: applied.get(row)?.edits.at(-1)?.body ?? textOf(row) }))
    .reverse();
  return { turns, staffUntil: last_human_at };
}

const writerOf = ({ direction }: HistoryRow) =>
  direction === 'in' ? ('customer' as const) : ('business' as const);

const textOf = ({ body, type }: HistoryRow) => body?.trim() || `(${type})`;
