import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { noInbound } from '../../../test/harness/no-inbound.ts';
import { watchAllStatements } from '../../../test/harness/statements.ts';
import { startSessions } from '../../gateway/devices/sessions/sessions.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { startWorker } from './roles.ts';

const ctx = await testContext({ cleanup: afterAll });
/** More than the statements of one look of any loop. */
const ANSWERS = 5;

/** Time passes for all loops. Their statements are real, and end meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SECOND) {
    await vi.advanceTimersByTimeAsync(SECOND);
    for (let n = 0; n < ANSWERS; n += 1) await ctx.pool.query('select 1');
  }
}

test('an idle gateway asks the database at most 60 times a minute, beside the pulse and the jobs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = new Map<string, number>();
  const db = watchAllStatements(ctx.db, ({ name = '' }) => void asked.set(name, (asked.get(name) ?? 0) + 1));
  const idle = { nodeId: randomUUID(), network: 'sandbox', engines: [], inbound: noInbound } as const;
  const parts = [startSessions({ ...ctx, db }, idle), startWorker({ ...ctx, db }, ctx.databaseUrl)];

  await pass(3 * MINUTE);
  asked.clear();
  await pass(MINUTE);
  const counts = [...asked];
  await Promise.all(parts.map((part) => part.stop()));

  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(60);
  // The sign of life of a sessions process, and the end of messages by time.
  expect(counts.flatMap(([name, count]) => (count > 4 ? [name] : [])).sort()).toEqual([
    'devices.renew',
    'queue.find_open',
  ]);
});
