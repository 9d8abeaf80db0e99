import type { Log } from '../../../platform/lib/log.ts';
import type { HeldIdentity } from './identity.ts';

export interface Running {
  stop(): Promise<void>;
  kill?(): void;
  /** What has not been running for a while, for `/readyz`. Without paths and names: public. */
  missing?(): string | null;
}

const POLL_MS = 1_000;

/** They stop in the reverse order. */
export function together(parts: readonly Running[]): Running {
  return {
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
    kill() {
      for (const part of parts) part.kill?.();
    },
    missing() {
      for (const part of parts) {
        const missing = part.missing?.() ?? null;
        if (missing !== null) return missing;
      }
      return null;
    },
  };
}

/** Starts the roles that act in the world as soon as the operator ends the pause of an adopted copy. */
export function startWhenResumed(
  identity: HeldIdentity,
  log: Log,
  start: () => Running,
  pollMs = POLL_MS,
): Running {
  let running: Running | null = null;
  let checking = Promise.resolve();
  let isStopped = false;
  let lastProblem = '';
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, pollMs);

  async function check(): Promise<void> {
    if (running || isStopped) return;
    try {
      if (!(await identity.resume()) || isStopped) return;
      clearInterval(timer);
      log.info({}, 'identity.resumed');
      running = start();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem) log.error({ err: error }, 'identity.not_resumed');
      lastProblem = problem;
    }
  }

  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await checking;
      await running?.stop();
    },
    kill() {
      isStopped = true;
      clearInterval(timer);
      running?.kill?.();
    },
    missing: () => running?.missing?.() ?? null,
  };
}
