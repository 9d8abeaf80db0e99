import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { SECOND } from '../../lib/clock.ts';
import { addStorageChanges } from './storage.ts';

const own = await testContext({ cleanup: afterAll });
const asked: string[] = [];
const ctx = { ...own, db: watchStatements(own.db, ({ name }) => asked.push(name ?? '')) };
const service = await openService(ctx);
const almostFull = { ...ctx.config, KURIR_DATA_DIR: '/', KURIR_STORAGE_FLOOR_MIB: 2 ** 40 };
const fullService = await openService({ ...ctx, config: almostFull });

/** A shop whose plan has this limit, with a chat. */
async function shop(storage_bytes: number | null) {
  const account = await insertAccount(ctx, { storage_bytes });
  const device = await insertDevice(ctx, account);
  const customer = await service.customerOf(account, device.device_uuid);
  await receiver(ctx)(inbound(device, '6281234567890'));
  const [chat] = await conversationsOf(ctx, account);
  const path = `/v1/conversations/${chat?.conversation_uuid}/notes`;
  const call = async (...given: Parameters<typeof customer.api>) => {
    // What a caller may do is remembered for less than a second.
    own.clock.advance(SECOND);
    return customer.api(...given);
  };
  return {
    ...{ account, device, call, path, send: customer.send },
    note: (body: string) => call('POST', path, { body }),
    contacts: (count: number, tag: string) =>
      call('POST', '/v1/contacts/batch', {
        contacts: Array.from({ length: count }, (_, n) => ({ phone: `62811000${1_000 + n}`, tags: [tag] })),
      }),
    broadcast: (message_template: string) =>
      call('POST', '/v1/broadcasts', {
        ...{ name: 'Promo', device_uuid: device.device_uuid, message_template, tags: ['semua'] },
        scheduled_at: new Date(own.clock.now().getTime() + 3_600 * SECOND).toISOString(),
      }),
    used: async () => (await call('GET', '/v1/usage')).body.storage_used,
  };
}

/** What the rows of an account take, counted again. */
async function recount(accountId: number): Promise<number> {
  const { rows } = await own.pool.query(
    `select coalesce(sum(bytes), 0)::int as bytes from (
       select kurir_stored_bytes(d) as bytes, account_id from documents d
       union all select kurir_stored_bytes(m), account_id from message_media m
       union all select kurir_stored_bytes(u), account_id from uploads u
       union all select kurir_stored_bytes(e), account_id from conversation_events e
       union all select kurir_stored_bytes(b), account_id from broadcasts b
       union all select kurir_stored_bytes(m), account_id from messages m
       union all select 500, account_id from contacts
       union all select 300, account_id from tags
       union all select 100, account_id from contact_tags
       union all select 200, account_id from opt_outs
     ) stored where account_id = $1`,
    [accountId],
  );
  return rows[0].bytes;
}

test('a contact whose tags change without end stops at the limit, and so does an import', async () => {
  const [tagger, importer] = [await shop(30_000), await shop(30_000)];
  const tagsOf = (n: number) => Array.from({ length: 20 }, (_, tag) => `${n}.${tag}`);
  const change = (n: number) => ({ phone: '6281100000001', name: 'x'.repeat(100), tags: tagsOf(n) });

  const tagged: number[] = [];
  for (let n = 0; n < 6; n += 1) tagged.push((await tagger.call('POST', '/v1/contacts', change(n))).status);
  const imported: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const contacts = [{ phone: '6281100000001', name: `${n} ${'y'.repeat(100)}`, tags: tagsOf(n % 2) }];
    const batch = { import_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', contacts };
    imported.push((await importer.call('POST', '/v1/contacts/batch', batch)).status);
  }

  // Each of them has new names, and the contact has the last ones alone.
  expect(tagged).toEqual([201, 200, 200, 200, 200, 422]);
  expect(await tagger.used()).toBe(await recount(tagger.account.id));
  expect(imported[0]).toBe(200);
  expect(imported.at(-1)).toBe(422);
});

test('an account that adds notes without end stops at the limit of its plan, and no other account does', async () => {
  const [greedy, other] = [await shop(50_000), await shop(50_000)];

  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await greedy.note('x'.repeat(4_000))).status);
  const refused = await greedy.note('x');

  expect(statuses).toEqual([...Array(12).fill(201), ...Array(8).fill(422)]);
  expect(refused.body.error).toBe('storage_limit_reached');
  expect(await greedy.used()).toBe(12 * 4_500);
  expect((await other.note('Minta diantar sore')).status).toBe(201);
});

test('a broadcast above the limit is refused with all of its recipients', async () => {
  const { contacts, broadcast, used, account } = await shop(300_000);
  await contacts(100, 'semua');
  const before = await used();

  const large = await broadcast('x'.repeat(4_000));
  const small = await broadcast('Halo {{nama}}');

  const { rows } = await own.pool.query('select template from broadcasts where account_id = $1', [
    account.id,
  ]);
  expect([large.status, large.body.error, small.status]).toEqual([422, 'storage_limit_reached', 201]);
  expect(rows).toEqual([{ template: 'Halo {{nama}}' }]);
  expect(before).toBe(50_000 + 100 * 100 + 300);
});

test('at the limit customers still write and short messages leave, and long texts are refused', async () => {
  const { device, note, send, used } = await shop(4_000);
  await note('x'.repeat(4_000));
  await used();

  const [short, long] = [await send(), await send({ body: 'x'.repeat(1_001) })];
  await receiver(ctx)(inbound(device, '6281234567890', { body: 'x'.repeat(2_000) }));

  expect([short.status, long.status, long.body.error]).toEqual([202, 422, 'storage_limit_reached']);
  expect(await used()).toBe(4_500 + 2_000);
});

test('the sum follows the rows, also when they go, and is the same after it is added up', async () => {
  const { account, broadcast, contacts, call, note, send, used } = await shop(null);
  await note('Halo');
  await contacts(3, 'semua');
  await send({ body: 'é'.repeat(1_000) });
  const { body } = await broadcast('x'.repeat(2_000));
  await call('POST', '/v1/opt-outs', { phone: '628119999999' });
  const sums = [[await used(), await recount(account.id)]];

  await call('POST', `/v1/broadcasts/${body.id}/cancel`);
  await call('DELETE', '/v1/opt-outs/628119999999');
  await own.pool.query('delete from contact_tags where account_id = $1', [account.id]);
  await own.pool.query('delete from contacts where account_id = $1', [account.id]);
  await own.pool.query(`update messages set body = null where account_id = $1 and direction = 'out'`, [
    account.id,
  ]);
  sums.push([await used(), await recount(account.id)]);
  await addStorageChanges(ctx);
  await note('Halo');
  sums.push([await used(), await recount(account.id)]);

  const all = 504 + 200 + 3 * 600 + 300 + 2_000 + (500 + 2_000 + 3 * 8 + 3 * 2_000);
  // The name of the tag stays.
  const left = 504 + 300 + (500 + 2_000 + 3 * 8);
  expect(sums).toEqual([all, left, left + 504].map((bytes) => [bytes, bytes]));
  expect(
    (await own.pool.query('select from storage_changes where account_id = $1', [account.id])).rowCount,
  ).toBe(1);
});

test('the check of the limit costs calls no statement', async () => {
  const { note, send, used } = await shop(1_000_000);
  await used();
  asked.length = 0;

  await note('Halo');
  await send();

  expect(asked.filter((name) => /storage|has_room/.test(name))).toEqual([]);
});

test('below the floor of free space, calls that store much get 503 with a time, and others go on', async () => {
  const { account, device, path } = await shop(null);
  const { api, send } = await fullService.customerOf(account, device.device_uuid);

  const refused = [
    await api('POST', path, { body: 'Halo' }),
    await api('POST', '/v1/contacts', { phone: '6281234567890' }),
    await api('POST', '/v1/broadcasts', {}),
    await api('POST', '/v1/knowledge/documents', {}),
    await send(),
  ];
  const reads = await api('GET', '/v1/contacts');

  expect(refused.map(({ status, body, headers }) => [status, body.error, headers['retry-after']])).toEqual(
    Array(5).fill([503, 'storage_low', '60']),
  );
  expect(reads.status).toBe(200);
});
