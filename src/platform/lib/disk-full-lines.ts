import type { pino } from 'pino';
import { SECOND } from './clock.ts';
import { isDatabaseUnavailable, isDiskFull } from './db/unavailable.ts';

type LogMethod = NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>;

const ENDED_AFTER_MS = 15 * SECOND;
const LOOK_MS = SECOND;
const ADVICE = 'Free space. Until then requests get 503. Kurir goes on by itself.';

/** One line per full disk, because all requests and database errors follow it. */
export function diskFullLines(endedAfterMs = ENDED_AFTER_MS): LogMethod {
  let fullAt: number | null = null;
  let leftOut = 0;

  function begin(log: pino.Logger, error: Error): void {
    log.error({ reason: error.message, advice: ADVICE }, 'disk.full');
    const timer = setInterval(
      () => {
        if (fullAt === null || performance.now() - fullAt < endedAfterMs) return;
        clearInterval(timer);
        log.info({ left_out: leftOut }, 'disk.full_ended');
        fullAt = null;
        leftOut = 0;
      },
      Math.min(LOOK_MS, endedAfterMs),
    );
    timer.unref();
  }

  return function logMethod(args, method) {
    const error = errorIn(args[0]);
    const isFull = isDiskFull(error);
    if (error !== null && isFull && fullAt === null) begin(this, error);
    else if (fullAt !== null && (isFull || isDatabaseUnavailable(error))) leftOut += 1;
    else method.apply(this, args);
    if (isFull) fullAt = performance.now();
  };
}

function errorIn(fields: unknown): Error | null {
  const isEntry = typeof fields === 'object' && fields !== null && 'err' in fields;
  return isEntry && fields.err instanceof Error ? fields.err : null;
}
