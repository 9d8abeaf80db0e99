import type { Context } from '../../../context.ts';
import { SessionWatch, type Watched } from '../../../gateway/devices/sessions/session-watch.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { listTyped } from './store.ts';

/** Phones show it for about as long. */
const SHOWN_MS = 20 * SECOND;

/**
 * For accounts with read receipts. Where typing marks messages as read, only if opening does too.
 * Runs beside the sessions.
 */
export function watchStaffTyping(ctx: Context): SessionWatch {
  /** When each conversation showed it last. */
  const shownAt = new Map<number, number>();
  return new SessionWatch(ctx, {
    topic: 'viewers',
    failed: 'conversations.typing_failed',
    async look(sessions) {
      const devices = [...sessions].flatMap(([id, watched]) => (mayType(watched) ? [id] : []));
      if (devices.length === 0) return;
      const now = ctx.now();
      for (const [id, at] of shownAt) if (now.getTime() - at >= SHOWN_MS) shownAt.delete(id);
      for (const { conversation_id, device_id, phone, wa_message_id } of await listTyped(ctx.db, {
        deviceIds: devices,
        now,
      })) {
        if (shownAt.has(conversation_id)) continue;
        shownAt.set(conversation_id, now.getTime());
        sessions.get(device_id)?.session.showTyping(phone, wa_message_id);
      }
    },
  });
}

function mayType({ readReceipts, typingMarksRead }: Watched): boolean {
  const setting = readReceipts();
  return setting === 'on_open' || (setting === 'on_reply' && !typingMarksRead);
}
