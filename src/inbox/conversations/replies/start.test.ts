import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { indexAll } from '../../../../test/harness/search.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { SearchIndexer } from '../search/indexer.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const PHONE = '6281299990001';
let keys = 0;

/** A connected number, and its agent. */
async function shop(plan: object = {}) {
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account, { status: 'connected' });
  const rina = await staffOf(service.http, ctx, {
    ...{ account, role: 'agent', name: 'Rina', deviceIds: [device.id] },
  });
  const start = (change: object = {}, key?: string) => {
    keys += 1;
    const message = { body: 'Pesanan Kakak sudah siap.' };
    const body = { device_uuid: device.device_uuid, to: '0812-9999-0001', message, ...change };
    return rina.call('POST', '/app/api/conversations', body, { 'idempotency-key': key ?? `n-${keys}` });
  };
  const list = async (query = ''): Promise<Json[]> =>
    (await rina.call('GET', `/app/api/conversations${query}`)).body.data;
  return { account, device, rina, start, list };
}

test('a first message makes its conversation: it is of the sender, in the list and in searches', async () => {
  const { account, rina, start, list } = await shop();

  const { status, body } = await start();

  const [chat] = await list();
  expect([status, body]).toMatchObject([202, { status: 'queued', conversation_id: chat.id, under_way: [] }]);
  expect(chat).toMatchObject({
    ...{ person: { phone: PHONE }, owner_state: 'human_active', assignee: 'Rina', episode: 1, unread: 0 },
    last_message: { id: body.id, author: 'staff', actor: 'Rina', status: 'queued' },
  });
  await indexAll(ctx, new SearchIndexer(ctx));
  for (const words of ['99990001', 'pesanan siap']) expect(await list(`?q=${words}`)).toHaveLength(1);
  const timeline = await rina.call('GET', `/app/api/conversations/${chat.id}/timeline`);
  expect(timeline.body.data).toMatchObject([{ kind: 'opened', actor: 'Rina' }]);
  expect(await conversationsOf(ctx, account)).toHaveLength(1);
});

test('a repeated call sends once, and two people at once write in one conversation', async () => {
  const { account, start } = await shop();

  const again = [await start({}, 'same'), await start({}, 'same')];
  const together = await Promise.all(['0812-9999-0002', '+62 812 9999 0002'].map((to) => start({ to })));

  expect(again[1]?.headers['idempotency-replayed']).toBe('true');
  expect(again[1]?.body.id).toBe(again[0]?.body.id);
  expect(new Set(together.map(({ body }) => body.conversation_id)).size).toBe(1);
  expect(await conversationsOf(ctx, account)).toHaveLength(2);
});

test('a number with a conversation gets a reply there', async () => {
  const { device, start, list } = await shop();
  await receive(inbound(device, PHONE));
  const [known] = await list();

  const { body } = await start();

  expect(body.conversation_id).toBe(known.id);
  expect(await list()).toMatchObject([{ id: known.id, waiting_since: null, assignee: 'Rina' }]);
});

test.each([
  ['no number', {}, { to: '12' }, [422, 'invalid_phone']],
  ['no unit left', { monthly_quota: 0 }, {}, [402, 'quota_exceeded']],
  ['an answer to nothing', {}, { message: { body: 'Ya', quote: 7 } }, [422, undefined]],
  ['a device that does not exist', {}, { device_uuid: crypto.randomUUID() }, [404, 'device_not_found']],
])('a refused first message leaves no conversation: %s', async (_name, plan, change, expected) => {
  const { account, start } = await shop(plan);

  const { status, body } = await start(change);

  expect([status, body.error]).toEqual(expected);
  expect(await conversationsOf(ctx, account)).toEqual([]);
});

test('a lost device, a device of colleagues and an official number without a template refuse as well', async () => {
  const { account, device, start } = await shop();
  const other = await insertDevice(ctx, account, { status: 'connected' });
  const of = (change: object) =>
    tablesOf(ctx.db).updateTable('devices').set(change).where('id', '=', device.id).execute();

  const answers = [await start({ device_uuid: other.device_uuid })];
  await of({ engine: 'official_cloud' });
  answers.push(await start());
  await of({ engine: 'economy', status: 'disconnected' });
  answers.push(await start());

  expect(answers.map(({ body }) => body.error)).toEqual([
    ...['device_not_found', 'reply_window_closed', 'device_disconnected'],
  ]);
  expect(await conversationsOf(ctx, account)).toEqual([]);
});
