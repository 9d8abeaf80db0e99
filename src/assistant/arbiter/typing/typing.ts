import type { Context } from '../../../context.ts';
import { SessionWatch, type Watched } from '../../../gateway/devices/sessions/session-watch.ts';
import { listComingAnswers } from './store.ts';

export { listComingAnswers };

/** Where it marks messages as read, the account has to show that with an answer. */
const mayType = ({ typingMarksRead, readReceipts }: Watched) =>
  !typingMarksRead || readReceipts() === 'on_reply';

/** While an answer waits. It runs where the sessions are. What is missed is not repeated. */
export function watchTyping(ctx: Context): SessionWatch {
  let shown: ReadonlySet<number> = new Set();
  return new SessionWatch(ctx, {
    topic: 'typing',
    failed: 'automation.typing_failed',
    async look(sessions) {
      const coming = await listComingAnswers(ctx.db, [...sessions.keys()], ctx.now());
      for (const { id, device_id, phone, wa_message_id } of coming) {
        const watched = sessions.get(device_id);
        if (watched && !shown.has(id) && mayType(watched)) watched.session.showTyping(phone, wa_message_id);
      }
      shown = new Set(coming.map(({ id }) => id));
    },
  });
}
