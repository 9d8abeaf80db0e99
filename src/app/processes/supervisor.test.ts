import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/lib/log.ts';
import { type SupervisorOptions, superviseSessions } from './supervisor.ts';

const HEALTHY = `
  setInterval(() => process.send('heartbeat'), 20);
  process.on('message', (message) => { if (message === 'stop') process.exit(0); });
`;
const LATE = `setTimeout(() => process.send('working'), 1_000); ${HEALTHY}`;
const SILENT = 'setInterval(() => {}, 1000);';
const CRASHING = 'process.exit(3);';
const DEAF = `setInterval(() => process.send('heartbeat'), 20); process.on('message', () => {});`;

interface Start {
  network: string;
  nodeId: string;
  child: ChildProcess;
  at: number;
  /** Set before the supervisor gets the event. */
  endedAt?: number;
}

/** A supervisor over small stand-in children, with every start and release on record. */
function supervise(script: string, options: Partial<SupervisorOptions> = {}) {
  const starts: Start[] = [];
  const released: string[] = [];
  const wanted = new Set(['sandbox']);
  const waiting = new Map<number, (start: Start) => void>();
  const supervisor = superviseSessions({
    networks: ['live', 'sandbox'],
    log: silentLog,
    spawn(network, nodeId) {
      const child = spawn(process.execPath, ['-e', script], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const start: Start = { network, nodeId, child, at: performance.now() };
      child.once('close', () => {
        start.endedAt = performance.now();
      });
      starts.push(start);
      waiting.get(starts.length)?.(start);
      return child;
    },
    isWanted: async (network) => wanted.has(network),
    releaseLeases: async (nodeId) => void released.push(nodeId),
    timings: { tickMs: 20, restartMinMs: 10, restartMaxMs: 40 },
    ...options,
  });
  onTestFinished(async () => {
    supervisor.kill();
    await Promise.all(starts.map(({ child }) => ended(child)));
  });
  /** Resolves with the n-th start, counted from 1. */
  const started = (n: number) =>
    new Promise<Start>((resolve) => {
      const start = starts[n - 1];
      if (start) resolve(start);
      else waiting.set(n, resolve);
    });
  return { supervisor, starts, released, wanted, started };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

test('a network gets its child with its first device, and the others get none', async () => {
  const { started, starts, wanted, supervisor } = supervise(HEALTHY);
  const first = await started(1);
  wanted.add('live');

  supervisor.check();
  const second = await started(2);

  expect([first.network, second.network]).toEqual(['sandbox', 'live']);
  expect(supervisor.pids().sort()).toEqual(starts.map(({ child }) => child.pid).sort());
});

test('a child that never says a word is killed and replaced, and its leases are released', async () => {
  const { started, released } = supervise(SILENT, {
    timings: { tickMs: 20, startMs: 200, restartMinMs: 10 },
  });
  const first = await started(1);

  const second = await started(2);

  expect(first.child.signalCode).toBe('SIGKILL');
  expect(released).toEqual([first.nodeId]);
  expect(second.nodeId).not.toBe(first.nodeId);
});

test('a stopped child counts as silent', async () => {
  const { started } = supervise(HEALTHY, { timings: { tickMs: 20, silenceMs: 400, restartMinMs: 10 } });
  const first = await started(1);
  await once(first.child, 'message');

  first.child.kill('SIGSTOP');
  await started(2);

  expect(first.child.signalCode).toBe('SIGKILL');
});

test('a child may take longer to load than it may be silent later', async () => {
  const slow = `setTimeout(() => { ${HEALTHY} }, 600);`;
  const { started, starts } = supervise(slow, { timings: { tickMs: 20, silenceMs: 300 } });
  const { child } = await started(1);

  await once(child, 'message');

  expect(starts).toHaveLength(1);
});

test('a child that goes on crashing is started again after growing waits', async () => {
  const { started, starts } = supervise(CRASHING, {
    timings: { tickMs: 5, restartMinMs: 40, restartMaxMs: 160 },
  });

  await started(5);

  const waits = starts.slice(1).map(({ at }, index) => at - (starts[index]?.endedAt ?? 0));
  for (const [index, leastMs] of [40, 80, 160, 160].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(leastMs);
  }
});

test.each([
  ['dies at its start again and again', CRASHING],
  ['lives but takes no devices', HEALTHY],
])('a network whose child %s is missing its child', async (_name, script) => {
  const { supervisor } = supervise(script, {
    timings: { tickMs: 20, restartMinMs: 10, restartMaxMs: 20, missingMs: 300 },
  });

  await expect.poll(() => supervisor.missing()).toEqual(['sandbox']);
});

test('a network misses its child until the child takes devices', async () => {
  const { supervisor } = supervise(LATE, { timings: { tickMs: 20, missingMs: 100 } });
  await expect.poll(() => supervisor.missing()).toEqual(['sandbox']);

  await expect.poll(() => supervisor.missing(), { timeout: 5_000 }).toEqual([]);
});

test('a network without devices misses no child', async () => {
  const { supervisor, started, wanted } = supervise(CRASHING, {
    timings: { tickMs: 20, restartMinMs: 10, restartMaxMs: 20, missingMs: 200 },
  });
  await started(1);
  await expect.poll(() => supervisor.missing()).toEqual(['sandbox']);

  wanted.delete('sandbox');

  await expect.poll(() => supervisor.missing()).toEqual([]);
});

test('leases are released when the database is back', async () => {
  let refusals = 3;
  const released: string[] = [];
  const { started } = supervise(CRASHING, {
    timings: { tickMs: 10, restartMinMs: 60, restartMaxMs: 60 },
    async releaseLeases(nodeId) {
      if (refusals-- > 0) throw new Error('away');
      released.push(nodeId);
    },
  });
  const first = await started(1);

  await started(3);

  expect(released).toContain(first.nodeId);
});

test('a stop asks the children, waits for them and starts no more', async () => {
  const { started, starts, supervisor, released } = supervise(HEALTHY);
  const { child, nodeId } = await started(1);
  await once(child, 'message');

  await supervisor.stop(60_000);

  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  expect(released).toContain(nodeId);
  expect(supervisor.pids()).toEqual([]);
  expect(starts).toHaveLength(1);
});

test('a child that does not finish in time is killed', async () => {
  const { started, supervisor } = supervise(DEAF);
  const { child } = await started(1);
  await once(child, 'message');

  await supervisor.stop(50);

  expect(child.signalCode).toBe('SIGKILL');
});
