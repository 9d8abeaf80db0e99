import type { Bus, Topic } from './bus.ts';
import { SECOND } from './clock.ts';
import { isDatabaseUnavailable } from './db/unavailable.ts';
import type { Log } from './log.ts';
import type { OrderOfWork, WorkClass } from './order-of-work.ts';
import { Pause } from './pause.ts';

const YIELD_MS = 250;
/** No work starves. */
const LONGEST_YIELD_MS = 10 * SECOND;

interface RepeatOptions {
  /** Log line of a failed run. */
  failed: string;
  /** From the end of a run to the next one. */
  everyMs: number;
  /** Topics or times wake it: without them its pauses get longer, as lost wake-ups are rare. */
  rests?: boolean;
  /** Changes of other processes that wake it. */
  topics?: readonly Topic[];
  /** From the first wake-up to its run, so that several share one. Delays no run that is due before. */
  spacingMs?: number;
  /** While earlier classes are late, its runs wait. */
  kind?: WorkClass;
  /** May return the milliseconds to the next run, at most. */
  work(stopping: AbortSignal): Promise<void> | Promise<number>;
}

export interface Repeated {
  /** The next run begins soon; it follows one under way. */
  wake(): void;
  /** Waits for the run under way. */
  stop(): Promise<void>;
}

/** For work whose delay or pace does not fit a job. The first run begins at once; runs do not overlap. */
export function repeat(
  { bus, log, order }: { bus?: Pick<Bus, 'subscribe'>; log: Log; order?: Pick<OrderOfWork, 'isBehind'> },
  { failed, everyMs, rests = false, topics = [], spacingMs = 0, kind, work }: RepeatOptions,
): Repeated {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isWoken = true;
  let runsAt = 0;
  const mustYield = yielding(kind, order);
  const pause = new Pause(everyMs);

  function schedule(ms: number): void {
    if (timer) clearTimeout(timer);
    runsAt = performance.now() + ms;
    timer = setTimeout(() => {
      if (mustYield()) schedule(YIELD_MS);
      else running = run();
    }, ms);
  }

  async function run(): Promise<void> {
    if (isWoken || !rests) pause.shorten();
    isWoken = false;
    let waitMs = pause.next();
    try {
      const dueMs = await work(stopping.signal);
      if (typeof dueMs === 'number' && dueMs < waitMs) {
        waitMs = dueMs;
        pause.shorten();
      }
    } catch (error) {
      // Soon again: what failed was due.
      waitMs = everyMs;
      pause.shorten();
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, failed);
    }
    running = null;
    if (!stopping.signal.aborted) schedule(isWoken ? Math.min(spacingMs, waitMs) : waitMs);
  }

  function wake(): void {
    if (isWoken || stopping.signal.aborted) return;
    isWoken = true;
    // A busy process is late for its timers.
    if (running === null) schedule(Math.max(0, Math.min(spacingMs, runsAt - performance.now())));
  }

  const ends = topics.map((topic) => bus?.subscribe(topic, wake));
  schedule(0);
  return {
    wake,
    async stop() {
      stopping.abort();
      for (const end of ends) end?.();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/** Whether the next run waits for `YIELD_MS` more. */
function yielding(kind: WorkClass | undefined, order?: Pick<OrderOfWork, 'isBehind'>): () => boolean {
  let yieldedMs = 0;
  return () => {
    const isBehind = kind !== undefined && order?.isBehind(kind) === true && yieldedMs < LONGEST_YIELD_MS;
    yieldedMs = isBehind ? yieldedMs + YIELD_MS : 0;
    return isBehind;
  };
}
