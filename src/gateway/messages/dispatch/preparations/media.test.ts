import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventsOf } from '../../../../../test/harness/events.ts';
import { CUSTOMER, type Line, OWNER, openLine, startNode } from '../../../../../test/harness/line.ts';
import { longTest } from '../../../../../test/harness/long-test.ts';
import { fileOf, testMedia } from '../../../../../test/harness/media.ts';
import { changeMessage, messageRow } from '../../../../../test/harness/message-rows.ts';
import { type Respond, startReceiver } from '../../../../../test/harness/receiver.ts';
import { tablesOf } from '../../../../../test/harness/tables.ts';
import { until } from '../../../../../test/harness/until.ts';
import { savePrepared } from '../in-flight-store.ts';

const OTHER = '6281234567891';
const THIRD = '6281234567892';
const PICTURE = fileOf('jpeg');
const picture: Respond = (_, response) => response.end(PICTURE);

const status = (line: Line, id: number, wanted: string) =>
  until(async () => (await line.statusOf(id)) === wanted, { what: `status ${wanted}` });

const rowOf = ({ ctx, account }: Line, id: number) => messageRow(ctx, account, id);

const usedQuota = async (line: Line) =>
  (await tablesOf(line.ctx.db).selectFrom('usage_months').select('messages_sent').executeTakeFirst())
    ?.messages_sent;

/** A receiver that answers when the test releases the requests. */
async function slowHost() {
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  const receiver = await startReceiver((_, response) => {
    if (isOpen) response.end(PICTURE);
    else waiting.push(response);
  });
  const release = () => {
    for (const response of waiting.splice(0)) response.end(PICTURE);
  };
  return {
    ...receiver,
    release,
    /** Answers all later requests at once. */
    open() {
      isOpen = true;
      release();
    },
  };
}

test('a picture is fetched, uploaded and sent; its prepared content is kept', async () => {
  const line = await openLine();
  const device = await line.pair();
  const { url, requests } = await startReceiver(picture);

  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: url, body: 'katalog' });
  await status(line, id, 'delivered');

  const { prepared, reserved_wa_id } = await rowOf(line, id);
  expect(prepared?.length).toBeGreaterThan(50);
  expect(await line.sandbox.messageAt(CUSTOMER, 'katalog')).toMatchObject({
    type: 'image',
    wa_message_id: reserved_wa_id,
    size: PICTURE.length,
    copies: 1,
  });
  expect(requests).toHaveLength(1);
});

test('a file that cannot be fetched fails the message with a reason and refunds its unit', async () => {
  const line = await openLine();
  const device = await line.pair();
  const { url } = await startReceiver((_, response) => response.writeHead(404).end('secret'));

  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: url });
  await status(line, id, 'failed');

  const error = { code: 'media_not_found', message: expect.stringContaining('status 404') };
  expect(await rowOf(line, id)).toMatchObject({ error_code: error.code, error_message: error.message });
  expect(await eventsOf(line.ctx, 'message.status')).toMatchObject([
    { message_id: id, status: 'failed', wa_message_id: null, error },
  ]);
  expect(await usedQuota(line)).toBe(0);
  expect(await line.textsAt(CUSTOMER)).toEqual([]);
});

test('a slow file delays only messages to its recipient, in order', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post('/sandbox/phones', { number: OTHER });
  const host = await slowHost();

  await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: 'pertama' });
  await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: 'kedua' });
  const last = await line.send(device.device_uuid, 'ketiga');
  // More than the window.
  const others = [];
  for (let n = 0; n < 40; n += 1) others.push(await line.send(device.device_uuid, `cepat ${n}`, OTHER));
  for (const id of others) await status(line, id, 'delivered');
  const before = await line.textsAt(CUSTOMER);
  await host.arrived(2);
  host.release();
  await status(line, last, 'delivered');

  expect(before).toEqual([]);
  expect(await line.textsAt(CUSTOMER)).toEqual(['pertama', 'kedua', 'ketiga']);
});

test('a file that fails does not stop the next message to its recipient', async () => {
  const line = await openLine();
  const device = await line.pair();
  const { url } = await startReceiver((_, response) => response.writeHead(410).end());

  const failing = await line.sendFile(device.device_uuid, { type: 'document', media_url: url });
  const next = await line.send(device.device_uuid, 'sesudahnya');
  await status(line, next, 'delivered');

  expect(await line.statusOf(failing)).toBe('failed');
});

test('any number of slow files of a device delays only messages to their recipient', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post('/sandbox/phones', { number: OTHER });
  const host = await slowHost();
  // More than may wait for a file in flight.
  for (let n = 0; n < 100; n += 1) {
    await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: `${n}` });
  }
  const behind = await line.send(device.device_uuid, 'terakhir');
  await host.arrived(4);

  const text = await line.send(device.device_uuid, 'cepat', OTHER);
  await status(line, text, 'delivered');

  expect(host.requests).toHaveLength(4);
  expect(await line.textsAt(CUSTOMER)).toEqual([]);
  host.open();
  await status(line, behind, 'delivered');
  const texts = await line.textsAt(CUSTOMER);
  expect(texts).toEqual([...Array.from({ length: 100 }, (_, n) => `${n}`), 'terakhir']);
});

longTest('slow files of an account take the same number of slots with more devices', async () => {
  const line = await openLine();
  const devices = [await line.pair(), await line.pair(OTHER)];
  await line.sandbox.post('/sandbox/phones', { number: THIRD });
  const host = await slowHost();
  for (const { device_uuid } of devices) {
    for (let n = 0; n < 4; n += 1) await line.sendFile(device_uuid, { type: 'image', media_url: host.url });
  }
  await host.arrived(4);

  // Claimed after the files of each device, so those are in flight by then.
  for (const { device_uuid } of devices) {
    await status(line, await line.send(device_uuid, 'cepat', THIRD), 'delivered');
  }

  expect(host.requests).toHaveLength(4);
  host.open();
  await host.arrived(8);
});

test('without an ack a picture is re-sent, and not fetched again', async () => {
  const line = await openLine({ ackTimeoutMs: 200 });
  const device = await line.pair();
  const { url, requests } = await startReceiver(picture);
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { acks: false, receipts: false });

  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: url, body: 'katalog' });
  await until(async () => (await line.sandbox.messagesOf(CUSTOMER)).some((message) => message.copies >= 2));
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { acks: true, receipts: true });
  await until(async () => ['sent', 'delivered'].includes((await line.statusOf(id)) ?? ''));

  expect(await line.textsAt(CUSTOMER)).toEqual(['katalog']);
  expect(requests).toHaveLength(1);
});

test('a process that stops while it fetches leaves no file behind, and the next one sends the message', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-dispatch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const line = await openLine({ media: testMedia({ folder }) });
  const device = await line.pair();
  let isSlow = true;
  const host = await startReceiver((_, response) => {
    if (isSlow) response.write(PICTURE);
    else response.end(PICTURE);
  });
  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: 'katalog' });
  await until(async () => (await readdir(folder)).length === 1);

  await line.node.stop();
  const left = await readdir(folder);
  const before = await line.statusOf(id);
  isSlow = false;
  startNode(line.ctx, line.sandbox);
  await status(line, id, 'delivered');

  expect([left, before]).toEqual([[], 'queued']);
  expect(await line.textsAt(CUSTOMER)).toEqual(['katalog']);
});

test('a connection lost during a fetch sends the file after the reconnect', async () => {
  const line = await openLine();
  const device = await line.pair();
  const host = await slowHost();
  const id = await line.sendFile(device.device_uuid, { type: 'image', media_url: host.url, body: 'katalog' });
  await host.arrived(1);

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);
  await host.arrived(2);
  host.release();

  await status(line, id, 'delivered');
  expect(await line.textsAt(CUSTOMER)).toEqual(['katalog']);
});

test('of two processes that prepared one message the first wins, and a settled message keeps nothing', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.node.stop();
  const file = { type: 'image', media_url: 'http://127.0.0.1/' } as const;
  const [open, failed] = [
    await line.sendFile(device.device_uuid, file),
    await line.sendFile(device.device_uuid, file),
  ];
  await changeMessage(line.ctx, line.account, open, { reserved_wa_id: 'claimed' });
  await changeMessage(line.ctx, line.account, failed, { due: false, status: 'failed' });
  const [{ id }, { id: settled }] = [await rowOf(line, open), await rowOf(line, failed)];
  const rows = (text: string, reserved_wa_id = 'claimed') =>
    [id, settled].map((each) => ({ id: each, reserved_wa_id, prepared: Buffer.from(text) }));

  const stale = await savePrepared(line.ctx.db, rows('stale', 'before an edit'), true);
  const first = await savePrepared(line.ctx.db, rows('first'), true);
  const second = await savePrepared(line.ctx.db, rows('second'), true);

  expect(stale).toEqual([]);
  expect(first).toEqual([{ id, prepared: Buffer.from('first') }]);
  expect(second).toEqual(first);
});
