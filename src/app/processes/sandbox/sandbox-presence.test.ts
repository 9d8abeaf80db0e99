import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type TestContext, testConfig, testContext } from '../../../../test/harness/context.ts';
import { createContext } from '../../../context.ts';
import { announced, isSandboxOn } from './sandbox-presence.ts';
import { hasConnection } from './sandbox-presence-store.ts';
import type { Sandbox } from './sandbox-process.ts';

const SANDBOX: Sandbox = {
  address: { url: 'http://127.0.0.1:9', token: '' },
  ready: async () => {},
  stop: async () => {},
  kill: () => {},
};

/** A gateway on the database of the context, until the test ends. */
function openGateway(ctx: TestContext, sandbox: Sandbox | null) {
  const { config, databaseUrl, box, log } = ctx;
  const gateway = createContext({ config, databaseUrl, box, log, name: 'kurir test', ...announced(sandbox) });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= gateway.close();
    return closing;
  };
  onTestFinished(close);
  return { close };
}

test('a sandbox is on while a gateway of the database has one', async () => {
  const [ctx, neighbour] = [await testContext(), await testContext()];

  openGateway(ctx, null);
  const before = await isSandboxOn(ctx);
  const gateway = openGateway(ctx, SANDBOX);
  await expect.poll(() => isSandboxOn(ctx)).toBe(true);
  const inOtherDatabase = await isSandboxOn(neighbour);
  await gateway.close();

  expect([before, inOtherDatabase]).toEqual([false, false]);
  await expect.poll(() => isSandboxOn(ctx)).toBe(false);
});

test('the settings of the command turn it on before the first start', async () => {
  const { db } = await testContext();

  expect(await isSandboxOn({ config: testConfig({ KURIR_SANDBOX: 'on' }), db })).toBe(true);
});

test('a connection without any statement for a time does not count: its machine may be lost', async () => {
  const ctx = await testContext();
  openGateway(ctx, SANDBOX);
  const { busName = '' } = announced(SANDBOX);
  await expect.poll(() => hasConnection(ctx.db, busName, 60)).toBe(true);

  await wait(1_100);

  expect(await hasConnection(ctx.db, busName, 1)).toBe(false);
});
