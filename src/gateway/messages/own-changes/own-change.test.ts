import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { changeMessage, messageRow } from '../../../../test/harness/message-rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { claimDue } from '../dispatch/claim-store.ts';
import { markWritten, savePrepared } from '../dispatch/in-flight-store.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop } = openChats(ctx, await openService(ctx));

const NODE = 'f4b9c5f0-4c8e-4c80-9d7e-1f0a2f6b7c11';
let keys = 0;

async function sender(engine: EngineKind = 'economy') {
  const chat = await shop({ engine });
  const { api, device, account } = chat;
  const call = (path: string, body: object, key = `key-${++keys}`) =>
    api('POST', path, body, { 'idempotency-key': key });
  const row = async (id: number) => (await messageRow(ctx, account, id)) as Record<string, unknown>;
  return {
    ...chat,
    row,
    send: async (message: object = { body: 'Harga Rp50.000' }): Promise<number> =>
      (await call('/v1/messages', { device_uuid: device.device_uuid, to: CHAT_PHONE, ...message })).body.id,
    edit: (id: number, body: string, key?: string) => call(`/v1/messages/${id}/edit`, { body }, key),
    remove: (id: number, key?: string) => call(`/v1/messages/${id}/delete`, {}, key),
    isSent: (id: number, change: object = {}) =>
      changeMessage(ctx, account, id, {
        ...{ status: 'sent', due: false, maybe_written: true },
        ...{ reserved_wa_id: `R${id}`, wa_message_id: `R${id}`, ...change },
      }),
    claim: async (transport: 'line' | 'calls') => {
      await tablesOf(ctx.db)
        .insertInto('device_leases')
        .values({ device_id: device.id, node_id: NODE, epoch: 1, expires_at: new Date('2100-01-01') })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ node_id: NODE, epoch: 1 }))
        .execute();
      return claimDue(ctx.db, transport, {
        nodeId: NODE,
        devices: [{ device_id: device.id, account_id: account.id, epoch: 1, capacity: 9, only_ready: false }],
        preparedTypes: ['image'],
        inFlight: [],
        freshIds: ['FRESH1', 'FRESH2'].map((id) => `${id}-${++keys}`),
        now: ctx.now(),
      });
    },
    used: async () =>
      (
        await tablesOf(ctx.db)
          .selectFrom('usage_months')
          .select('messages_sent')
          .where('account_id', '=', account.id)
          .executeTakeFirstOrThrow()
      ).messages_sent,
  };
}

test('a waiting message is changed before it leaves, and a withdrawn one never leaves', async () => {
  const { send, edit, remove, row, claim, used } = await sender();
  const [changed, withdrawn] = [await send(), await send()];

  const edited = await edit(changed, 'Harga Rp45.000');
  const removed = [await remove(withdrawn), await remove(withdrawn)];

  expect([edited.status, edited.body]).toMatchObject([200, { id: changed, status: 'queued', type: 'text' }]);
  expect(removed.map(({ status, body }) => [status, body.status, body.error.code])).toEqual([
    [200, 'failed', 'withdrawn'],
    [200, 'failed', 'withdrawn'],
  ]);
  expect((await claim('line')).map(({ body }) => body)).toEqual(['Harga Rp45.000']);
  expect([await used(), (await row(changed)).body]).toEqual([1, 'Harga Rp45.000']);
});

test('a message that a process sends at this moment is not changed', async () => {
  const { send, edit, remove, claim } = await sender();
  const id = await send();
  await claim('line');

  const answers = [await edit(id, 'Lain'), await remove(id)];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [409, 'message_in_flight'],
    [409, 'message_in_flight'],
  ]);
});

test('a process that read the earlier text cannot send it after the change', async () => {
  const official = await sender('official_cloud');
  const [text, gone] = [await official.send(), await official.send()];
  const listed = await official.claim('calls');
  await official.edit(text, 'Harga Rp45.000');
  await official.remove(gone);
  const economy = await sender();
  const file = await economy.send({ type: 'image', media_url: 'https://example.com/a.jpg', body: 'Lama' });
  const [claimed] = await economy.claim('line');
  await economy.edit(file, 'Baru');

  const marks = listed.map(({ id, reserved_wa_id, device_id }) => ({
    id,
    reserved_wa_id,
    device_id,
    epoch: 1,
  }));
  const marked = await markWritten(ctx.db, NODE, marks, ctx.now());
  const prepared = {
    id: claimed?.id ?? 0,
    reserved_wa_id: claimed?.reserved_wa_id ?? '',
    prepared: Buffer.from('x'),
  };
  const saved = await savePrepared(ctx.db, [prepared], true);

  expect([listed.length, marked.size, saved]).toEqual([2, 0, []]);
  expect((await official.claim('calls')).map(({ body }) => body)).toEqual(['Harga Rp45.000']);
  expect((await economy.claim('line')).map(({ body, prepared: kept }) => [body, kept])).toEqual([
    ['Baru', null],
  ]);
});

test('the change of a sent message is a free message about it, once for each key', async () => {
  const { send, edit, remove, row, isSent, used } = await sender();
  const id = await send();
  await isSent(id);

  const [first, again] = [await edit(id, 'Harga Rp45.000', 'ubah'), await edit(id, 'Harga Rp45.000', 'ubah')];
  const removed = await remove(id);

  expect([first.status, first.body.type, first.body.status]).toEqual([202, 'edit', 'queued']);
  expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([first.body.id, 'true']);
  expect([removed.status, removed.body.type]).toEqual([202, 'deletion']);
  const quote = { id: `R${id}`, author: 'us', type: 'text', excerpt: 'Harga Rp50.000' };
  expect((await row(first.body.id)).details).toMatchObject({ quote, target: id });
  expect(await used()).toBe(1);
});

test.each<[string, 'edit' | 'delete', EngineKind, object, number, string | RegExp]>([
  ['a text after 15 minutes', 'edit', 'economy', { created_at: new Date(0) }, 422, /within 15 minutes/],
  ['a text after 60 hours', 'delete', 'economy', { created_at: new Date(0) }, 422, /within 60 hours/],
  ['a sent sound', 'edit', 'economy', { type: 'audio' }, 422, /Only a text or a caption/],
  ['a caption of an official number', 'edit', 'official_cloud', { type: 'image' }, 422, /cannot edit a sent/],
  ['an edit', 'delete', 'economy', { type: 'edit', status: 'queued', due: true }, 409, /being sent/],
  ['a failed message', 'edit', 'economy', { status: 'failed', wa_message_id: null }, 422, /never sent/],
  ['a text of an official number', 'edit', 'official_cloud', {}, 422, /cannot edit a sent message/],
  ['a text of an official number', 'delete', 'official_cloud', {}, 422, /cannot delete a sent message/],
])('%s is refused: %s on %s', async (_name, verb, engine, change, status, text) => {
  const { send, edit, remove, isSent } = await sender(engine);
  const id = await send();
  await isSent(id, change);

  const answer = await (verb === 'edit' ? edit(id, 'Lain') : remove(id));

  expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(text)]);
});

test('messages of others and of customers, and unknown ids, are not found', async () => {
  const { api, uuid, edit, remove } = await sender();
  const { data } = (await api('GET', `/v1/conversations/${uuid}/messages`)).body;
  const foreign = await sender();
  for (let n = 0; n < 3; n += 1) await foreign.send();
  const theirs = await foreign.send();

  const answers = [await edit(theirs, 'Lain'), await remove(data[0]?.id), await remove(9e6)];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [404, 'message_not_found']),
  );
});

test('a change without a key, without a text or with a text that is too long is refused', async () => {
  const { api, send, edit } = await sender('official_cloud');
  const id = await send();

  const answers = [
    await api('POST', `/v1/messages/${id}/edit`, { body: 'Lain' }),
    await edit(id, ' '),
    await edit(id, 'a'.repeat(4_097)),
  ];

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)])).toEqual([
    [422, 'idempotency_key_required'],
    [422, ['body']],
    [422, ['body']],
  ]);
});
