import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { speakFor } from '../../devices/channels/channel.ts';
import type { MessageChange, ReceivedMessage } from '../../engines/engine.ts';
import { createInbound } from '../inbound/inbound.ts';
import { mediaHook } from '../media/media-hook.ts';
import { MAX_EDITS } from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const { storeReceived, storeChanges } = createInbound(ctx, []);
const ANI = '6281200000001';
const AT = new Date('2025-01-01T00:00:00Z');
let ids = 0;

async function chat(status: 'active' | 'cancelled' = 'active') {
  const account = await insertAccount(ctx);
  const row = await insertDevice(ctx, account);
  if (status === 'cancelled')
    await ctx.pool.query(`update accounts set status = 'cancelled' where id = $1`, [account.id]);
  const device = { id: row.id, account_id: account.id, device_uuid: row.device_uuid, epoch: 1 };
  return {
    receive: (message: Partial<ReceivedMessage>) =>
      ctx.db.transaction((tx) =>
        storeReceived(tx, [
          {
            device,
            message: { waMessageId: 'M1', from: ANI, type: 'text', body: 'Halo', at: AT, ...message },
          },
        ]),
      ),
    change: (...changes: Partial<MessageChange>[]) =>
      ctx.db.transaction((tx) =>
        storeChanges(
          tx,
          changes.map((change) => ({ device, change: changeOf(change) })),
        ),
      ),
    changes: async () =>
      (
        await ctx.pool.query(
          `select phone, target_wa_message_id as target, kind, from_me, body from message_changes
           where device_id = $1 order by id`,
          [device.id],
        )
      ).rows,
    messages: async () =>
      (
        await ctx.pool.query(
          'select wa_message_id, body, details from messages where device_id = $1 order by id',
          [device.id],
        )
      ).rows,
    events: async () =>
      (await ctx.pool.query('select body from events where account_id = $1', [account.id])).rows.length,
  };
}

function changeOf(change: Partial<MessageChange>): MessageChange {
  const base = { waMessageId: `C${++ids}`, phone: ANI, fromMe: false, target: 'M1', body: null, at: AT };
  return { ...base, kind: 'reaction', ...change };
}

test('a reaction is kept with its author, is replaced and removed, and makes no event', async () => {
  const { change, changes, events } = await chat();

  await change({ body: '👍' }, { body: '🙏', fromMe: true });
  await change({ body: '❤️' });
  const replaced = await changes();
  await change({ body: null });

  expect(replaced.map(({ from_me, body }) => [from_me, body])).toEqual([
    [true, '🙏'],
    [false, '❤️'],
  ]);
  expect((await changes()).map(({ from_me, body }) => [from_me, body])).toEqual([
    [true, '🙏'],
    [false, null],
  ]);
  expect(await events()).toBe(0);
});

test('a repeated change is kept once, and an old one does not come back', async () => {
  const { change, changes } = await chat();
  const first = { waMessageId: 'R1', body: '👍' };
  const second = { waMessageId: 'R2', body: '❤️', at: new Date(AT.getTime() + 1_000) };

  await change(first, first);
  await change(second);
  await change(first);

  expect((await changes()).map(({ body }) => body)).toEqual(['❤️']);
});

test('10,000 reactions leave one row per author, and the last edits are kept', async () => {
  const { change, changes } = await chat();
  const many = Array.from({ length: 10_000 }, (_, n) => ({ body: `${n}`, fromMe: n % 2 === 0 }));
  const edits = Array.from({ length: MAX_EDITS + 5 }, (_, n) => ({ kind: 'edit' as const, body: `${n}` }));

  await change(...many);
  await change(...edits);

  const rows = await changes();
  expect(rows.filter(({ kind }) => kind === 'reaction').map(({ body }) => body)).toEqual(['9998', '9999']);
  expect(rows.filter(({ kind }) => kind === 'edit').map(({ body }) => body)).toEqual(
    edits.slice(5).map(({ body }) => body),
  );
});

test('a message that its author deletes on all phones loses its text, its details and its edits', async () => {
  const { receive, change, changes, messages } = await chat();
  await receive({ body: 'rahasia', details: { context: { forwarded: true } } });
  await receive({ waMessageId: 'E1', body: 'rahasia dua' });
  await receive({ waMessageId: 'M2', body: 'biasa' });
  await change({ kind: 'edit', waMessageId: 'E1', body: 'rahasia dua' });

  await change({ kind: 'deletion' });

  expect(await messages()).toEqual([
    { wa_message_id: 'M1', body: null, details: null },
    { wa_message_id: 'E1', body: null, details: null },
    { wa_message_id: 'M2', body: 'biasa', details: null },
  ]);
  expect((await changes()).map(({ kind }) => kind)).toEqual(['deletion']);
});

/** Two devices that were paired with one number, each with what it stored. */
async function numberPairedAgain() {
  const account = await insertAccount(ctx);
  const [earlier, later] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  for (const { id } of [earlier, later]) {
    await ctx.db.transaction((tx) =>
      speakFor(tx, { id, account_id: account.id, channel_id: null }, '6281377700001'),
    );
  }
  const deviceOf = ({ id, device_uuid }: typeof earlier) => ({
    ...{ id, device_uuid, account_id: account.id, epoch: 1 },
  });
  const storeOne = (row: typeof earlier, message: Partial<ReceivedMessage>) => {
    const base = { waMessageId: 'M1', from: ANI, type: 'text', body: 'rahasia', at: AT } as const;
    const received = { device: deviceOf(row), message: { ...base, ...message } };
    return ctx.db.transaction((tx) => storeReceived(tx, [received]));
  };
  return {
    accountId: account.id,
    receiveEarlier: (message: Partial<ReceivedMessage> = {}) => storeOne(earlier, message),
    changeLater: (change: Partial<MessageChange>) =>
      ctx.db.transaction((tx) =>
        storeChanges(tx, [{ device: deviceOf(later), change: changeOf({ kind: 'deletion', ...change }) }]),
      ),
    bodies: async () =>
      (
        await ctx.pool.query('select body from messages where account_id = $1 order by id', [account.id])
      ).rows.map(({ body }) => body),
  };
}

test('a deletion erases what an earlier device of the number stored', async () => {
  const { receiveEarlier, changeLater, bodies } = await numberPairedAgain();
  await receiveEarlier();
  await receiveEarlier({ waMessageId: 'M2', body: 'biasa' });

  await changeLater({});

  expect(await bodies()).toEqual([null, 'biasa']);
});

test('the author of a deletion may have the other spelling of the number', async () => {
  const { accountId, receiveEarlier, changeLater, bodies } = await numberPairedAgain();
  await ctx.pool.query(
    `with person as (insert into people (account_id, created_at) values ($1, now()) returning *)
     insert into person_identities (account_id, kind, value, person_id)
     select account_id, 'phone', '551188887777', id from person`,
    [accountId],
  );
  await receiveEarlier({ from: '5511988887777' });

  await changeLater({ phone: '551188887777' });

  expect(await bodies()).toEqual([null]);
});

test('a deletion that comes before its message, and before its edits, erases them as well', async () => {
  const { receive, change, changes, messages, events } = await chat();
  await change({ kind: 'deletion' });

  await receive({ body: 'rahasia', details: { context: { forwarded: true } } });
  await receive({ waMessageId: 'E1', body: 'rahasia dua' });
  await change({ kind: 'edit', waMessageId: 'E1', body: 'rahasia dua' });

  expect(await messages()).toEqual([
    { wa_message_id: 'M1', body: null, details: null },
    { wa_message_id: 'E1', body: null, details: null },
  ]);
  expect((await changes()).map(({ kind }) => kind)).toEqual(['deletion']);
  expect(await events()).toBe(2);
});

test.each(['222@lid', 'ID.222'])(
  'a deletion by %s erases a later message that names the number too',
  async (otherId) => {
    const { receive, change, messages } = await chat();
    await change({ kind: 'deletion', phone: otherId });

    await receive({ body: 'rahasia', otherId });
    await receive({ waMessageId: 'M2', body: 'biasa', otherId });

    expect((await messages()).map(({ body }) => body)).toEqual([null, 'biasa']);
  },
);

test('a deletion by another hidden id erases nothing', async () => {
  const { receive, change, messages } = await chat();
  await change({ kind: 'deletion', phone: '333@lid' });

  await receive({ body: 'tetap', otherId: '222@lid' });

  expect(await messages()).toMatchObject([{ body: 'tetap' }]);
});

test('a deletion erases all edits of a message that was edited very often', async () => {
  const { receive, change, messages } = await chat();
  await receive({ body: 'rahasia' });
  for (let n = 0; n < MAX_EDITS + 4; n += 1) {
    const waMessageId = `E${n}`;
    await receive({ waMessageId, body: `rahasia ${n}`, details: { edit: { original_message_id: 'M1' } } });
    await change({ kind: 'edit', waMessageId, body: `rahasia ${n}` });
  }
  await receive({ waMessageId: 'M2', body: 'biasa', details: { edit: { original_message_id: 'other' } } });

  await change({ kind: 'deletion' });

  expect((await messages()).flatMap(({ body }) => body ?? [])).toEqual(['biasa']);
});

test('an edit of a message that is not deleted erases nothing', async () => {
  const { receive, change, messages } = await chat();
  await receive({ body: 'satu' });

  await change({ kind: 'edit', body: 'dua' });

  expect(await messages()).toMatchObject([{ body: 'satu' }]);
});

test('the file of a message whose deletion comes first is not fetched', async () => {
  const account = await insertAccount(ctx);
  const { id, device_uuid } = await insertDevice(ctx, account);
  const device = { id, device_uuid, account_id: account.id, epoch: 1 };
  const inbound = createInbound(ctx, [mediaHook(ctx)]);
  const file = { kind: 'image', mimetype: null, fileName: null, size: null, source: '{}' } as const;
  const picture = (waMessageId: string): ReceivedMessage => ({
    ...{ waMessageId, from: ANI, type: 'image', body: null, at: AT, file },
  });
  await ctx.db.transaction((tx) =>
    inbound.storeChanges(tx, [{ device, change: changeOf({ kind: 'deletion' }) }]),
  );

  await ctx.db.transaction((tx) =>
    inbound.storeReceived(
      tx,
      ['M1', 'M2'].map((each) => ({ device, message: picture(each) })),
    ),
  );

  const { rows } = await ctx.pool.query(
    `select m.wa_message_id from message_media f join messages m on m.id = f.message_id where m.device_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ wa_message_id: 'M2' }]);
});

test.each<[string, Partial<MessageChange>]>([
  ['another customer', { phone: '6281200000002' }],
  ['the account', { fromMe: true }],
])('a deletion by %s erases nothing of a customer', async (_who, by) => {
  const { receive, change, messages } = await chat();
  await receive({ body: 'tetap' });

  await change({ kind: 'deletion', ...by });

  expect(await messages()).toMatchObject([{ body: 'tetap' }]);
});

test('a cancelled account stores no changes', async () => {
  const { change, changes } = await chat('cancelled');

  await change({ body: '👍' });

  expect(await changes()).toEqual([]);
});

test('hostile texts and ids are cut, replaced or dropped', async () => {
  const { change, changes } = await chat();

  await change(
    { kind: 'vote', body: 'a\0b\u202E\uD800' },
    { kind: 'edit', body: 'x'.repeat(100_000) },
    { body: '👨‍👩‍👧‍👦'.repeat(1_000) },
    { target: 'x'.repeat(201) },
    { waMessageId: 'x'.repeat(201) },
  );

  const rows = await changes();
  expect(rows.map(({ kind }) => kind)).toEqual(['vote', 'edit', 'reaction']);
  expect(rows[0].body).toBe('a\uFFFDb\u202E\uFFFD');
  expect(rows[1].body).toBe(`${'x'.repeat(65_532)} […]`);
  expect(rows[2].body.length).toBeLessThanOrEqual(64);
});
