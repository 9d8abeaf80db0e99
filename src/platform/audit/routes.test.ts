import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';
import { type Actor, SYSTEM } from '../lib/actor.ts';
import { MINUTE } from '../lib/clock.ts';
import { type Entry, record } from './audit.ts';
import type { AuditEntry } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

/** A customer with entries of one minute each, oldest first; returns their times. */
async function customerWith(count: number, actor = SYSTEM) {
  const customer = await service.customer();
  // Leaves out the entry of its key.
  ctx.clock.advance(MINUTE);
  const since = ctx.now().toISOString();
  const entry: Entry = { action: 'device.released', accountId: customer.account.id, target: 'd' };
  const times: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    ctx.clock.advance(MINUTE);
    times.push(ctx.now().toISOString());
    await ctx.db.transaction((tx) => record(tx, { ...ctx, actor }, [{ ...entry, detail: { n } }]));
  }
  const list = async (query: Record<string, string> = {}) =>
    (await customer.api('GET', `/v1/audit?${new URLSearchParams({ since, ...query })}`)).body;
  return { ...customer, times, list };
}

const numbers = ({ data }: { data: AuditEntry[] }) => data.map(({ detail }) => detail.n);

test('a page has the newest entries first, and the cursor leads to the older ones', async () => {
  const { list } = await customerWith(5);

  const first = await list({ per_page: '2' });
  const second = await list({ per_page: '2', cursor: first.next_cursor });
  const third = await list({ per_page: '2', cursor: second.next_cursor });

  expect([first, second, third].map(numbers)).toEqual([[5, 4], [3, 2], [1]]);
  expect(third.next_cursor).toBeNull();
});

test('entries of one batch are on one page each, once', async () => {
  const { list, account } = await customerWith(0);
  const entry: Entry = { action: 'device.released', accountId: account.id, target: 'd' };
  const entries = [1, 2, 3].map((n) => ({ ...entry, detail: { n } }));
  await ctx.db.transaction((tx) => record(tx, ctx, entries));

  const first = await list({ per_page: '2' });
  const second = await list({ per_page: '2', cursor: first.next_cursor });

  expect([...numbers(first), ...numbers(second)].toSorted()).toEqual([1, 2, 3]);
});

test('since and until limit the time, both included', async () => {
  const { list, times } = await customerWith(4);

  const page = await list({ since: times[1] ?? '', until: times[2] ?? '' });

  expect(numbers(page)).toEqual([3, 2]);
});

test('entries are filtered by action and by actor, page by page', async () => {
  const { list, account } = await customerWith(0);
  const as = (actor: Actor, action: Entry['action'], n: number) =>
    ctx.db.transaction((tx) =>
      record(tx, { ...ctx, actor }, [{ action, accountId: account.id, target: 'd', detail: { n } }]),
    );
  const ani: Actor = { type: 'user', id: 'ani', address: null };
  const operator = (id: string): Actor => ({ type: 'operator', id, address: null });
  await as(ani, 'label.created', 1);
  await as(operator('root'), 'label.created', 2);
  await as(operator('budi'), 'label.deleted', 3);
  await as(ani, 'label.deleted', 4);
  await as(SYSTEM, 'label.created', 5);

  const pages = await Promise.all([
    list({ action: 'label.created' }),
    list({ actor: 'ani' }),
    list({ actor: 'ani', action: 'label.created' }),
    list({ actor: 'operator' }),
    list({ actor: 'system' }),
    // The account does not see who the operator is.
    list({ actor: 'budi' }),
  ]);
  const first = await list({ action: 'label.created', per_page: '2' });
  const rest = await list({ action: 'label.created', per_page: '2', cursor: first.next_cursor });

  expect(pages.map(numbers)).toEqual([[5, 2, 1], [4, 1], [1], [3, 2], [5], []]);
  expect([first, rest].map(numbers)).toEqual([[5, 2], [1]]);
});

test('a page has at most 200 entries', async () => {
  const { list, account } = await customerWith(0);
  const entry: Entry = { action: 'device.released', accountId: account.id, target: 'd' };
  await ctx.db.transaction((tx) => record(tx, ctx, Array(201).fill(entry)));

  const page = await list({ per_page: '5000' });

  expect(page.data).toHaveLength(200);
});

test.each([
  ['cursor', { cursor: 'x' }],
  ['since', { since: 'yesterday' }],
  ['until', { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
  ['per_page', { per_page: '0' }],
])('a wrong %s is a field error', async (field, query) => {
  const { api } = await service.customer();

  const { status, body } = await api('GET', `/v1/audit?${new URLSearchParams(query)}`);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('an account sees its own entries only, and none of the installation', async () => {
  const mine = await customerWith(1);
  const theirs = await customerWith(2);
  const plan: Entry = { action: 'plan.changed', accountId: null, target: 'pro' };
  await ctx.db.transaction((tx) => record(tx, ctx, [plan]));

  const pages = [await mine.list(), await theirs.list()];

  expect(pages.map(numbers)).toEqual([[1], [2, 1]]);
});

test('an account learns nothing about the machine of the operator', async () => {
  const { list } = await customerWith(1, { type: 'operator', id: 'budi', address: '10.0.0.1' });

  const { data } = await list();

  expect(data).toMatchObject([{ actor: { type: 'operator', id: null }, address: null }]);
  expect(JSON.stringify(data)).not.toMatch(/budi|10\.0\.0\.1/);
});

test('the call of a key is shown with the key and its address', async () => {
  const { api, apiKey, list } = await customerWith(0);
  await api('POST', '/v1/webhooks', { url: 'https://example.com/?token=x', events: ['message.status'] });

  const { data } = await list();

  const [, keyId] = apiKey.split('_');
  expect(data).toMatchObject([
    {
      at: ctx.now().toISOString(),
      actor: { type: 'api_key', id: keyId },
      address: '127.0.0.1',
      action: 'webhook.created',
      detail: { origin: 'https://example.com', events: ['message.status'] },
    },
  ]);
  expect(JSON.stringify(data)).not.toContain('token');
});

test.each(['read', 'send'] as const)(
  'a key of scope %s is refused, because entries name other keys',
  async (scope) => {
    const { account } = await service.customer();
    const { api } = await service.customerOf(account, '', scope);

    const { status, body } = await api('GET', '/v1/audit');

    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
  },
);
