import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testMedia } from '../../../../../test/harness/media.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { lookup } from '../../../../../test/harness/names.ts';
import { credentials } from '../../../../../test/harness/official-bench.ts';
import { systemClock } from '../../../../platform/lib/clock.ts';
import { silentLog } from '../../../../platform/lib/log.ts';
import { createOfficialDriver } from '../driver.ts';
import { createGraph } from '../graph/graph.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a thousand idle devices take less than 10 MB', async () => {
  const graph = createGraph({ url: 'http://127.0.0.1:9', version: 'v25.0', lookup });
  const parts = { graph, media: testMedia(), healthMs: 3_600_000, log: silentLog, clock: systemClock };
  const driver = createOfficialDriver({ ...parts, random: () => 1 });
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const hosts = Array.from({ length: 1000 }, () => new MemoryHost());
  for (const host of hosts) host.store.creds = credentials();
  const before = used();

  const sessions = hosts.map((host) => driver.open(host));
  for (const session of sessions) session.connect();
  for (const host of hosts) await host.event('connected');

  expect(used() - before).toBeLessThan(10 * 1024 * 1024);
  for (const session of sessions) await session.close();
  await graph.close();
});
