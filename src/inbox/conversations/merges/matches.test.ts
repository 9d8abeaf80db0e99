import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { Identity } from '../../../gateway/people/identity.ts';
import { conversationHook } from '../inbound-hook.ts';
import { mergeMatches } from './matches.ts';
import { unmergePeople } from './merge.ts';

const ctx = await testContext({ cleanup: afterAll });
const PHONE = '6281200000041';
const LID: Identity = { kind: 'lid', value: '99000000000041' };

async function shop() {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  /** A message that names these ids of its sender. */
  const receive = (from: string, ...identities: Identity[]) =>
    receiver(ctx, [
      (tx, messages) =>
        conversationHook(ctx)(
          tx,
          messages.map((message) => ({ ...message, identities })),
        ),
    ])(inbound(device, from));
  const people = () =>
    tablesOf(ctx.db)
      .selectFrom('people')
      .selectAll()
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
  return { account, device, receive, people, read: () => conversationsOf(ctx, account) };
}

test('two people whose number and hidden id come in one message become one', async () => {
  const { receive, people, read } = await shop();
  await receive(PHONE);
  await receive(`${LID.value}@lid`);
  expect(await people()).toHaveLength(2);

  await receive(PHONE, LID);
  await mergeMatches(ctx);

  const [kept, other] = await people();
  expect(other).toMatchObject({ merged_into: kept?.id });
  const [shown, merged] = await read();
  expect(shown).toMatchObject({ unread: 3, phone: PHONE, merged_into: null });
  expect(merged).toMatchObject({ merged_into: shown?.id });
});

test('a message with both ids makes one person at once', async () => {
  const { receive, people, read } = await shop();

  await receive(PHONE, LID);
  await receive(`${LID.value}@lid`);
  await mergeMatches(ctx);

  expect(await people()).toMatchObject([{ merged_into: null }]);
  expect(await read()).toMatchObject([{ unread: 2 }]);
});

test('two people that staff has taken apart stay apart, and their messages are counted', async () => {
  const { account, receive, people, read } = await shop();
  await receive(PHONE);
  await receive(`${LID.value}@lid`);
  await receive(PHONE, LID);
  await mergeMatches(ctx);
  const [uuid = '', other = ''] = (await people()).map(({ person_uuid }) => person_uuid);
  await unmergePeople(ctx, account, { uuid, other, actor: 'Sari' });

  await receive(PHONE, LID);
  await mergeMatches(ctx);

  expect(await people()).toMatchObject([{ merged_into: null }, { merged_into: null }]);
  expect(await read()).toMatchObject([{ unread: 3 }, { unread: 1 }]);
});

test('a pair that is found again and again is noted once', async () => {
  const { receive } = await shop();
  await receive(PHONE);
  await receive(`${LID.value}@lid`);

  for (let n = 0; n < 3; n += 1) await receive(PHONE, LID);

  const { rows } = await ctx.pool.query('select count(*)::int as pairs from person_matches');
  expect(rows).toEqual([{ pairs: 1 }]);
  await mergeMatches(ctx);
  expect((await ctx.pool.query('select from person_matches')).rows).toEqual([]);
});

test('a pair that cannot be merged delays no other', async () => {
  const [broken, other] = [await shop(), await shop()];
  for (const { receive } of [broken, other]) {
    await receive(PHONE);
    await receive(`${LID.value}@lid`);
    await receive(PHONE, LID);
  }
  await ctx.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update on people for each row when (old.account_id = ${broken.account.id})
       execute function refuse()`,
  );

  await mergeMatches(ctx);

  expect((await other.people()).filter(({ merged_into }) => merged_into !== null)).toHaveLength(1);
  expect((await broken.people()).filter(({ merged_into }) => merged_into !== null)).toEqual([]);
});
