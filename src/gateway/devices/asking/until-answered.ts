import type { Context } from '../../../context.ts';
import type { Topic } from '../../../platform/lib/bus.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { within } from '../../../platform/lib/deadline.ts';

const PATIENCE_MS = 10 * SECOND;
const POLL_MS = SECOND;

/** Reads until the answers are there, for at most 10 seconds. Returns what it read last. */
export async function untilAnswered<Rows>(
  { bus }: Pick<Context, 'bus'>,
  topic: Topic,
  { read, isDone }: { read(): Promise<Rows>; isDone(rows: Rows): boolean },
): Promise<Rows> {
  const end = performance.now() + PATIENCE_MS;
  let wake = () => {};
  const unsubscribe = bus.subscribe(topic, () => wake());
  try {
    bus.publish(topic);
    for (;;) {
      // Before the read, so that no wake-up is lost.
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const rows = await read();
      if (isDone(rows) || performance.now() > end) return rows;
      // A lost wake-up is repeated.
      if (!(await within(POLL_MS, woken))) bus.publish(topic);
    }
  } finally {
    unsubscribe();
  }
}
