import type { Context } from '../../context.ts';
import { withDetails } from './details.ts';
import { findMerged } from './live-store.ts';
import type { Conversation } from './schema.ts';
import { readConversations } from './store.ts';
import { viewConversation } from './view.ts';

export interface LiveConversation {
  id: number;
  /** The device whose users may see the conversation. */
  device_id: number | null;
  /** For keys, and for users; or the conversation that shows it. */
  body: { conversation: Conversation; ofUsers: Conversation } | { merged: { id: string; into: string } };
}

/** Conversations of one account by row id, as they are now, for live streams. */
export async function readLiveConversations(
  ctx: Context,
  accountId: number,
  ids: readonly number[],
): Promise<LiveConversation[]> {
  if (ids.length === 0) return [];
  const found = await findMerged(ctx.db, { ids });
  const merged = new Set(found.map(({ id }) => id));
  const rows = await readConversations(ctx.db, { ids: ids.filter((id) => !merged.has(id)) });
  const shown = await withDetails(ctx, accountId, rows);
  return [
    ...shown.map((row) => ({
      id: row.id,
      device_id: row.device_id,
      body: { conversation: viewConversation(row, {}), ofUsers: viewConversation(row, { isUser: true }) },
    })),
    // One that shows itself is of an erased person.
    ...found
      .filter(({ conversation_uuid, into_uuid }) => conversation_uuid !== into_uuid)
      .map(({ id, device_id, conversation_uuid, into_uuid }) => ({
        id,
        device_id,
        body: { merged: { id: conversation_uuid, into: into_uuid } },
      })),
  ];
}
