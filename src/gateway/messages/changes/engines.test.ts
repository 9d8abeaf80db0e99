import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, OWNER, openLine } from '../../../../test/harness/line.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, [{ network: 'live', appSecret: 'secret', verifyToken: 'verify' }]);

test('changes on both phones are stored beside the messages of a paired number, without events', async () => {
  const line = await openLine();
  const { id } = await line.pair();
  const say = async (from: string, to: string, content: object): Promise<string> =>
    (await line.sandbox.post(`/sandbox/phones/${from}/messages`, { to, ...content })).body.wa_message_id;
  const question = await say(CUSTOMER, OWNER, { text: 'Ada stok?' });
  const secret = await say(CUSTOMER, OWNER, { text: 'PIN saya 1234' });

  await say(CUSTOMER, OWNER, { reaction: { wa_message_id: question, emoji: '🙏' } });
  await say(OWNER, CUSTOMER, { reaction: { wa_message_id: question, emoji: '👍' } });
  await say(CUSTOMER, OWNER, { deletion: { wa_message_id: secret } });

  const changes = await until(async () => {
    const { rows } = await line.ctx.pool.query(
      `select target_wa_message_id as target, kind, from_me, body, phone from message_changes
       where device_id = $1 order by kind, from_me`,
      [id],
    );
    return rows.length === 3 && rows;
  });
  const { rows: messages } = await line.ctx.pool.query(
    `select wa_message_id, body from messages where device_id = $1 and direction = 'in' order by id`,
    [id],
  );
  expect(changes).toEqual([
    { target: secret, kind: 'deletion', from_me: false, body: null, phone: CUSTOMER },
    { target: question, kind: 'reaction', from_me: false, body: '🙏', phone: CUSTOMER },
    { target: question, kind: 'reaction', from_me: true, body: '👍', phone: CUSTOMER },
  ]);
  expect(messages).toEqual([
    { wa_message_id: question, body: 'Ada stok?' },
    { wa_message_id: secret, body: null },
  ]);
  expect(await eventsOf(line.ctx, 'message.received')).toHaveLength(2);
});

test('a hostile callback keeps its readable messages, with bounded details and changes', async () => {
  const { id } = await insertDevice(ctx, await insertAccount(ctx), { engine: 'official_cloud' });
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ official_phone_number_id: '301' })
    .where('id', '=', id)
    .execute();
  const of = (type: string, wamid: string, node: unknown) => ({
    ...{ from: '6281234567890', id: wamid, timestamp: '1749416383', type, [type]: node },
  });
  const deep = `${'['.repeat(20)}${']'.repeat(20)}`;
  const messages = [
    of('location', 'wamid.1', { latitude: 1e308, longitude: 'NaN' }),
    of('contacts', 'wamid.2', Array(500).fill({ name: { formatted_name: 'Budi'.repeat(100) } })),
    of('sticker', 'wamid.3', { id: '1', deep: 'DEEP' }),
    of('text', 'wamid.4', { body: '\u202Eterbalik\u0000\u0007' }),
    ...Array.from({ length: 500 }, (_, n) =>
      of('reaction', `wamid.r${n}`, { message_id: 'wamid.4', emoji: `${n}` }),
    ),
  ];
  const value = { metadata: { phone_number_id: '301' }, messages };
  const body = JSON.stringify({ entry: [{ id: 'W', changes: [{ field: 'messages', value }] }] });
  const text = body.replace('"DEEP"', deep);

  const answer = await callBack(http, text, signCallback(text, 'secret'));

  expect(answer.statusCode).toBe(200);
  const { rows } = await ctx.pool.query(
    `select wa_message_id as wamid, body, coalesce(length(details::text), 0) as length from messages
     where device_id = $1 order by wa_message_id`,
    [id],
  );
  expect(rows.map(({ wamid }) => wamid)).toEqual(['wamid.1', 'wamid.2', 'wamid.3', 'wamid.4']);
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(80_000);
  expect(rows[3].body).toBe('\u202Eterbalik\uFFFD\u0007');
  const { rows: kept } = await ctx.pool.query('select body from message_changes where device_id = $1', [id]);
  expect(kept).toEqual([{ body: '499' }]);
});
