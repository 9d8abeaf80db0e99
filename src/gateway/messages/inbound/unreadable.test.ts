import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, CUSTOMER } from '../../../../test/harness/automation.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, eraser, receiver } from '../../../../test/harness/conversations.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import { SearchIndexer } from '../../../inbox/conversations/search/indexer.ts';
import type { ReceivedMessage } from '../../engines/engine.ts';
import type { InboundHook } from './inbound.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '10' } });
const WAITING = 'Waiting for this message: it could not be decrypted yet';
let ids = 0;

/** A chat whose first message could not be decrypted. */
async function chat() {
  const shop = await automatedShop(ctx);
  const { account, device } = shop;
  const id = `LOST${++ids}`;
  const base = { waMessageId: id, from: CUSTOMER, type: 'text' as const, at: ctx.now() };
  const trace: ReceivedMessage = { ...base, body: WAITING, details: { kind: 'unreadable', note: null } };
  const store = (message: Partial<ReceivedMessage>, more: readonly InboundHook[] = []) =>
    receiver(ctx, [...inboundHooks(ctx), ...more])({
      device: { ...device, epoch: 1 },
      message: { ...base, body: null, ...message },
    });
  await store(trace);
  const rows = async () =>
    (
      await ctx.pool.query(
        'select id, type, body, details, created_at from messages where account_id = $1 order by id',
        [account.id],
      )
    ).rows;
  const events = async () =>
    (await eventsOf(ctx, 'message.received')).filter(({ wa_message_id }) => wa_message_id === id);
  const found = async (word: string) =>
    (
      await ctx.pool.query(
        `select from search_texts where account_id = $1 and words @@ to_tsquery('simple', $2)`,
        [account.id, word],
      )
    ).rowCount;
  return { ...shop, id, trace, store, rows, events, found };
}

async function index(): Promise<void> {
  const indexer = new SearchIndexer(ctx);
  for (let step = 0; step < 4; step += 1) await indexer.runOnce();
}

test('the copy takes the place of the unreadable message, with its event, in the chat and in the search', async () => {
  const { account, store, rows, events, found } = await chat();
  const [before] = await rows();
  await index();

  await store({ body: 'dua kopi' });

  expect(await rows()).toEqual([{ ...before, body: 'dua kopi', details: null }]);
  expect((await events()).map(({ body }) => body)).toEqual([WAITING, 'dua kopi']);
  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 1 }]);
  expect([await found('kopi'), await found('waiting')]).toEqual([1, 0]);
});

test('words are found also when the copy comes before the search has read the message', async () => {
  const { store, found } = await chat();

  await store({ body: 'dua kopi' });
  await index();

  expect([await found('kopi'), await found('waiting')]).toEqual([1, 0]);
});

test('the automation answers the copy alone', async () => {
  const shop = await chat();
  await shop.intake();
  await shop.decide({ rules: answers('harga', 'Rp 50.000') });
  const before = [await shop.decisions(), await shop.sent()];

  await shop.store({ body: 'harga' });
  await shop.intake();
  await shop.decide({ rules: answers('harga', 'Rp 50.000') });

  expect(before).toEqual([[], []]);
  expect(await shop.sent()).toEqual(['Rp 50.000']);
});

test('the copy can be an opt-out, and its file is fetched', async () => {
  const [one, other] = [await chat(), await chat()];

  await one.store({ body: 'STOP' });
  await other.store({
    type: 'image',
    file: { kind: 'image', mimetype: 'image/png', fileName: null, size: 1, source: '{}' },
  });

  const count = async (table: string, { account }: typeof one) =>
    (await ctx.pool.query(`select from ${table} where account_id = $1`, [account.id])).rowCount;
  expect([await count('opt_outs', one), await count('opt_outs', other)]).toEqual([1, 0]);
  expect([await count('message_media', one), await count('message_media', other)]).toEqual([0, 1]);
});

test('what rolls back leaves the unreadable message, and the repetition replaces it once', async () => {
  const { store, rows, events } = await chat();
  const fail: InboundHook = async () => {
    throw new Error('the process is gone');
  };
  await expect(store({ body: 'dua kopi' }, [fail])).rejects.toThrow('the process is gone');
  const before = await rows();

  await Promise.all(Array.from({ length: 4 }, () => store({ body: 'dua kopi' })));
  await store({ body: 'dua kopi' });

  expect(before).toMatchObject([{ body: WAITING }]);
  expect(await rows()).toMatchObject([{ body: 'dua kopi' }]);
  expect((await events()).map(({ body }) => body)).toEqual([WAITING, 'dua kopi']);
});

test('an unreadable copy never takes the place of a readable one, also in one commit', async () => {
  const { account, store, trace, rows, events, device } = await chat();
  const receive = receiver(ctx, inboundHooks(ctx));
  const both = [
    { ...trace, waMessageId: 'BOTH' },
    { ...trace, waMessageId: 'BOTH', body: 'satu', details: {} },
  ];

  await store({ body: 'dua kopi' });
  await store(trace);
  await receive(...both.map((message) => ({ device: { ...device, epoch: 1 }, message })));

  expect((await rows()).map(({ body }) => body)).toEqual(['dua kopi', 'satu']);
  expect((await events()).map(({ body }) => body)).toEqual([WAITING, 'dua kopi']);
  const all = await eventsOf(ctx, 'message.received');
  expect(all.filter(({ wa_message_id }) => wa_message_id === 'BOTH')).toMatchObject([{ body: 'satu' }]);
  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 2 }]);
});

test('an unreadable message that its author deleted stays empty', async () => {
  const { store, id, rows, device } = await chat();
  await eraser(ctx)(device, CUSTOMER, id);

  await store({ body: 'rahasia' });

  expect(await rows()).toMatchObject([{ body: null, details: null }]);
});
