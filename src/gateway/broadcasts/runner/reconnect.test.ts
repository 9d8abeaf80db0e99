import { expect, onTestFinished, test } from 'vitest';
import { OWNER, openLine, statusOfDevice } from '../../../../test/harness/line.ts';
import { noTemplates } from '../../../../test/harness/no-templates.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { upsertContacts } from '../../contacts/store.ts';
import { createBroadcast, getBroadcast, resumeBroadcast } from '../broadcast.ts';
import { startBroadcastRunner } from './runner.ts';

const PHONES = Array.from({ length: 6 }, (_, n) => `628120000000${n}`);

/**
 * A broadcast of this device with a runner. Half a second between messages leaves time for an interruption.
 */
async function broadcastTo(ctx: Context, account: Caller, device_uuid: string, phones: readonly string[]) {
  await upsertContacts(
    ctx.db,
    phones.map((phone) => ({ account_id: account.id, phone, name: `Kak ${phone.at(-1)}`, tags: ['all'] })),
    ctx.now(),
  );
  const pace = { seconds: 0.5 };
  const runner = startBroadcastRunner({ ...ctx, random: () => pace.seconds });
  onTestFinished(() => runner.stop());
  const { id } = await createBroadcast({ ctx, templates: noTemplates }, account, {
    device_uuid,
    name: 'Promo',
    message_template: 'Halo {nama}',
    tags: ['all'],
    delay_min_seconds: 0,
    delay_max_seconds: 1,
  });
  const read = () => getBroadcast(ctx, account, id);
  const reached = (status: string) =>
    until(async () => (await read()).status === status, { what: `a broadcast that is ${status}` });
  return { id, pace, read, reached };
}

test('a lost connection pauses, and after the resume every phone has its text exactly once', async () => {
  const line = await openLine({ lossGraceMs: 50 });
  for (const number of PHONES) await line.sandbox.post('/sandbox/phones', { number });
  const device = await line.pair();
  const broadcast = await broadcastTo(line.ctx, line.account, device.device_uuid, PHONES);
  await until(async () => (await broadcast.read()).sent_count >= 2);

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);
  await broadcast.reached('paused');
  const paused = await broadcast.read();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);
  await until(async () => (await statusOfDevice(line.ctx, device.id)) === 'connected');
  broadcast.pace.seconds = 0;
  await resumeBroadcast(line.ctx, line.account, broadcast.id);
  await broadcast.reached('completed');

  expect(paused).toMatchObject({ reason: 'device_disconnected', total_recipients: 6 });
  expect(paused.sent_count).toBeLessThan(6);
  for (const phone of PHONES) expect(await line.textsAt(phone)).toEqual([`Halo Kak ${phone.at(-1)}`]);
  const { started_at, sent_count } = await broadcast.read();
  expect({ started_at, sent_count }).toEqual({ started_at: paused.started_at, sent_count: 6 });
});
