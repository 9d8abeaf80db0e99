import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);

async function shop(people = 1) {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  for (let n = 0; n < people; n += 1) await receive(inbound(device, `62812000000${10 + n}`));
  const rows = await conversationsOf(ctx, customer.account);
  const [uuid = '', other = ''] = rows.map(({ conversation_uuid }) => conversation_uuid);
  const act = (name: string, body: object = {}, of = uuid) =>
    customer.api('POST', `/v1/conversations/${of}/${name}`, body);
  const timeline = async (query = '', of = uuid): Promise<Json> =>
    (await customer.api('GET', `/v1/conversations/${of}/timeline${query}`)).body;
  return { ...customer, rows, uuid, other, act, timeline };
}

test('the timeline has who did what, newest first', async () => {
  const { act, timeline } = await shop();
  await act('takeover', { assignee: 'Ani', actor: 'Ani' });
  const note = await act('notes', { body: 'Pelanggan lama', actor: 'Budi' });
  await act('resolve');

  const { data, next_cursor } = await timeline();

  expect(next_cursor).toBeNull();
  expect(data.map(({ kind, actor, episode }: Json) => [kind, actor, episode])).toEqual([
    ['resolved', 'api', 1],
    ['note', 'Budi', 1],
    ['taken_over', 'Ani', 1],
    ['opened', 'customer', 1],
  ]);
  expect(note.status).toBe(201);
  expect(data[1]).toEqual(note.body);
  expect(data[1]).toMatchObject({ body: 'Pelanggan lama', details: {} });
  expect(data[2].details).toEqual({
    ...{ owner_state: 'human_active', ownership_version: 2, reason: 'api', assignee: 'Ani' },
  });
});

test('every page of the timeline has the next entries, and a cursor works only in its own', async () => {
  const { act, timeline, api, uuid, other } = await shop(2);
  for (let n = 0; n < 6; n += 1) await act('notes', { body: `catatan ${n}` });

  const seen: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await timeline(`?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data);
    cursor = page.next_cursor;
  }

  expect(seen).toEqual((await timeline()).data);
  const { next_cursor } = await timeline('?limit=1');
  const statuses = [uuid, other].map(
    async (of) => (await api('GET', `/v1/conversations/${of}/timeline?cursor=${next_cursor}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 422]);
});

test('a merged conversation shows the timelines of both', async () => {
  const { act, timeline, rows, uuid, other } = await shop(2);
  await act('notes', { body: 'satu' });
  await act('notes', { body: 'dua' }, other);
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ merged_into: rows[0]?.id ?? 0 })
    .where('conversation_uuid', '=', other)
    .execute();

  await act('notes', { body: 'tiga' }, other);

  const expected = ['tiga', 'dua', 'satu', null, null];
  for (const each of [uuid, other])
    expect((await timeline('', each)).data.map(({ body }: Json) => body)).toEqual(expected);
});

test('a note leaves the owner as it is, and counts as a sign of staff only while staff answers', async () => {
  const { act, account } = await shop();
  const read = async () => (await conversationsOf(ctx, account))[0];

  await act('notes', { body: 'Sebelum' });
  expect(await read()).toMatchObject({ owner_state: 'human_waiting', last_human_at: null, unread: 1 });
  await act('takeover');
  await act('notes', { body: 'Sesudah' });

  expect(await read()).toMatchObject({
    ...{ owner_state: 'human_active', ownership_version: 2, last_human_at: expect.any(Date), unread: 1 },
  });
});

test.each<[object, string]>([
  [{}, 'body'],
  [{ body: ' ' }, 'body'],
  [{ body: 'x'.repeat(4_001) }, 'body'],
  [{ body: 'a\0b' }, 'body'],
  [{ body: 'Halo', actor: '' }, 'actor'],
  [{ body: 'Halo', actor: 'x'.repeat(101) }, 'actor'],
])('a note is refused: %j', async (body, field) => {
  const { act, timeline } = await shop();

  const answer = await act('notes', body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect((await timeline()).data).toHaveLength(1);
});

test.each(['none', '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20'])(
  'the conversation %s has no timeline, and takes no note',
  async (uuid) => {
    const { act, api } = await shop();

    const answers = [
      await act('notes', { body: 'Halo' }, uuid),
      await api('GET', `/v1/conversations/${uuid}/timeline`),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'conversation_not_found'],
      [404, 'conversation_not_found'],
    ]);
  },
);
