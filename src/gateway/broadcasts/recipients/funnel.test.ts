import { afterAll, expect, test } from 'vitest';
import { look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { watchAnswers } from '../../../../test/harness/statements.ts';
import { conversationHook } from '../../../inbox/conversations/inbound-hook.ts';
import { mergeMatches } from '../../../inbox/conversations/merges/matches.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import { learnRecipients } from '../../people/person.ts';
import { pauseBroadcast, resumeBroadcast } from '../broadcast.ts';
import { addOptOut, optOutHook } from '../opt-outs/opt-out.ts';
import { countRecipients, exportRecipients, readRecipients } from './recipient.ts';
import { STAGES, type Stage } from './stages.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx, [conversationHook(ctx), optOutHook(ctx)]);

const phoneOf = (n: number) => `${628110000000 + n}`;

/** A broadcast to `contacts` people: message n gets the n-th status. */
async function broadcastWith(statuses: readonly ('sent' | 'delivered' | 'read' | 'failed')[]) {
  const scene = await openScene(ctx, { contacts: statuses.length });
  const id = await scene.create();
  await look(ctx);
  for (const [n, message] of (await scene.take()).entries()) {
    const status = statuses[n] ?? 'sent';
    await scene.report(message, 'failed' === status ? status : 'sent');
    if (status === 'delivered' || status === 'read') await scene.report(message, status);
  }
  const write = (n: number, body = 'Berapa harganya?', at = ctx.now()) =>
    receive(inbound(scene.device, phoneOf(n), { body, at }));
  const listed = async (stage: Stage) =>
    (await readRecipients(ctx, scene.account, id, { stage, limit: 50 })).rows.map(({ phone }) => phone);
  return { ...scene, id, write, listed, counts: () => countRecipients(ctx, scene.account, id) };
}

test('the funnel counts each stage, and each count has its list', async () => {
  const { write, listed, counts } = await broadcastWith(['sent', 'delivered', 'read', 'read', 'failed']);
  await write(0);
  await write(3, 'STOP');
  await write(4);

  const funnel = await counts();
  const lists = await Promise.all(STAGES.map(async (stage) => [stage, await listed(stage)] as const));

  expect(funnel).toEqual({
    failed: 1,
    left_out: 0,
    sent: 4,
    delivered: 3,
    read: 2,
    replied: 2,
    opted_out: 1,
    not_read: 1,
    not_replied: 2,
  });
  expect(Object.fromEntries(lists)).toEqual({
    failed: [phoneOf(4)],
    left_out: [],
    sent: [0, 1, 2, 3].map(phoneOf),
    delivered: [1, 2, 3].map(phoneOf),
    read: [2, 3].map(phoneOf),
    replied: [0, 3].map(phoneOf),
    opted_out: [phoneOf(3)],
    not_read: [phoneOf(1)],
    not_replied: [1, 2].map(phoneOf),
  });
});

test('who got no message on purpose is left out, and has not failed', async () => {
  const { account, create, report, take } = await openScene(ctx, { contacts: 2 });
  await addOptOut(ctx, account, { phone: phoneOf(0) });
  const id = await create();
  await look(ctx);
  for (const message of await take()) await report(message, 'failed');

  const counts = await countRecipients(ctx, account, id);
  const { rows } = await readRecipients(ctx, account, id, { stage: 'left_out', limit: 50 });

  expect(counts).toMatchObject({ failed: 1, left_out: 1, sent: 0 });
  expect(rows).toMatchObject([{ phone: phoneOf(0), error_code: 'opted_out' }]);
});

test('only messages of the seven days after the broadcast are replies, in any spelling of the number', async () => {
  const { device, account, id, listed, write } = await broadcastWith(['sent', 'sent', 'sent']);
  await ctx.pool.query(
    `update messages set phone = '5511987654321' where broadcast_id = $1 and broadcast_place = 2`,
    [id],
  );

  await write(0, 'Dari kemarin', new Date(ctx.now().getTime() - DAY));
  await write(1, 'Terlambat', new Date(ctx.now().getTime() + 7 * DAY));
  await receive(inbound(device, '551187654321', { at: new Date(ctx.now().getTime() + 6 * DAY) }));

  expect(await listed('replied')).toEqual(['5511987654321']);
  expect(await countRecipients(ctx, account, id)).toMatchObject({ replied: 1, not_replied: 2 });
});

test('a reply under a hidden id counts once the number of the id is known', async () => {
  const { account, device, listed, counts } = await broadcastWith(['sent', 'sent', 'read']);
  const known = (n: number, id: string) =>
    learnRecipients(ctx, [{ account_id: account.id, known: [phoneOf(n)], others: [id] }]);
  await known(0, '900000000000001@lid');
  await known(1, '900000000000002@lid');
  const reply = (id: string) => receive(inbound(device, id, { at: ctx.now() }));
  await reply('900000000000001@lid');
  await reply('900000000000003@lid');

  const before = await counts();
  await known(2, '900000000000003@lid');
  await mergeMatches(ctx);
  const after = await counts();

  expect([before, after]).toMatchObject([
    { replied: 1, not_replied: 2, not_read: 1 },
    { replied: 2, not_replied: 1, not_read: 1 },
  ]);
  expect(await listed('replied')).toEqual([0, 2].map(phoneOf));
});

test('who writes while the message waits in a pause has not replied to it', async () => {
  const scene = await openScene(ctx, { contacts: 1 });
  const id = await scene.create();
  await look(ctx);
  await pauseBroadcast(ctx, scene.account, id);
  ctx.clock.advance(HOUR);
  await receive(inbound(scene.device, phoneOf(0), { at: ctx.now() }));
  ctx.clock.advance(HOUR);
  await resumeBroadcast(ctx, scene.account, id);
  await look(ctx);
  await scene.carry();

  const before = await countRecipients(ctx, scene.account, id);
  await receive(inbound(scene.device, phoneOf(0), { at: ctx.now() }));
  const after = await countRecipients(ctx, scene.account, id);

  expect([before, after]).toMatchObject([
    { sent: 1, replied: 0 },
    { sent: 1, replied: 1 },
  ]);
});

test('a recipient is listed and exported with its chat', async () => {
  const { account, id, write } = await broadcastWith(['sent', 'sent']);
  await write(1);
  const [chat] = await conversationsOf(ctx, account);

  const { rows } = await readRecipients(ctx, account, id, { stage: 'sent', limit: 50 });
  const exported: (readonly string[])[] = [];
  for await (const some of await exportRecipients(ctx, account, id, { stage: 'replied' }))
    exported.push(...some);

  expect(rows.map(({ conversation_uuid }) => conversation_uuid)).toEqual([null, chat?.conversation_uuid]);
  expect(exported.map((cells) => cells.join())).toEqual([
    'phone,name,message_id,status,error,error_message,conversation_id,type',
    `${phoneOf(1)},Kak 1,${rows[1]?.message_id},sent,,,${chat?.conversation_uuid},text`,
  ]);
});

test('a message of a customer costs no statement more for its broadcast', async () => {
  const { device, write } = await broadcastWith(['sent', 'sent']);
  await write(0);
  let statements = 0;
  const db = watchAnswers(ctx.db, () => {
    statements += 1;
  });
  const counting = receiver({ ...ctx, db }, [conversationHook(ctx), optOutHook(ctx)]);
  const costOf = async (phone: string) => {
    const before = statements;
    await counting(inbound(device, phone, { at: ctx.now() }));
    return statements - before;
  };
  await costOf('628220000001');

  expect(await costOf(phoneOf(0))).toBe(await costOf('628220000001'));
});
