import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import * as store from './store.ts';

/** Per process and busy user. */
export const WRITE_EVERY_MS = 20 * SECOND;
const FLUSH_MS = SECOND;
const MAX_PER_STATEMENT = 500;

/** Collects calls, so that none costs a statement. */
export interface SeenUsers {
  /** At a call, or an open stream. */
  note(userId: number): void;
  /** One statement at most. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Of calls below /app/api. After the check of the session. */
export function registerSeenUsers(http: Http, ctx: Context): SeenUsers {
  const seen = createSeenUsers(ctx);
  http.addHook('preHandler', (request, _reply, done) => {
    if (request.staff) seen.note(request.staff.id);
    done();
  });
  http.addHook('onClose', () => seen.close());
  return seen;
}

export function createSeenUsers(ctx: Pick<Context, 'bus' | 'db' | 'log' | 'now'>): SeenUsers {
  /** Milliseconds of the last call. */
  const due = new Map<number, number>();
  const written = new Map<number, number>();
  let running: Promise<void> = Promise.resolve();

  const write = async () => {
    const batch = [...due].slice(0, MAX_PER_STATEMENT);
    if (batch.length === 0) return;
    for (const [userId, at] of batch) {
      due.delete(userId);
      written.set(userId, at);
    }
    await store.noteSeen(
      ctx.db,
      batch.map(([userId, at]) => ({ userId, at: new Date(at) })),
    );
    ctx.bus.publish('presence');
  };
  const forget = () => {
    const before = ctx.now().getTime() - WRITE_EVERY_MS;
    for (const [userId, at] of written) if (at <= before) written.delete(userId);
  };
  // A lost write is repeated with the next call.
  const flush = () => {
    running = running.then(write).catch((error) => {
      ctx.log.warn({ err: error }, 'staff.presence_failed');
    });
    forget();
    return running;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);

  return {
    note(userId) {
      const now = ctx.now().getTime();
      const last = written.get(userId);
      // The clock may have been set back.
      if (last !== undefined && now >= last && now - last < WRITE_EVERY_MS) return;
      due.set(userId, now);
    },
    flush,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
