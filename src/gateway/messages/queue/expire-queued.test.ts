import { expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { watchAllStatements } from '../../../../test/harness/statements.ts';
import { until } from '../../../../test/harness/until.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { clockBelief, startExpiry } from './expire-queued.ts';

function scene() {
  let [wall, uptime] = [Date.UTC(2026, 10, 29), 0];
  const isBelieved = clockBelief({ now: () => new Date(wall), uptimeMs: () => uptime, log: silentLog });
  const pass = (ms: number) => {
    wall += ms;
    uptime += ms;
    return isBelieved();
  };
  const jump = (ms: number) => {
    wall += ms;
    return isBelieved();
  };
  return { pass, jump };
}

test('a clock that jumps ahead by a day is believed after ten minutes', () => {
  const { pass, jump } = scene();

  expect([pass(DAY), jump(DAY + HOUR), pass(9 * MINUTE), pass(MINUTE)]).toEqual([true, false, false, true]);
});

test('a clock that is set right again is believed at once', () => {
  const { jump } = scene();

  expect([jump(DAY), jump(-DAY), jump(-HOUR)]).toEqual([false, true, true]);
});

test('small steps are believed', () => {
  const { jump } = scene();

  expect([jump(30 * MINUTE), jump(-30 * MINUTE), jump(59 * MINUTE)]).toEqual([true, true, true]);
});

test('without open messages a sweep is one statement; with one it looks for all reasons to end it', async () => {
  const ctx = await testContext({ cleanup: onTestFinished });
  const names: string[] = [];
  const db = watchAllStatements(ctx.db, ({ name }) => void names.push(name ?? ''));
  const sweep = startExpiry({ ...ctx, db });
  onTestFinished(() => sweep.stop());
  await until(async () => names.length > 0, { what: 'the first sweep' });
  const atRest = [...names];

  await insertMessage(ctx, await insertDevice(ctx, await insertAccount(ctx)), {
    status: 'queued',
    due: true,
  });
  sweep.wake();
  await until(async () => names.includes('queue.fail_superseded'), { what: 'a whole sweep' });

  expect(atRest).toEqual(['queue.find_open']);
});
