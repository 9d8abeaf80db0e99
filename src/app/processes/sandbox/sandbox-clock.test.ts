import { expect, test } from 'vitest';
import { CONTROL_TOKEN, openTestSandbox } from '../../../../sandbox/test-sandbox.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { reportClock } from './sandbox-clock.ts';

async function warned(url: string, end: 'done' | 'stopped' = 'done') {
  const warnings: [object, unknown][] = [];
  const log = { ...silentLog, warn: (fields: object, name?: string) => void warnings.push([fields, name]) };
  const address = { url, token: CONTROL_TOKEN };
  const sandbox = { address, ready: async () => {}, stop: async () => {}, kill: () => {} };
  const report = reportClock(sandbox, log);
  await (end === 'done' ? report.done : report.stop());
  return warnings;
}

test('a start warns of a clock that was moved or stopped, until it is set back', async () => {
  const sandbox = await openTestSandbox();
  const clock = (body: object) => sandbox.post('/sandbox/cloud/clock', body);
  const { url } = sandbox.current;

  const real = await warned(url);
  await clock({ advance_hours: 25 });
  const moved = await warned(url);
  await clock({ reset: true });
  await clock({ frozen: true });
  const stopped = await warned(url);
  await clock({ reset: true });
  const returned = await warned(url);

  expect([real, returned]).toEqual([[], []]);
  expect(moved).toEqual([
    [{ ahead_seconds: 90_000, frozen: false, hint: expect.any(String) }, 'sandbox.clock_moved'],
  ]);
  expect(stopped).toMatchObject([[{ frozen: true }, 'sandbox.clock_moved']]);
});

test('a gateway that stops meanwhile warns of nothing', async () => {
  const warnings = await warned('http://127.0.0.1:1', 'stopped');

  expect(warnings).toEqual([]);
});
