import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { longTest } from '../../../test/harness/long-test.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { createContactBook, listContacts } from './contact.ts';

const ctx = await testContext({ cleanup: afterAll });

/** Two processes of the gateway on one database. */
const processes = [createContactBook(ctx), createContactBook(ctx)];

function upsert(n: number, account: Account, phone: string | number, fields: object = {}) {
  const book = processes[n % processes.length];
  if (!book) throw new Error('no process');
  return book.upsert(account, { phone: String(phone), ...fields });
}

/** Every page of the list, and what each said about the whole. */
async function readAll(account: Account, query: { tag?: string; per_page: number }) {
  const pages = [await listContacts(ctx, account, { ...query, page: 1 })];
  const last = pages[0]?.last_page ?? 1;
  for (let page = 2; page <= last + 1; page += 1)
    pages.push(await listContacts(ctx, account, { ...query, page }));
  return {
    ids: pages.flatMap(({ contacts }) => contacts.map(({ id }) => id)),
    totals: [...new Set(pages.map(({ total }) => total))],
    sizes: pages.map(({ contacts }) => contacts.length),
  };
}

/** The same by the plainest of queries. */
async function truth(account: Account, tag?: string): Promise<number[]> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select id from contacts c where account_id = $1 and ($2::text is null or exists (
       select from contact_tags h join tags t on t.id = h.tag_id
       where h.account_id = c.account_id and h.place = c.place and t.account_id = $1 and t.name = $2
     )) order by id`,
    [account.id, tag ?? null],
  );
  return rows.map(({ id }) => id);
}

test('of parallel upserts of one phone exactly one creates it, in every spelling', async () => {
  const account = await insertAccount(ctx);

  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => upsert(n, account, n % 3 ? '081234567890' : '+62 812-3456-7890')),
  );

  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await listContacts(ctx, account, { page: 1, per_page: 50 })).total).toBe(1);
});

test('parallel upserts with different fields all count', async () => {
  const account = await insertAccount(ctx);

  await Promise.all([
    upsert(0, account, 12345678, { name: 'Budi' }),
    upsert(0, account, 12345678, { email: 'budi@example.com' }),
    upsert(1, account, 12345678, { tags: ['vip'] }),
    upsert(1, account, 12345678),
  ]);

  const { contacts } = await listContacts(ctx, account, { page: 1, per_page: 50 });
  expect(contacts).toMatchObject([{ name: 'Budi', email: 'budi@example.com', tags: ['vip'] }]);
});

test('of parallel tag sets for one phone one stands as a whole, and every count agrees with it', async () => {
  const account = await insertAccount(ctx);
  const sets = Array.from({ length: 40 }, (_, n) => [`a${n % 5}`, `b${n % 7}`, `c${n % 3}`]);

  await Promise.all(sets.map((tags, n) => upsert(n, account, 12345678, { tags })));

  const { contacts } = await listContacts(ctx, account, { page: 1, per_page: 50 });
  const kept = contacts[0]?.tags ?? [];
  expect(sets).toContainEqual(kept);
  for (const tag of new Set(sets.flat())) {
    const { total } = await listContacts(ctx, account, { tag, page: 1, per_page: 50 });
    expect([tag, total]).toEqual([tag, kept.includes(tag) ? 1 : 0]);
  }
});

test('upserts that share tags in any order, of several accounts and processes, never fail each other', async () => {
  const accounts = [await insertAccount(ctx), await insertAccount(ctx)];
  const tags = ['a', 'b', 'c', 'd', 'e'];

  const answers = await Promise.allSettled(
    Array.from({ length: 400 }, (_, n) => {
      const turned = [...tags.slice(n % 5), ...tags.slice(0, n % 5)];
      const account = accounts[n % 2];
      if (!account) throw new Error('no account');
      return upsert(n >> 1, account, 20_000_000 + (n % 50), { tags: n % 3 ? turned : turned.toReversed() });
    }),
  );

  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const account of accounts) {
    const { total } = await listContacts(ctx, account, { tag: 'c', page: 1, per_page: 50 });
    expect(total).toBe((await truth(account)).length);
  }
});

test('contacts with many tags are written a few at a time, so that others wait only briefly', async () => {
  const account = await insertAccount(ctx);
  const tags = Array.from({ length: 100 }, (_, n) => `tag-${n}`);

  await Promise.all(Array.from({ length: 45 }, (_, n) => upsert(0, account, 62_811_000_000 + n, { tags })));

  const { rows } = await ctx.pool.query<{ contacts: number }>(
    'select count(*)::int as contacts from contacts where account_id = $1 group by xmin::text order by 1',
    [account.id],
  );
  expect(rows.map(({ contacts }) => contacts)).toEqual([7, 19, 19]);
});

test('a contact without tags does not wait for those with many', async () => {
  const [crowd, single] = [await insertAccount(ctx), await insertAccount(ctx)];
  const order: string[] = [];
  const tagsOf = (n: number) => Array.from({ length: 100 }, (_, tag) => `${n}-${tag}`);

  await Promise.all([
    ...Array.from({ length: 57 }, async (_, n) => {
      await upsert(0, crowd, 62_811_000_000 + n, { tags: tagsOf(n) });
      order.push('crowd');
    }),
    upsert(0, single, 62_812_000_000).then(() => order.push('single')),
  ]);

  expect(order.indexOf('single')).toBeLessThan(order.length - 1);
});

longTest(
  'pages of thousands of contacts are exact after changes of tags, and with gaps in the ids',
  async () => {
    const [account, neighbour] = [await insertAccount(ctx), await insertAccount(ctx)];
    const COUNT = 2_600;
    const tagsOf = (n: number) => [
      'all',
      ...(n % 2 ? ['odd'] : []),
      ...(n === 2_000 ? ['one'] : []),
      ...(n > 1_200 && n < 2_300 ? ['some'] : []),
    ];
    // Gaps: ids of another account in between, and ids that no contact has.
    await Promise.all(
      Array.from({ length: COUNT }, (_, n) => [
        upsert(n, account, 30_000_000 + n, { tags: tagsOf(n) }),
        ...(n % 4 ? [] : [upsert(n, neighbour, 30_000_000 + n, { tags: ['all'] })]),
        ...(n % 100 ? [] : [ctx.pool.query("select nextval(pg_get_serial_sequence('contacts', 'id'))")]),
      ]).flat(),
    );
    // Later changes reach into full blocks. `some` loses its middle. `late` gets its newest contact first.
    await Promise.all(
      Array.from({ length: 400 }, (_, n) => upsert(n, account, 30_000_000 + 1_500 + n, { tags: ['all'] })),
    );
    for (const n of [2_599, 1_300, 0]) await upsert(0, account, 30_000_000 + n, { tags: ['all', 'late'] });

    for (const tag of [undefined, 'all', 'odd', 'one', 'some', 'late']) {
      const expected = await truth(account, tag);
      for (const per_page of tag === undefined || tag === 'odd' ? [200, 23] : [97]) {
        const { ids, totals, sizes } = await readAll(account, { ...(tag && { tag }), per_page });
        expect(ids).toEqual(expected);
        expect(totals).toEqual([expected.length]);
        expect(sizes.slice(0, -2).every((size) => size === per_page)).toBe(true);
        expect(sizes.at(-1)).toBe(0);
      }
    }
    expect((await readAll(neighbour, { tag: 'all', per_page: 200 })).ids).toEqual(await truth(neighbour));
  },
);
