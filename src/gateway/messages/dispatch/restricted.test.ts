import { expect, test } from 'vitest';
import { PHONE_ID } from '../../../../sandbox/graph/test-cloud.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, type Line, OWNER, openLine, startNode } from '../../../../test/harness/line.ts';
import { messageRow } from '../../../../test/harness/message-rows.ts';
import { type OfficialLine, openOfficialLine } from '../../../../test/harness/official-line.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { applyAccountState, restrictOfficialDevice } from '../../devices/official/business-account.ts';
import { liftLapsedRestrictions } from '../../devices/restrictions/restriction.ts';
import { moveStatuses } from '../queue/settle-store.ts';

const STRANGER = '6281200000003';
const SITI = '6281234560000';
const PACE = { perSecond: 80, recipient: { burst: 45, intervalMs: 6_000 } };

// Economy ---------------------------------------------------------------------------------------------------

const deviceRow = (line: Line, id: number) =>
  tablesOf(line.ctx.db).selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rowOf = ({ ctx, account }: Line | OfficialLine, id: number) => messageRow(ctx, account, id);
const settled = (line: Line, id: number) =>
  until(async () => (await line.statusOf(id)) === 'delivered', { what: `delivery of ${id}` });

/** A paired number that may answer the customer, and may not write to the stranger. */
async function lockedShop(options: Parameters<typeof openLine>[0] = {}) {
  const line = await openLine(options);
  const device = await line.pair();
  await line.sandbox.post('/sandbox/phones', { number: STRANGER });
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Halo' });
  await until(async () => (await eventsOf(line.ctx, 'message.received')).length === 1, {
    what: 'the greeting',
  });
  const faults = { ack_error: '463', ack_error_for: 'strangers' };
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, faults);
  const restricted = () =>
    until(async () => (await deviceRow(line, device.id)).reason === 'restricted:new_chats');
  return { line, device, restricted };
}

test('a number without new chats stays connected and shows it; known chats work, strangers wait', async () => {
  const { line, device, restricted } = await lockedShop();

  const cold = await line.send(device.device_uuid, 'Promosi', STRANGER);
  await restricted();
  const colder = await line.send(device.device_uuid, 'Promosi lagi', STRANGER);
  const warm = await line.send(device.device_uuid, 'Silakan');
  await settled(line, warm);

  expect((await deviceRow(line, device.id)).status).toBe('connected');
  const waiting = [await rowOf(line, cold), await rowOf(line, colder)];
  const waits = { status: 'queued', due: true, attempts: 0, error_code: null };
  expect(waiting).toMatchObject([waits, waits]);
  for (const { not_before } of waiting) expect(not_before.getTime()).toBeGreaterThan(Date.now() + 60_000);
  expect((await eventsOf(line.ctx, 'device.status')).map(({ status }) => status)).toEqual([
    ...['provisioned', 'qr_pending', 'connected'],
  ]);
});

test('when the network ends the lock, strangers get their messages, and the reason is removed', async () => {
  const { line, device, restricted } = await lockedShop({ lockCheckMs: 100 });
  const ids = [
    await line.send(device.device_uuid, 'satu', STRANGER),
    await line.send(device.device_uuid, 'dua', STRANGER),
  ];
  await restricted();

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { ack_error: null });
  for (const id of ids) await settled(line, id);

  expect((await line.textsAt(STRANGER)).sort()).toEqual(['dua', 'satu']);
  expect(await deviceRow(line, device.id)).toMatchObject({
    status: 'connected',
    reason: null,
    restriction: null,
  });
});

test('the network may announce the lock and its end before any refusal', async () => {
  const { line, device } = await lockedShop();
  const until463 = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
  const faults = (change: object) => line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, change);
  const shown = async () => {
    const { reason, restricted_until } = await deviceRow(line, device.id);
    return { reason, restricted_until };
  };

  await faults({ ack_error: null, locked_until: until463.toISOString() });
  await until(async () => (await shown()).reason !== null, { what: 'the reason' });
  const locked = await shown();
  const cold = await line.send(device.device_uuid, 'Promosi', STRANGER);
  await until(async () => Number((await rowOf(line, cold)).not_before) > Date.now() + 60_000);
  await faults({ locked_until: null });
  await until(async () => (await shown()).reason === null, { what: 'the end' });

  expect(locked).toEqual({ reason: 'restricted:new_chats', restricted_until: until463 });
  expect(await line.textsAt(STRANGER)).toEqual([]);
});

test('another process knows the lock and sends to no stranger', async () => {
  const { line, device, restricted } = await lockedShop();
  await line.send(device.device_uuid, 'Promosi', STRANGER);
  await restricted();

  await line.node.stop();
  // From now on, a message to a stranger would arrive.
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { ack_error: null });
  startNode(line.ctx, line.sandbox);
  const cold = await line.send(device.device_uuid, 'Lagi', STRANGER);
  const warm = await line.send(device.device_uuid, 'Silakan');
  await settled(line, warm);

  expect((await rowOf(line, cold)).status).toBe('queued');
  expect(await line.textsAt(STRANGER)).toEqual([]);
  expect((await deviceRow(line, device.id)).reason).toBe('restricted:new_chats');
});

// Official cloud --------------------------------------------------------------------------------------------

const makeDue = (line: OfficialLine) =>
  tablesOf(line.ctx.db)
    .updateTable('messages')
    .set({ not_before: new Date(0) })
    .where('due', '=', true)
    .execute();
/** Ten minutes pass. */
const holdEnds = async (line: OfficialLine) => {
  const lapses = { restriction_lapses_at: new Date(Date.now() + 5 * 60_000) };
  await tablesOf(line.ctx.db).updateTable('devices').set(lapses).where('id', '=', line.device.id).execute();
  await line.node.sessions.reconcile();
};
const reasonIs = (line: OfficialLine, reason: string | null) =>
  until(async () => (await line.deviceRow()).reason === reason, { what: `reason ${reason}` });

test('a restricted number keeps its messages, and the delivery of one ends the restriction', async () => {
  const line = await openOfficialLine();
  await line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { state: 'restricted', announce: false });

  const id = await line.send('Halo');
  await reasonIs(line, 'restricted:spam');
  const waiting = await until(async () => {
    const row = await rowOf(line, id);
    return !row.maybe_written && row;
  });
  await line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { state: 'active', announce: false });
  await holdEnds(line);
  await line.settled(id, 'sent');
  const taken = (await line.deviceRow()).reason;
  const { reserved_wa_id } = await rowOf(line, id);
  const fine = { error_code: null, error_message: null, refund: false };
  const change = { device_id: line.device.id, wa_message_id: reserved_wa_id, status: 'delivered' as const };
  await moveStatuses(line.ctx.db, [{ ...change, ...fine }], new Date());
  await reasonIs(line, null);

  expect(taken).toBe('restricted:spam');
  expect(waiting).toMatchObject({ status: 'queued', attempts: 0, error_code: null });
  const announced = (await eventsOf(line.ctx, 'device.status')).map(({ status }) => status);
  expect(announced).toEqual(['connected']);
});

test('a number sends again when its ban is lifted; a ban that continues is found again', async () => {
  const line = await openOfficialLine({ healthMs: 30 });
  const set = (state: string) =>
    line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { state, announce: false });
  const statuses = async () => (await eventsOf(line.ctx, 'device.status')).map(({ status }) => status);
  const announced = (count: number) => until(async () => (await statuses()).length >= count);
  const reinstate = () =>
    applyAccountState(line.ctx, line.device.id, { change: { change: 'reinstated' }, at: line.ctx.now() });
  await set('banned');
  await announced(2);

  await reinstate();
  await announced(4);
  await set('active');
  await reinstate();
  const id = await line.send('Kembali');
  await line.settled(id, 'sent');

  expect(await statuses()).toEqual(['connected', 'banned', 'connected', 'banned', 'connected']);
});

test('a restriction reported by a callback stops later messages, until its time is over', async () => {
  const line = await openOfficialLine({ pace: PACE });
  await line.settled(await line.send('Dulu'), 'sent');
  await restrictOfficialDevice(line.ctx, line.device.id, { reason: 'payment', at: new Date() });
  await line.node.sessions.reconcile();

  const id = await line.send('Nanti');
  const other = await line.send('Nanti juga', { to: SITI });
  await line.node.sessions.reconcile();
  const held = [await rowOf(line, id), await rowOf(line, other)];
  const later = { ...line.ctx, now: () => new Date(Date.now() + 16 * 60_000) };
  await liftLapsedRestrictions(later, 'sandbox');
  await line.settled(id, 'sent');
  await line.settled(other, 'sent');

  expect(held).toMatchObject(Array(2).fill({ status: 'queued', reserved_wa_id: null }));
  expect((await line.deviceRow()).reason).toBeNull();
});

test('code 1 is retried twice, and then the message fails with it', async () => {
  const line = await openOfficialLine();
  await line.cloud.post('/sandbox/cloud/faults', { code: 1, count: null });
  const id = await line.send('Halo');
  const attempts = [];

  for (const attempt of [1, 2]) {
    const row = await until(async () => {
      const message = await rowOf(line, id);
      return message.attempts === attempt && !message.maybe_written && message;
    });
    attempts.push([row.status, row.due]);
    await makeDue(line);
    line.ctx.bus.publish('messages');
  }
  await line.settled(id, 'failed');

  expect(attempts).toEqual([
    ['queued', true],
    ['queued', true],
  ]);
  expect(await rowOf(line, id)).toMatchObject({ status: 'failed', error_code: '1' });
  const { body } = await line.cloud.get('/sandbox/cloud/requests?call=messages');
  expect(body.data).toHaveLength(3);
});
