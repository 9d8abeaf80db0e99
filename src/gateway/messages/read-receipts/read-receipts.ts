import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { LeasedDevice } from '../../devices/sessions/session-listener.ts';
import { SessionWatch, type WatchedSessions } from '../../devices/sessions/session-watch.ts';
import { isGroup } from '../../people/identity.ts';
import * as store from './store.ts';

export const { noteOpened } = store;

/** Without a connection for this time, the receipt is dropped. */
const GIVEN_UP_MS = DAY;
const BATCH = 1_000;
/** Later replies mark the same messages. */
const MAX_REPLIES = 1_000;

export interface ReadReceipts {
  watch: SessionWatch;
  /** Marks the messages before it, where the account wants that. */
  sent(lease: LeasedDevice, message: { id: number; phone: string }): void;
}

/** `read_receipts` of the account decides. Runs where the sessions are. */
export function watchReadReceipts(ctx: Context): ReadReceipts {
  let replies: store.Reply[] = [];
  const watch = new SessionWatch(ctx, {
    topic: 'read-receipts',
    failed: 'messages.read_receipts_failed',
    async look(sessions) {
      const answered = replies;
      replies = [];
      await show(ctx, sessions, await store.takeDue(ctx.db, { deviceIds: [...sessions.keys()] }));
      if (answered.length > 0) await show(ctx, sessions, await store.listAnswered(ctx.db, answered));
    },
  });
  return {
    watch,
    sent({ id: device_id }, { id, phone }) {
      if (replies.length >= MAX_REPLIES || watch.get(device_id)?.readReceipts() !== 'on_reply') return;
      replies.push({ id, device_id, phone });
      watch.lookSoon();
    },
  };
}

async function show(
  { db }: Pick<Context, 'db'>,
  sessions: WatchedSessions,
  read: readonly store.ReadMessages[],
): Promise<void> {
  const inGroups = read.filter(({ phone }) => isGroup(phone));
  const authors = inGroups.length > 0 ? await store.listAuthors(db, inGroups) : null;
  for (const { device_id, phone, wa_message_ids } of read) {
    const session = sessions.get(device_id)?.session;
    const members = isGroup(phone) && authors?.get(device_id);
    if (members) session?.markRead(phone, wa_message_ids, members);
    else session?.markRead(phone, wa_message_ids);
  }
}

export async function deleteOldReadReceipts(ctx: Context, stopped: AbortSignal): Promise<void> {
  const before = new Date(ctx.now().getTime() - GIVEN_UP_MS);
  while (!stopped.aborted && (await store.deleteOld(ctx.db, { before, limit: BATCH })) === BATCH);
}
