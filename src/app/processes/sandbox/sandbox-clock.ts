import { z } from 'zod';
import { SECOND } from '../../../platform/lib/clock.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import type { Log } from '../../../platform/lib/log.ts';
import { askControl } from '../../sandbox/control.ts';
import type { Sandbox } from './sandbox-process.ts';

const READY_MS = 30 * SECOND;
const TIMEOUT_MS = 5 * SECOND;
const HINT = `Set the clock of the simulated provider back: ${KURIR} sandbox cloud clock reset`;

const Cloud = z.object({ clock: z.object({ ahead_seconds: z.number(), frozen: z.boolean() }) });

/** Warns when the simulated provider's clock is not the real time. A restart keeps the clock. */
export function reportClock(sandbox: Sandbox, log: Log): { done: Promise<void>; stop(): Promise<void> } {
  const end = new AbortController();
  const done = report(sandbox, log, end.signal);
  return {
    done,
    stop() {
      end.abort();
      return done;
    },
  };
}

async function report(sandbox: Sandbox, log: Log, signal: AbortSignal): Promise<void> {
  try {
    await sandbox.ready(READY_MS, signal);
    const answer = await askControl(sandbox.address, '/sandbox/cloud', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { clock } = Cloud.parse(await answer.json());
    if (clock.ahead_seconds === 0 && !clock.frozen) return;
    log.warn({ ...clock, hint: HINT }, 'sandbox.clock_moved');
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'sandbox.clock_unknown');
  }
}
