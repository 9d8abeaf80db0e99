import { setTimeout as delay } from 'node:timers/promises';
import { type Server, type ServerPlan, startServer, stopServer, whenExited } from './server.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface Supervision {
  pid(): number | null;
  /** The server keeps running. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** Without limit: a full disk may pass. */
export function supervise(plan: ServerPlan, first: Server): Supervision {
  const ended = new AbortController();
  let server: Server | null = first;
  const watching = watch();

  async function watch(): Promise<void> {
    while (server) {
      await whenExited(server, ended.signal);
      if (ended.signal.aborted) return;
      plan.log.warn(
        { pid: server.pid, code: server.child?.exitCode, signal: server.child?.signalCode },
        'postgres.exited',
      );
      server = null;
      server = await bringBack();
    }
  }

  async function bringBack(): Promise<Server | null> {
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !ended.signal.aborted;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    ) {
      try {
        const next = await startServer(plan, ended.signal);
        plan.log.info({ pid: next.pid }, 'postgres.restarted');
        return next;
      } catch (error) {
        if (ended.signal.aborted) break;
        plan.log.error({ err: error }, 'postgres.restart_failed');
        await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
    return null;
  }

  async function end(): Promise<void> {
    ended.abort();
    await watching;
  }

  return {
    pid: () => server?.pid ?? null,
    end,
    async stop() {
      await end();
      if (server) await stopServer(server.pid);
    },
  };
}
