import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { failQueued } from '../../../gateway/messages/queue/settle-store.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { runUnsentAnswers } from '../ownership/unsent-answers.ts';
import { mergePeople, unmergePeople } from './merge.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const [ANI, BUDI] = ['6281200000021', '6281200000022'];
const FIRST = new Date(ctx.now().getTime() - 9 * SECOND);
const LATER = new Date(ctx.now().getTime() - 8 * SECOND);

/** Ani and Budi have asked one question each, Ani first. */
async function shop() {
  const { account, api } = await service.customer();
  const device = await insertDevice(ctx, account);
  await receive(inbound(device, ANI, { at: FIRST }));
  await receive(inbound(device, BUDI, { at: LATER }));
  const people = await tablesOf(ctx.db)
    .selectFrom('people')
    .select('person_uuid')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
  const [uuid = '', other = ''] = people.map(({ person_uuid }) => person_uuid);
  const request = { uuid, other, actor: 'api' };
  const read = () => conversationsOf(ctx, account);
  let keys = 0;
  return {
    merge: () => mergePeople(ctx, account, request),
    unmerge: () => unmergePeople(ctx, account, request),
    /** In the conversation with this index. Returns the row id of the message. */
    async reply(index: number): Promise<number> {
      const chat = (await read())[index]?.conversation_uuid;
      keys += 1;
      const key = { 'idempotency-key': `r-${keys}` };
      const { status } = await api('POST', `/v1/conversations/${chat}/messages`, { body: 'Ada.' }, key);
      expect(status).toBe(202);
      const last = tablesOf(ctx.db).selectFrom('messages').select('id').orderBy('id', 'desc').limit(1);
      return (await last.executeTakeFirstOrThrow()).id;
    },
    async waits() {
      await runUnsentAnswers(ctx);
      return (await read()).map(({ waiting_since }) => waiting_since);
    },
    async failures() {
      const { rows } = await ctx.pool.query(
        `select from conversation_events where account_id = $1 and kind = 'reply_failed'`,
        [account.id],
      );
      return rows.length;
    },
  };
}

const isSent = (id: number) =>
  ctx.pool.query(`update messages set status = 'sent', due = false where id = $1`, [id]);
const fails = (id: number) =>
  failQueued(ctx.db, [{ id, error_code: 'device_released', error_message: '', refund: true }], ctx.now());

test('sent replies stay the answers during a merge and after its end', async () => {
  const { reply, merge, unmerge, waits } = await shop();
  for (const index of [0, 1]) await isSent(await reply(index));

  await merge();
  expect(await waits()).toEqual([null, null]);
  await unmerge();

  expect(await waits()).toEqual([null, null]);
});

test('a reply from before a merge that fails during the merge is in the timeline', async () => {
  const { reply, merge, failures, waits } = await shop();
  const answer = await reply(1);
  await merge();

  await fails(answer);

  expect((await waits())[0]).toEqual(FIRST);
  expect(await failures()).toBe(1);
});

test('a reply to both that fails after the end of a merge leaves both waiting since their own questions', async () => {
  const { reply, merge, unmerge, waits, failures } = await shop();
  await merge();
  const answer = await reply(0);
  expect((await waits())[0]).toBeNull();
  await unmerge();

  await fails(answer);

  expect(await waits()).toEqual([FIRST, LATER]);
  expect(await failures()).toBe(1);
});

test('a sent reply during a merge answers the person who has it', async () => {
  const { reply, merge, unmerge, waits } = await shop();
  await isSent(await reply(0));
  await merge();
  await isSent(await reply(0));

  await unmerge();

  expect(await waits()).toEqual([null, null]);
});
