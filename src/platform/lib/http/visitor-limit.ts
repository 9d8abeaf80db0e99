import { type Clock, MINUTE, SECOND } from '../clock.ts';
import { networkOfCaller } from '../networks.ts';
import { smallCache } from '../small-cache.ts';

/** The oldest beyond these count again. */
const MAX_CALLERS = 20_000;

interface Window {
  since: number;
  calls: number;
}

/** Null, or seconds until the next call may come. */
export type CallLimit<Caller> = (caller: Caller) => number | null;

export function openCallLimit<Caller extends string | number>(
  { now }: Clock,
  { perMinute }: { perMinute: number },
): CallLimit<Caller> {
  const windows = smallCache<Caller, Window>(MAX_CALLERS);
  return (caller) => {
    const at = now().getTime();
    const present = windows.get(caller);
    const window =
      present && at - present.since < MINUTE && at >= present.since ? present : { since: at, calls: 0 };
    window.calls += 1;
    windows.set(caller, window);
    if (window.calls <= perMinute) return null;
    return Math.max(1, Math.ceil((window.since + MINUTE - at) / SECOND));
  };
}

/** By network. Mobile providers give thousands of people one address. */
export function openVisitorLimit(clock: Clock, limit: { perMinute: number }): CallLimit<string> {
  const count = openCallLimit<string>(clock, limit);
  return (address) => count(networkOfCaller(address));
}
