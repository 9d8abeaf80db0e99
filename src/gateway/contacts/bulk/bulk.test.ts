import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { runJobs } from '../../../../test/harness/jobs.ts';
import { openService } from '../../../../test/harness/service.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { upsertContacts } from '../store.ts';
import { tidyBulks } from './bulk.ts';
import { bulkJob } from './job.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const phoneOf = (n: number) => `62812${String(n).padStart(8, '0')}`;

/** An account with contacts of the tag `lama`; every tenth has `vip` too. */
async function shop(contacts = 30) {
  const { api, account } = await service.customer();
  const rows = Array.from({ length: contacts }, (_, n) => ({
    account_id: account.id,
    phone: phoneOf(n),
    name: `Kak ${n}`,
    tags: n % 10 === 0 ? ['lama', 'vip'] : ['lama'],
  }));
  await upsertContacts(ctx.db, rows, ctx.now());
  const start = (body: object) => api('POST', '/v1/contacts/bulk', body);
  const work = () => runJobs(ctx, [bulkJob(ctx)]);
  const show = async (id: string) => (await api('GET', `/v1/contacts/bulk/${id}`)).body;
  const undo = (id: string) => api('POST', `/v1/contacts/bulk/${id}/undo`);
  /** Totals by the counts of blocks, which the pages must agree with. */
  const totals = async (...tags: string[]) => {
    const found = [];
    for (const tag of ['', ...tags]) {
      const { body } = await api('GET', `/v1/contacts?per_page=200&tag=${tag}`);
      if (body.total <= 200) expect(body.data).toHaveLength(body.total);
      found.push(body.total);
    }
    return found;
  };
  const all = async () => (await api('GET', '/v1/contacts?per_page=200')).body.data;
  return { api, account, start, work, show, undo, totals, all };
}

test('a dry run counts, and changes nothing', async () => {
  const { start, work, totals } = await shop();
  const body = { action: 'delete', filter: { tag: 'vip' }, dry_run: true };

  const counts = [
    await start(body),
    await start({ ...body, filter: {} }),
    await start({ ...body, filter: { q: 'Kak 1' } }),
    await start({ ...body, filter: undefined, contact_ids: [1, 987654321] }),
  ];

  expect(counts.map(({ status, body: { matched } }) => [status, matched])).toMatchObject([
    [200, 3],
    [200, 30],
    [200, 11],
    [200, expect.any(Number)],
  ]);
  expect(await work()).toBe(0);
  expect(await totals('vip')).toEqual([30, 3]);
});

test('all contacts get a tag, except those that have it, and the undo takes it from the others alone', async () => {
  const { start, work, show, undo, totals } = await shop();

  const { status, body } = await start({ action: 'tag', tags: ['vip', 'pameran'], filter: {} });
  await work();
  const tagged = [await show(body.id), await totals('vip', 'pameran')];
  await undo(body.id);
  await work();

  expect([status, body.status, body.matched]).toEqual([202, 'running', 30]);
  expect(tagged).toMatchObject([{ status: 'done', changed: 30 }, [30, 30, 30]]);
  expect(await show(body.id)).toMatchObject({ status: 'undone', restored: 30 });
  expect(await totals('vip', 'pameran')).toEqual([30, 3, 0]);
});

test('a tag is taken from the contacts of a filter, and given back', async () => {
  const { start, work, undo, totals } = await shop();

  const { body } = await start({ action: 'untag', tags: ['lama', 'nope'], filter: { tag: 'vip' } });
  await work();
  const untagged = await totals('lama', 'vip');
  await undo(body.id);
  await work();

  expect(untagged).toEqual([30, 27, 3]);
  expect(await totals('lama', 'vip')).toEqual([30, 30, 3]);
});

test('deleted contacts are back as they were, except where the number has a new contact', async () => {
  const { api, start, work, show, undo, totals, all } = await shop();
  const before = await all();
  await api('PATCH', `/v1/contacts/${before[0].id}`, { notes: 'Alergi kacang' });
  const first = (await all())[0];

  const { body } = await start({ action: 'delete', filter: { tag: 'vip' } });
  await work();
  const left = await totals('lama', 'vip');
  await api('POST', '/v1/contacts', { phone: phoneOf(10), name: 'Baru' });
  await undo(body.id);
  await work();

  expect(left).toEqual([27, 27, 0]);
  expect(await show(body.id)).toMatchObject({ status: 'undone', changed: 3, restored: 2 });
  expect(await totals('lama', 'vip')).toEqual([30, 29, 2]);
  expect((await all())[0]).toEqual(first);
});

test('a change that is interrupted goes on after its last piece, and an undo stops it', async () => {
  const { start, work, show, undo, totals } = await shop(1_300);
  const stopped = new AbortController();
  stopped.abort();
  const { body } = await start({ action: 'tag', tags: ['baru'], filter: {} });

  await bulkJob(ctx).run({ accountId: await idOf(body.id) }, stopped.signal);
  const part = await show(body.id);
  await work();
  const whole = [await show(body.id), await totals('baru')];
  const second = await start({ action: 'delete', filter: {} });
  await bulkJob(ctx).run({ accountId: await idOf(body.id) }, stopped.signal);
  const some = await totals();
  await undo(second.body.id);
  await work();

  expect(part).toMatchObject({ status: 'running', matched: 1_300, changed: 512 });
  expect(whole).toMatchObject([{ status: 'done', changed: 1_300 }, [1_300, 1_300]]);
  expect(some).toEqual([788]);
  expect(await show(second.body.id)).toMatchObject({ status: 'undone', changed: 512, restored: 512 });
  expect(await totals('baru', 'vip')).toEqual([1_300, 1_300, 130]);
});

async function idOf(bulk: string): Promise<number> {
  const { rows } = await ctx.pool.query('select account_id::int as id from contact_bulks where id = $1', [
    bulk,
  ]);
  return rows[0].id;
}

test('a contact that would have too many tags is left out', async () => {
  const { api, start, work, show } = await shop(2);
  const many = Array.from({ length: 99 }, (_, n) => `t${n}`);
  await api('POST', '/v1/contacts', { phone: phoneOf(1), tags: many });

  const { body } = await start({ action: 'tag', tags: ['satu', 'dua'], filter: {} });
  await work();

  expect(await show(body.id)).toMatchObject({ status: 'done', matched: 2, changed: 1 });
});

test('an hour after its end a change cannot be undone, and is forgotten', async () => {
  const { start, work, undo, show } = await shop(2);
  const { body } = await start({ action: 'delete', filter: {} });
  await work();

  ctx.clock.advance(61 * MINUTE);
  const late = await undo(body.id);
  await tidyBulks(ctx);

  expect([late.status, late.body.error]).toEqual([409, 'contact_bulk_over']);
  expect(await show(body.id)).toMatchObject({ error: 'contact_bulk_not_found' });
  expect((await ctx.pool.query('select from contact_bulk_pieces')).rowCount).toBe(0);
});

test.each<[object, string]>([
  [{ action: 'tag', filter: {} }, 'tags'],
  [{ action: 'untag', tags: [], filter: {} }, 'tags'],
  [{ action: 'delete', tags: ['vip'], filter: {} }, 'tags'],
  [{ action: 'delete' }, 'contact_ids'],
  [{ action: 'delete', filter: {}, contact_ids: [1] }, 'contact_ids'],
  [{ action: 'delete', filter: { tag: 'nobody' } }, 'filter'],
  [{ action: 'delete', contact_ids: [987654321] }, 'contact_ids'],
  [{ action: 'erase', filter: {} }, 'action'],
  [{ action: 'delete', filter: { tagg: 'vip' } }, 'filter.tagg'],
  [{ action: 'delete', filter: { segment_id: 'x' }, dry_run: true }, 'filter.segment_id'],
])('the request %j is refused', async (body, field) => {
  const { start, totals } = await shop(2);

  const answer = await start(body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect(await totals()).toEqual([2]);
});

test('an account has at most 20 changes within an hour', async () => {
  const { start, work } = await shop(2);
  const body = { action: 'tag', tags: ['baru'], filter: {} };
  for (let n = 0; n < 20; n += 1) await start(body);
  await work();

  expect((await start(body)).body.error).toBe('contact_bulk_limit_reached');
});

test('deletions of single contacts leave room for changes of many', async () => {
  const { start, all } = await shop(23);
  const ids = (await all()).map(({ id }: { id: number }) => id);

  const single: number[] = [];
  for (const id of ids.slice(0, 21))
    single.push((await start({ action: 'delete', contact_ids: [id] })).status);
  const ofMany = await start({ action: 'tag', tags: ['baru'], contact_ids: ids.slice(21) });

  expect([new Set(single), ofMany.status]).toEqual([new Set([202]), 202]);
});
