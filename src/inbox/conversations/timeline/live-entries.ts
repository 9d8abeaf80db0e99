import type { Context } from '../../../context.ts';
import { readEntries } from './live-store.ts';
import type { TimelineEntry } from './schema.ts';
import { viewEntry } from './view.ts';

export interface LiveEntry {
  id: number;
  /** The device whose users may see the conversation. */
  device_id: number | null;
  body: { conversation_id: string } & TimelineEntry;
}

/** Entries of timelines by row id, for live streams. */
export async function readLiveEntries(
  ctx: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<LiveEntry[]> {
  if (ids.length === 0) return [];
  const rows = await readEntries(ctx.db, { ids });
  return rows.map((row) => ({
    id: row.id,
    device_id: row.device_id,
    body: { conversation_id: row.conversation_uuid, ...viewEntry(row) },
  }));
}
