import { expect, test } from 'vitest';
import { BUDI, PHONE_ID, TOKEN } from '../../../../sandbox/graph/test-cloud.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { isLong } from '../../../../test/harness/long.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { messageRow } from '../../../../test/harness/message-rows.ts';
import { type OfficialLine, openOfficialLine } from '../../../../test/harness/official-line.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { failUnresolved } from '../queue/settle-store.ts';

const SITI = '6281234560000';
const MINUTE = 60_000;

const fault = (line: OfficialLine, effect: object) => line.cloud.post('/sandbox/cloud/faults', effect);
const announced = async (line: OfficialLine, id: number) =>
  (await eventsOf(line.ctx, 'message.status')).filter((event) => event.message_id === id);
const payloads = async (line: OfficialLine): Promise<Json[]> => {
  const { body } = await line.cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out`);
  return body.data.map(({ payload }: Json) => payload);
};

test('a message is sent when the provider accepts it, and gets the id of the provider', async () => {
  const line = await openOfficialLine();

  const id = await line.send('Halo 👋');
  await line.settled(id, 'sent');

  const { wa_message_id } = await line.message(id);
  expect(wa_message_id).toMatch(/^wamid\./);
  expect(await announced(line, id)).toMatchObject([{ status: 'sent', wa_message_id, to: BUDI }]);
  expect(await line.texts()).toEqual(['Halo 👋']);
});

test('a clock that was an hour ahead, and is set back, stops no message', async () => {
  let aheadMs = 60 * MINUTE;
  const pace = { perSecond: 80, recipient: { burst: 3, intervalMs: 1 } };
  const line = await openOfficialLine({ pace, now: () => new Date(Date.now() + aheadMs) });
  await line.settled(await line.send('sebelum'), 'sent');

  aheadMs = 0;
  for (let n = 0; n < 12; n += 1) await line.settled(await line.send(`sesudah ${n}`), 'sent');

  expect(await line.texts()).toHaveLength(13);
});

test('messages to one recipient keep their order, and other recipients do not wait', async () => {
  const line = await openOfficialLine();
  // The provider's clock is stopped: the first answer comes when it runs again.
  await line.cloud.post('/sandbox/cloud/clock', { frozen: true });
  await fault(line, { recipient: BUDI, delay_ms: 300, count: 1 });

  const texts = Array.from({ length: 12 }, (_, n) => `pesan ${n}`);
  const ids = [];
  for (const text of texts) ids.push(await line.send(text));
  const other = await line.send('untuk Siti', { to: SITI });
  await line.settled(other, 'sent');
  const first = await line.message(ids[0] ?? 0);
  await line.cloud.post('/sandbox/cloud/clock', { advance_ms: 400, frozen: false });
  for (const id of ids) await line.settled(id, 'sent');

  expect(first.status).toBe('queued');
  expect(await line.texts()).toEqual(texts);
});

test('buttons, lists and files have the format of the provider', async () => {
  const line = await openOfficialLine();
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(fileOf('pdf')),
  );

  const ids = [
    await line.send('Pilih', {
      type: 'button',
      interactive: { header: 'Judul', footer: 'Kaki', buttons: [{ id: 'y', title: 'Ya' }] },
    }),
    await line.send('Pilih', {
      type: 'list',
      interactive: {
        button_text: 'Buka',
        sections: [{ rows: [{ id: 'a', title: 'A', description: 'aa' }] }],
      },
    }),
    await line.send('Katalog', { type: 'document', media_url: `${url}/katalog.pdf` }),
  ];
  for (const id of ids) await line.settled(id, 'sent');

  const all = await payloads(line);
  expect(all.find(({ interactive }) => interactive?.type === 'button')?.interactive).toEqual({
    type: 'button',
    header: { type: 'text', text: 'Judul' },
    body: { text: 'Pilih' },
    footer: { text: 'Kaki' },
    action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Ya' } }] },
  });
  expect(all.find(({ interactive }) => interactive?.type === 'list')?.interactive.action).toEqual({
    button: 'Buka',
    sections: [{ rows: [{ id: 'a', title: 'A', description: 'aa' }] }],
  });
  expect(all.find(({ type }) => type === 'document')?.document).toEqual({
    id: expect.stringMatching(/^\d+$/),
    caption: 'Katalog',
    filename: 'katalog.pdf',
  });
});

test('a permanent refusal of the provider fails with its code and message, without a refund', async () => {
  const line = await openOfficialLine();
  await fault(line, { code: 131026, details: 'Message undeliverable' });

  const id = await line.send('Halo');
  await line.settled(id, 'failed');

  expect(await announced(line, id)).toMatchObject([
    { status: 'failed', error: { code: '131026', message: expect.stringContaining('undeliverable') } },
  ]);
  const usage = await tablesOf(line.ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .executeTakeFirst();
  expect(usage?.messages_sent).toBe(1);
});

test('a temporary refusal is retried later', async () => {
  const line = await openOfficialLine();
  await fault(line, { code: 131016 });

  const id = await line.send('Halo');

  const row = await until(async () => {
    const message = await messageRow(line.ctx, line.account, id);
    return message.attempts === 1 && message;
  });
  expect(row).toMatchObject({ status: 'queued', due: true, maybe_written: false });
});

test.each([
  ['accepted, and the answer lost', { accept_then_drop: true }, 1],
  ['answered by something in between', { http_status: 502, raw_body: '<html>', accepted: true }, 1],
  ['cut off', { reset: true }, 0],
])('a message that was %s is never sent again, and failed in the end', async (_name, effect, arrived) => {
  const line = await openOfficialLine();
  await fault(line, effect);

  const id = await line.send('Sekali saja');
  const next = await line.send('Berikutnya');
  await line.settled(next, 'sent');
  await line.node.stop();
  line.startNode();
  const last = await line.send('Terakhir');
  await line.settled(last, 'sent');

  const early = await failUnresolved(line.ctx.db, ['official_cloud'], new Date(Date.now() + 9 * MINUTE));
  const late = await failUnresolved(line.ctx.db, ['official_cloud'], new Date(Date.now() + 11 * MINUTE));
  expect([early, late]).toEqual([0, 1]);
  expect(await line.message(id)).toMatchObject({ status: 'failed', error_code: 'outcome_unknown' });
  expect((await line.texts()).filter((text) => text === 'Sekali saja')).toHaveLength(arrived);
});

test('a process that stops waits for the answers of its calls', async () => {
  const line = await openOfficialLine();
  await fault(line, { delay_ms: 300 });

  const id = await line.send('Halo');
  await until(
    async () => (await line.cloud.get('/sandbox/cloud/requests?call=messages')).body.data.length === 1,
  );
  await line.node.stop();

  expect((await line.message(id)).status).toBe('sent');
});

test('a revoked token disconnects the device with a reason, messages wait, and a new token sends them', async () => {
  const line = await openOfficialLine();
  await line.cloud.post('/sandbox/cloud/tokens/revoke', { access_token: TOKEN });

  const id = await line.send('Halo');
  await until(async () => (await line.deviceRow()).status === 'disconnected');
  const waiting = await line.message(id);
  await line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, { access_token: 'EAAGnew' });
  await line.rotate('EAAGnew');
  await line.settled(id, 'sent');

  const events = await eventsOf(line.ctx, 'device.status');
  expect(events.map(({ status, reason }) => [status, reason])).toEqual([
    ['connected', null],
    ['disconnected', 'token_refused'],
    ['connected', null],
  ]);
  expect(waiting.status).toBe('queued');
});

test('a token that is exchanged before the old one ends causes no disconnect', async () => {
  const line = await openOfficialLine();
  await line.settled(await line.send('Dulu'), 'sent');

  await line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, { access_token: 'EAAGnew' });
  await line.rotate('EAAGnew');
  await line.cloud.post('/sandbox/cloud/tokens/revoke', { access_token: TOKEN });
  await line.settled(await line.send('Kini'), 'sent');

  expect((await eventsOf(line.ctx, 'device.status')).map(({ status }) => status)).toEqual(['connected']);
});

test('the health check finds a revoked token without any sends', async () => {
  const line = await openOfficialLine({ healthMs: 30 });
  await until(async () => (await line.deviceRow()).status === 'connected');

  await line.cloud.post('/sandbox/cloud/tokens/revoke', { access_token: TOKEN });

  await until(async () => (await line.deviceRow()).status === 'disconnected');
  expect((await line.deviceRow()).reason).toBe('token_refused');
});

test.each([
  ['banned', 'banned', { state: 'banned' }],
  ['not registered any more', 'disconnected', { state: 'unregistered' }],
])('a number that is %s makes the device %s', async (_name, status, change) => {
  const line = await openOfficialLine();
  await line.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, change);

  await line.send('Halo');

  await until(async () => (await line.deviceRow()).status === status);
  expect(await line.texts()).toEqual([]);
});

test('the limits of the provider are kept: no message is refused, and none fails', async () => {
  const pace = { perSecond: 20, recipient: { burst: 2, intervalMs: 300 } };
  const line = await openOfficialLine({ pace, behaviour: { messages_per_second: 20, pair_rate: true } });

  const many = Array.from({ length: 30 }, (_, n) => line.send(`ke ${n}`, { to: `62812345600${10 + n}` }));
  const one = Array.from({ length: 4 }, (_, n) => line.send(`lagi ${n}`));
  for (const id of await Promise.all([...many, ...one])) await line.settled(id, 'sent');

  const { body } = await line.cloud.get('/sandbox/cloud/requests?call=messages');
  expect(body.data.map(({ code }: Json) => code)).toEqual(Array(34).fill(null));
});

test.each(isLong ? [130429, 80007, 131056] : [130429])(
  'an exceeded limit (%i) delays the message, without an attempt',
  async (code) => {
    const line = await openOfficialLine({
      pace: { perSecond: 80, recipient: { burst: 45, intervalMs: 6_000 } },
    });
    await fault(line, { code, retry_after_seconds: 1, count: 2 });

    const id = await line.send('Halo');
    await line.settled(id, 'sent');

    const { attempts } = await messageRow(line.ctx, line.account, id);
    expect(attempts).toBe(0);
  },
);

test('of two processes that believe they hold the device, one sends', async () => {
  const line = await openOfficialLine();
  await line.settled(await line.send('Satu'), 'sent');
  // The first process is paused: its leases expire without its notice.
  await tablesOf(line.ctx.db)
    .updateTable('device_leases')
    .set({ expires_at: new Date(0) })
    .execute();
  line.startNode();
  await until(
    async () =>
      (await tablesOf(line.ctx.db).selectFrom('device_leases').select('epoch').executeTakeFirst())?.epoch ===
      2,
  );

  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => line.send(`pesan ${n}`)));
  for (const id of ids) await line.settled(id, 'sent');

  expect((await line.texts()).length).toBe(21);
});
