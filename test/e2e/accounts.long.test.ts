import { expect, test } from 'vitest';
import type { installation } from '../harness/gateway.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';
const COUNT = 20;

test('a suspension holds messages back, and a cancellation ends its account across a kill -9', {
  timeout: 120_000,
}, async () => {
  const installed = await preparedInstallation();
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  const account = await accountOf(installed);
  const receiver = await startReceiver();
  const events = ['message.received', 'message.status', 'device.status'];
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events });
  const told = () => verifiedEvents(receiver.requests, hook.body.secret);
  const device = await shop.pairedDevice(OWNER);
  await shop.sandbox('POST', '/phones', { number: CUSTOMER });
  const line = (change: 'drop' | 'restore') => shop.sandbox('POST', `/devices/${device}/${change}`);
  const received = async () =>
    (await shop.phone(CUSTOMER)).filter(({ direction }) => direction === 'in').map(({ text }) => text);
  /** The line is down meanwhile, so that the messages are queued. */
  const queue = async (name: string): Promise<number[]> => {
    await line('drop');
    const texts = Array.from({ length: COUNT }, (_, n) => `${name} ${n}`);
    const answers = await Promise.all(texts.map((text) => shop.send(device, CUSTOMER, text)));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 202));
    return answers.map(({ body }) => body.id);
  };

  // Suspension
  await queue('satu');
  const suspended = JSON.parse((await installed.run('account', 'suspend', account, '--json')).stdout);
  expect(suspended).toMatchObject({ status: 'suspended', devices: 1, queued_messages: COUNT });
  await line('restore');
  // The reply arrives, so the session is connected again.
  await until(async () => {
    await shop.sandbox('POST', `/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'halo?' });
    return told().some(({ event }) => event === 'message.received');
  });
  expect(await received()).toEqual([]);
  await installed.run('account', 'activate', account);
  await until(async () => (await received()).length === COUNT, { what: 'the messages of the suspension' });

  // Cancellation
  const ids = await queue('dua');
  const cancelled = JSON.parse((await installed.run('account', 'cancel', account, '--json')).stdout);
  process.kill(gateway.pid, 'SIGKILL');
  await gateway.ended;
  await installed.start();
  const failures = (): Json[] => told().filter(({ error }) => error?.code === 'account_cancelled');
  await until(() => new Set(failures().map(({ message_id }) => message_id)).size === COUNT, {
    what: 'the failures',
  });
  await until(() => told().some(({ event, reason }) => event === 'device.status' && reason === 'released'), {
    what: 'the release',
  });

  expect(cancelled).toMatchObject({ status: 'cancelled', effect: expect.any(String) });
  expect(new Set(failures().map(({ message_id }) => message_id))).toEqual(new Set(ids));
  const { stdout } = await installed.run('device', 'list', '--json');
  expect(JSON.parse(stdout).data).toEqual([]);
  expect((await installed.run('account', 'activate', account)).stderr).toContain('is cancelled');
});

async function accountOf(installed: Awaited<ReturnType<typeof installation>>): Promise<string> {
  const { data } = JSON.parse((await installed.run('account', 'list', '--json')).stdout);
  return String(data.find(({ name }: { name: string }) => name === 'Toko').account_id);
}
