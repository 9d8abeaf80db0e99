import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../test/harness/rows.ts';
import type { Account } from '../accounts/account.ts';
import { upsertContacts } from '../contacts/store.ts';
import { createBroadcast } from './broadcast.ts';
import type { CreateBroadcast } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });

/** An account with a connected device and so many contacts; contact n has the tags that `tagsOf` says. */
async function shop(contacts: number, tagsOf: (n: number) => string[] = () => ['all']) {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account);
  const stored = await upsertContacts(
    ctx.pool,
    Array.from({ length: contacts }, (_, n) => ({
      account_id: account.id,
      phone: String(62_811_000_000 + n),
      name: `Kak ${n}`,
      tags: tagsOf(n),
    })),
    ctx.now(),
  );
  const create = (fields: Partial<CreateBroadcast>) =>
    createBroadcast(ctx, account, { device_uuid, name: 'Promo', message_template: 'Halo {nama}', ...fields });
  return { account, device_uuid, ids: stored.map(({ id }) => id), create };
}

/** The phones that a broadcast is meant for, in their order. */
async function phonesOf(account: Account, broadcastId: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ phone: string }>(
    `select c.phone from broadcast_targets t
     cross join lateral unnest(t.contacts) with ordinality as r (place, n)
     join contacts c on c.account_id = $1 and c.place = r.place
     where t.broadcast_id = $2 order by t.first_place + r.n`,
    [account.id, broadcastId],
  );
  return rows.map(({ phone }) => phone);
}

const phones = (...numbers: number[]) => numbers.map((n) => String(62_811_000_000 + n));

test('the recipients are the union of all tags and ids, each contact once, in the order of the book', async () => {
  const { account, ids, create } = await shop(9, (n) => (n < 3 ? ['a', 'both'] : n < 5 ? ['b', 'both'] : []));
  const last = ids[8] ?? 0;

  const broadcast = await create({
    tags: ['b', 'a', 'both', 'nobody'],
    contact_ids: [last, last, ids[0] ?? 0, -1],
  });

  expect(broadcast).toMatchObject({ status: 'draft', total_recipients: 6 });
  expect(await phonesOf(account, broadcast.id)).toEqual(phones(0, 1, 2, 3, 4, 8));
});
