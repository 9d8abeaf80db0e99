import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { closeCancelled } from '../../../../test/harness/closing.ts';
import { CUSTOMER, type Line, OWNER, openLine, statusOfDevice } from '../../../../test/harness/line.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import type { AccountStatus } from '../../../platform/accounts/schema.ts';
import { expiryCutoff } from '../queue/expiry.ts';
import { failUnsendable } from '../queue/settle-store.ts';

const status = (line: Line, id: number, wanted: string) =>
  until(async () => (await line.statusOf(id)) === wanted, { what: `status ${wanted}` });

/** Changes the account, and waits until the sessions know of it. */
async function change({ ctx, account, node }: Pick<Line, 'ctx' | 'account' | 'node'>, to: AccountStatus) {
  await setStatus(ctx, account.id, to);
  await node.sessions.reconcile();
}

test('messages of a suspended account wait, its session receives, and later each leaves once', async () => {
  const line = await openLine();
  const device = await line.pair();
  await change(line, 'suspended');

  const ids = [await line.send(device.device_uuid, 'satu'), await line.send(device.device_uuid, 'dua')];
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'masuk' });
  await until(async () => (await inbound(line)).includes('masuk'), { what: 'the inbound message' });
  const during = await Promise.all(ids.map((id) => line.statusOf(id)));
  const arrived = await line.textsAt(CUSTOMER);
  await change(line, 'active');
  for (const id of ids) await status(line, id, 'delivered');

  expect([during, arrived]).toEqual([['queued', 'queued'], []]);
  expect(await line.textsAt(CUSTOMER)).toEqual(['satu', 'dua']);
});

test('a message whose file was being prepared at the suspension stays', async () => {
  const line = await openLine();
  const device = await line.pair();
  const waiting: ServerResponse[] = [];
  const host = await startReceiver((_, response) => void waiting.push(response));
  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: 'katalog' });
  await until(() => waiting.length > 0, { what: 'the request for the file' });

  await change(line, 'suspended');
  for (const response of waiting) response.end(fileOf('jpeg'));
  const row = () =>
    tablesOf(line.ctx.db).selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await until(async () => (await row()).prepared !== null && !(await row()).maybe_written, {
    what: 'the return to the queue',
  });
  const arrived = await line.textsAt(CUSTOMER);
  await change(line, 'active');
  await status(line, id, 'delivered');

  expect(arrived).toEqual([]);
  expect(await line.sandbox.messageAt(CUSTOMER, 'katalog')).toMatchObject({ copies: 1 });
});

test('the official engine gets no message of a suspended account', async () => {
  const line = await openOfficialLine();
  await change(line, 'suspended');

  const id = await line.send('menunggu');
  await line.node.sessions.reconcile();
  const during = [(await line.message(id)).status, await line.texts()];
  await change(line, 'active');
  await line.settled(id, 'sent', 'delivered');

  expect([during, await line.texts()]).toEqual([['queued', []], ['menunggu']]);
});

test('the phone of a cancelled account is logged out, and what it receives later is not stored', async () => {
  const line = await openLine();
  const device = await line.pair();
  const id = await line.send(device.device_uuid, 'satu');
  await status(line, id, 'delivered');
  await change(line, 'cancelled');
  const late = await line.send(device.device_uuid, 'terlambat').catch(() => null);

  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'masuk' });
  await until(
    async () => {
      await closeCancelled(line.ctx);
      await failUnsendable(line.ctx.db, expiryCutoff(line.ctx.now()), line.ctx.now());
      await line.node.sessions.reconcile();
      return (await wantedOf(line, device.id)) === 'idle';
    },
    { what: 'the logout' },
  );

  expect(await statusOfDevice(line.ctx, device.id)).toBe('disconnected');
  expect(await tablesOf(line.ctx.db).selectFrom('session_creds').selectAll().execute()).toEqual([]);
  expect(await inbound(line)).toEqual([]);
  expect(await line.textsAt(CUSTOMER)).toEqual(['satu']);
  expect(late === null ? 'failed' : await line.statusOf(late)).toBe('failed');
});

const inbound = async ({ ctx }: Line) =>
  (await tablesOf(ctx.db).selectFrom('messages').select('body').where('direction', '=', 'in').execute()).map(
    ({ body }) => body,
  );

const wantedOf = async ({ ctx }: Line, id: number) =>
  (
    await tablesOf(ctx.db)
      .selectFrom('devices')
      .select('wanted')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).wanted;
