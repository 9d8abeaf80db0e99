import { afterAll, expect, test } from 'vitest';
import { buildSearchScene } from '../../../../test/bench/search-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { indexAll } from '../../../../test/harness/search.ts';
import { allStatements } from '../../../platform/lib/db/statement.ts';
import { indexConversations, indexMessages } from './index-store.ts';
import { SearchIndexer } from './indexer.ts';
import { type Place, searchConversations } from './search.ts';

const ctx = await testContext({ cleanup: afterAll });
const indexer = new SearchIndexer(ctx);
const [shop, other] = [await insertAccount(ctx), await insertAccount(ctx)];
await buildSearchScene(ctx.db, shop.id, { messages: 9_000, conversations: 300 });
await buildSearchScene(ctx.db, other.id, { messages: 900, conversations: 300 });
await indexAll(ctx, indexer);

const EVERY = {
  facets: Array.from({ length: 64 }, (_, facet) => facet),
  channelIds: null,
  assignee: null,
  labelId: null,
  teamId: null,
};

const search = (q: string, change: object = {}) =>
  searchConversations(ctx, shop, { ...EVERY, q, cursor: null, limit: 50, ...change });
async function allPages(q: string, limit: number): Promise<number[]> {
  const ids: number[] = [];
  let cursor: Place | null = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search(q, { cursor, limit });
    ids.push(...page.ids);
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}
/** By a plain scan, the conversation of the newest message first. */
async function expected(word: string): Promise<number[]> {
  const { rows } = await ctx.pool.query(
    `select c.id from messages m join conversations c on c.account_id = m.account_id and c.phone = m.phone
     where m.account_id = $1 and ' ' || lower(m.body) || ' ' like '% ' || $2 || ' %'
     group by c.id order by max(m.id) desc`,
    [shop.id, word],
  );
  return rows.map(({ id }) => Number(id));
}

test.each(['halo', 'diskon', 'garansi', 'unik', 'lebaran', 'spam', 'tidakada', 'inv17'])(
  'the word %s finds each of its conversations once, the newest message first',
  async (word) => {
    const ids = await expected(word);

    expect(await allPages(word, 50)).toEqual(ids);
    expect(await allPages(word, 7)).toEqual(ids);
  },
);

test('a search reads no list of all messages', async () => {
  const plans: string[] = [];
  for (const name of ['conversations.find_search_hits', 'conversations.judge_search_hits']) {
    const statement = allStatements().find((each) => each.name === name);
    const client = await ctx.pool.connect();
    const { rows } = await client.query(`explain (generic_plan) ${statement?.text}`);
    client.release();
    plans.push(JSON.stringify(rows));
  }

  for (const plan of plans) {
    expect(plan).toContain('search_texts_words');
    expect(plan).not.toContain('search_texts_pkey');
  }
});

test('all words have to be in one message, and signs are no words', async () => {
  const both = await allPages('Halo, INV100!', 50);

  expect(both).toEqual(await expected('inv100'));
  expect(await allPages('halo inv101', 50)).toEqual([]);
  expect(await allPages('?!', 50)).toEqual([]);
});

test('a name and a part of a number find conversations before words', async () => {
  const named = await allPages('dewi', 20);
  const { rows } = await ctx.pool.query(
    `select c.id from conversations c join people p on p.id = c.person_id
     where c.account_id = $1 and p.name like 'Dewi%' order by c.last_at desc`,
    [shop.id],
  );
  const [first] = (
    await ctx.pool.query('select id, phone from conversations where account_id = $1', [shop.id])
  ).rows;

  expect(named).toEqual(rows.map(({ id }) => Number(id)));
  expect(named).toHaveLength(60);
  expect(await allPages(`+${first.phone}`, 50)).toEqual([Number(first.id)]);
  expect(await allPages(`0${first.phone.slice(2)}`, 50)).toEqual([Number(first.id)]);
});

test('accounts never mix, also for a text that looks like an internal name', async () => {
  const { rows } = await ctx.pool.query('select id from conversations where account_id = $1', [shop.id]);
  const own = new Set(rows.map(({ id }) => Number(id)));
  const device = (await ctx.pool.query('select id from devices where account_id = $1', [other.id])).rows[0];
  const phone = (await ctx.pool.query('select phone from conversations where account_id = $1', [other.id]))
    .rows[0];
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, body, created_at)
     values ($1, $2, 'in', 'customer', 'text', 'received', $3, $4, now())`,
    [other.id, device.id, phone.phone, `rahasia \u0001${shop.id}.0.0 ${shop.id}.0.0 \u0001${shop.id}.4.0`],
  );
  await indexAll(ctx, indexer);

  const found = [...(await allPages('halo', 50)), ...(await allPages('ani', 50))];

  expect(found.every((id) => own.has(id))).toBe(true);
  expect(await allPages('rahasia', 50)).toEqual([]);
});

test('filters of the list apply, and a merged conversation shows the one that took it', async () => {
  const [kept, merged] = await expected('halo');
  await ctx.pool.query(`update conversations set unread = 3 where id = $1`, [kept]);
  const unread = await search('halo', { facets: EVERY.facets.filter((facet) => (facet & 4) > 0) });
  await ctx.pool.query(`update conversations set merged_into = $1 where id = $2`, [kept, merged]);

  const ids = await allPages('halo', 50);

  expect(unread.ids).toEqual([kept]);
  expect(ids).not.toContain(merged);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a message that commits late is found, and one before its conversation too', async () => {
  const client = await ctx.pool.connect();
  const phoneOf = async ({ id }: { id: number }): Promise<string> =>
    (await ctx.pool.query('select phone from conversations where account_id = $1 limit 1', [id])).rows[0]
      .phone;
  const [early, late] = [await phoneOf(other), await phoneOf(shop)];
  await client.query('begin');
  await client.query(INSERT, [shop.id, late, 'terlambat']);
  await ctx.pool.query(INSERT, [other.id, early, 'tepat']);
  for (let step = 0; step < 4; step += 1) await indexer.runOnce();
  await client.query(INSERT, [shop.id, '62899', 'sebelumnya']);
  await client.query('commit');
  client.release();
  await indexAll(ctx, indexer);
  await ctx.pool.query(NEW_CONVERSATION, [shop.id, '62899']);
  await indexAll(ctx, indexer);

  const found = [await allPages('terlambat', 5), await allPages('sebelumnya', 5)];
  const ofOther = await searchConversations(ctx, other, { ...EVERY, q: 'tepat', cursor: null, limit: 5 });

  expect([...found, ofOther.ids].map((ids) => ids.length)).toEqual([1, 1, 1]);
});

const INSERT = `
  insert into messages (account_id, device_id, direction, source, type, status, phone, body, due, created_at)
  select $1, id, 'out', 'api', 'text', 'sent', $2, $3, false, now() from devices where account_id = $1`;
const NEW_CONVERSATION = `
  with person as (
    insert into people (account_id, created_at) values ($1, now()) returning id
  ), identity as (
    insert into person_identities (account_id, kind, value, person_id) select $1, 'phone', $2, id from person
  )
  insert into conversations (account_id, channel_id, person_id, phone, owner_since, last_at, created_at)
  select $1, (select id from channels where account_id = $1), id, $2, now(), now(), now() from person`;

test('two indexers at once store each message once', async () => {
  await ctx.pool.query('truncate search_texts');
  await ctx.pool.query('update search_progress set message_id = 0, conversation_id = 0');
  const second = new SearchIndexer(ctx);

  await Promise.all([indexAll(ctx, indexer), indexAll(ctx, second)]);

  const { rows } = await ctx.pool.query('select count(*)::int as texts from search_texts');
  expect(rows[0].texts).toBeGreaterThan(9_900);
  expect(await allPages('garansi', 50)).toEqual(await expected('garansi'));
});

test('an erased message is not found, also when the job copies its words at the same time', async () => {
  const { rows } = await ctx.pool.query('select phone from conversations where account_id = $1 limit 1', [
    shop.id,
  ]);
  const insert = () => ctx.pool.query(INSERT, [shop.id, rows[0].phone, 'terhapus']);
  const erase = `update messages set body = null where account_id = $1 and body = 'terhapus'`;
  await insert();
  await indexAll(ctx, indexer);
  const before = await allPages('terhapus', 5);

  await ctx.pool.query(erase, [shop.id]);
  const after = await allPages('terhapus', 5);
  for (let round = 0; round < 10; round += 1) {
    await insert();
    await Promise.all([indexAll(ctx, indexer), ctx.pool.query(erase, [shop.id])]);
  }

  expect([before.length, after.length]).toEqual([1, 0]);
  expect(await allPages('terhapus', 5)).toEqual([]);
  const { rowCount } = await ctx.pool.query(`select from search_texts where words @@ 'terhapus'::tsquery`);
  expect(rowCount).toBe(0);
});

test('a file is found by the words of its name, until it is erased', async () => {
  const { rows } = await ctx.pool.query('select phone from conversations where account_id = $1 limit 1', [
    shop.id,
  ]);
  const message = await ctx.pool.query(`${INSERT} returning id`, [shop.id, rows[0].phone, null]);
  await ctx.pool.query(
    `insert into message_media (message_id, account_id, device_id, kind, file_name, next_attempt_at, created_at)
     select id, account_id, device_id, 'document', 'Faktur_2026-11.pdf', now(), now() from messages where id = $1`,
    [message.rows[0].id],
  );
  await indexAll(ctx, indexer);
  const found = await Promise.all(['faktur', '2026 faktur', 'Faktur_2026-11.pdf'].map((q) => allPages(q, 5)));

  await ctx.pool.query('update message_media set file_name = null');

  expect(found.map((ids) => ids.length)).toEqual([1, 1, 1]);
  expect(await allPages('faktur', 5)).toEqual([]);
});

test('words that a sign joins are found, alone and together', async () => {
  const { rows } = await ctx.pool.query('select id, phone from conversations where account_id = $1 limit 1', [
    shop.id,
  ]);
  const insert = (text: string) => ctx.pool.query(INSERT, [shop.id, rows[0].phone, text]);
  await insert('Baik.Terimakasih kak, beras/kg 10rb/pcs, jl-merpati_3');
  await indexAll(ctx, indexer);

  const found = [];
  for (const q of ['terimakasih', 'Baik.Terimakasih', 'beras', 'beras/kg', 'pcs', 'merpati'])
    found.push((await allPages(q, 50)).includes(Number(rows[0].id)));

  expect(found).toEqual(Array(6).fill(true));
});

test('one transaction of the job copies a bounded length of text', async () => {
  const { rows } = await ctx.pool.query('select phone from conversations where account_id = $1 limit 1', [
    shop.id,
  ]);
  const long = Array.from({ length: 4_000 }, (_, n) => `kata${n}`).join(' ');
  for (let n = 0; n < 40; n += 1) await ctx.pool.query(INSERT, [shop.id, rows[0].phone, long]);
  await ctx.pool.query(
    `update search_progress set goal_message_id = (select max(id) from messages), goal_xid = 1`,
  );

  const read = await ctx.db.transaction((tx) => indexMessages(tx, 2_000));

  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
  await indexAll(ctx, indexer);
  expect(await allPages('kata2000', 50)).toHaveLength(1);
});

test('one transaction of the job copies a bounded length of text also for new conversations', async () => {
  const phones = Array.from({ length: 12 }, (_, n) => `6285500000${n + 10}`);
  const long = `panjang ${'a'.repeat(9_000)} `.repeat(2);
  const { rows: before } = await ctx.pool.query('select max(id) as id from messages');
  for (const phone of phones)
    for (let n = 0; n < 6; n += 1) await ctx.pool.query(INSERT, [shop.id, phone, long]);
  await indexAll(ctx, indexer);
  for (const phone of phones) await ctx.pool.query(NEW_CONVERSATION, [shop.id, phone]);
  await ctx.pool.query(
    `update search_progress set goal_conversation_id = (select max(id) from conversations),
       goal_message_id = message_id, goal_xid = 1`,
  );
  const count = async () =>
    (await ctx.pool.query('select from search_texts where message_id > $1', [before[0].id])).rowCount;

  const read = await ctx.db.transaction((tx) => indexConversations(tx, 100));
  const copied = await count();
  await indexAll(ctx, indexer);

  // Of 250,000 characters: two conversations of 108,000, and no third one.
  expect([read, copied, await count()]).toEqual([2, 12, 72]);
});

test('a conversation with a long history is copied alone, the newest messages first', async () => {
  const phone = '628560000001';
  const long = 'a'.repeat(18_000);
  await ctx.pool.query(INSERT, [shop.id, phone, `terdahulu ${long}`]);
  for (let n = 0; n < 20; n += 1) await ctx.pool.query(INSERT, [shop.id, phone, `terbaru ${long}`]);
  await indexAll(ctx, indexer);
  await ctx.pool.query(NEW_CONVERSATION, [shop.id, phone]);
  await ctx.pool.query(NEW_CONVERSATION, [shop.id, '628560000002']);
  await ctx.pool.query(
    `update search_progress set goal_conversation_id = (select max(id) from conversations),
       goal_message_id = message_id, goal_xid = 1`,
  );

  const read = await ctx.db.transaction((tx) => indexConversations(tx, 100));
  await indexAll(ctx, indexer);

  expect(read).toBe(1);
  expect(await allPages('terbaru', 5)).toHaveLength(1);
  expect(await allPages('terdahulu', 5)).toEqual([]);
});
