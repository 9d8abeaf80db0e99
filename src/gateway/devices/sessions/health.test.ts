import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openLine } from '../../../../test/harness/line.ts';
import { testMedia } from '../../../../test/harness/media.ts';
import { lookup } from '../../../../test/harness/names.ts';
import { until } from '../../../../test/harness/until.ts';
import { createEconomyDriver } from '../../engines/economy/driver.ts';
import { startDispatcher } from '../../messages/dispatch/dispatcher.ts';
import { createInbound } from '../../messages/inbound/inbound.ts';
import { getDevice } from '../device.ts';
import { startSessions } from './sessions.ts';

test('last_health_at moves on while the device is connected and sends no message', async () => {
  const line = await openLine();
  const { device_uuid } = await line.pair();
  await line.node.stop();
  const paired = await getDevice(line.ctx, line.account, device_uuid);
  const nodeId = randomUUID();
  const driver = createEconomyDriver({
    lookup,
    whatsappUrl: line.sandbox.current.whatsappUrl,
    trustRoot: Buffer.from(line.sandbox.current.trustRoot, 'base64'),
    media: testMedia(),
    versions: [],
    log: line.ctx.log,
    clock: line.ctx,
    random: Math.random,
    timing: { sendDelayMs: 0, backoffMinMs: 20, pingMs: 30, healthyEveryMs: 20 },
  });
  const dispatcher = startDispatcher(line.ctx, { nodeId, driver });
  const sessions = startSessions(line.ctx, {
    nodeId,
    network: 'sandbox',
    engines: [{ driver, listener: dispatcher }],
    inbound: createInbound(line.ctx, []),
    healthIntervalMs: 20,
  });
  onTestFinished(() => sessions.stop().then(() => dispatcher.stop()));

  let seen = paired.last_health_at?.getTime() ?? 0;
  for (let times = 0; times < 4; times += 1) {
    seen = await until(
      async () => {
        const { last_health_at } = await getDevice(line.ctx, line.account, device_uuid);
        return last_health_at && last_health_at.getTime() > seen && last_health_at.getTime();
      },
      { what: 'a newer last_health_at' },
    );
  }

  expect(await getDevice(line.ctx, line.account, device_uuid)).toMatchObject({
    status: 'connected',
    connected_at: paired.connected_at,
  });
});
