import type { Clock } from '../../../platform/lib/clock.ts';

/** Now when the stanza has no time. */
export function serverTime(clock: Clock, seconds: string | undefined): Date {
  const ms = Number(seconds) * 1000;
  return ms > 0 && Number.isSafeInteger(ms) ? new Date(ms) : clock.now();
}
