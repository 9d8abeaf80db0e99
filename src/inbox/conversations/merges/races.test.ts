import { afterAll, expect, test } from 'vitest';
import { botAnswers } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { mergePeople, unmergePeople } from './merge.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '12' } });
const store = receiver(ctx);
/** As the sessions process and the callbacks of the provider do. */
const receive: typeof store = (...batch) =>
  untilDatabaseAnswers(new AbortController().signal, () => store(...batch));
const ROUNDS = 15;
const [ANI, BUDI] = ['6281200000021', '6281200000022'];

/** Two people with one message each. */
async function shop() {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await receive(inbound(device, ANI), inbound(device, BUDI));
  const automate = () =>
    ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const [uuid = '', other = ''] = (
    await tablesOf(ctx.db)
      .selectFrom('people')
      .select('person_uuid')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute()
  ).map(({ person_uuid }) => person_uuid);
  const request = { uuid, other, actor: 'api' };
  return {
    device,
    automate,
    merge: () => mergePeople(ctx, account, request),
    unmerge: () => unmergePeople(ctx, account, request),
    read: () => conversationsOf(ctx, account),
    change: (columns: object) =>
      tablesOf(ctx.db)
        .updateTable('conversations')
        .set(columns)
        .where('account_id', '=', account.id)
        .execute(),
    botMessages: () =>
      tablesOf(ctx.db)
        .selectFrom('messages')
        .select(['phone', 'status', 'error_code', 'conversation_id', 'ownership_version'])
        .where('account_id', '=', account.id)
        .where('source', '=', 'bot')
        .orderBy('id')
        .execute(),
  };
}

test('messages that arrive during merges and their ends are counted once, each for its person', async () => {
  const { device, merge, unmerge, read } = await shop();

  for (let round = 0; round < ROUNDS; round += 1) {
    const writes = [ANI, BUDI].map(async (phone) => {
      for (let n = 0; n < 2; n += 1) await receive(inbound(device, phone));
    });
    await Promise.all([...writes, merge().then(unmerge)]);
  }

  const unread = 1 + 2 * ROUNDS;
  expect(await read()).toMatchObject([
    { phone: ANI, unread, owner_state: 'human_waiting', merged_into: null, episode: 1 },
    { phone: BUDI, unread, owner_state: 'human_waiting', merged_into: null, episode: 1 },
  ]);
});

test('a batch with a merged person is recorded once, also for the others in it', async () => {
  const { device, merge, unmerge, read } = await shop();
  const others = ['6281200000031', '6281200000032'];
  await receive(...others.map((phone) => inbound(device, phone)));

  for (let round = 0; round < ROUNDS; round += 1) {
    const batch = [ANI, BUDI, ...others].map((phone) => inbound(device, phone));
    await Promise.all([receive(...batch), merge().then(unmerge)]);
  }

  const rows = await read();
  expect(rows.map(({ unread }) => unread)).toEqual(Array(4).fill(1 + ROUNDS));
});

test('answers of the automation stay valid while the automation has the joined conversation', async () => {
  const { merge, unmerge, read, change, automate, botMessages } = await shop();
  await automate();
  await change({ owner_state: 'bot' });
  const [ani, budi] = await read();
  await answer(budi);

  await merge();
  const [joined] = await read();
  expect(await botMessages()).toMatchObject([
    { status: 'queued', conversation_id: ani?.id, ownership_version: joined?.ownership_version },
  ]);
  expect(await answer(budi)).toBe('stale');
  await unmerge();

  const [, after] = await read();
  expect(await botMessages()).toMatchObject([
    { status: 'queued', conversation_id: budi?.id, ownership_version: after?.ownership_version },
  ]);
});

test('answers of the automation are superseded when staff has the joined conversation', async () => {
  const { merge, read, change, automate, botMessages } = await shop();
  await automate();
  await change({ owner_state: 'bot' });
  const [ani, budi] = await read();
  await answer(budi);
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ owner_state: 'human_active' })
    .where('id', '=', ani?.id ?? 0)
    .execute();

  await merge();

  expect(await botMessages()).toMatchObject([{ status: 'failed', error_code: 'superseded' }]);
});

function answer(row: { id: number; ownership_version: number } | undefined) {
  if (!row) throw new Error('there is no conversation');
  const { id: conversation_id, ownership_version } = row;
  const message = { conversation_id, ownership_version, body: 'Halo' };
  return ctx.db.transaction((tx) => botAnswers(tx, message, ctx.now()));
}
