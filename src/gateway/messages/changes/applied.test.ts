import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import type { MessageChange } from '../../engines/engine.ts';
import { createInbound } from '../inbound/inbound.ts';
import { appliedTo } from './applied.ts';

const ctx = await testContext({ cleanup: afterAll });
const { storeChanges } = createInbound(ctx, []);
const account = await insertAccount(ctx);
const ANI = '6281200000001';
const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second));
const INBOUND = { direction: 'in', wa_message_id: 'THEIRS' } as const;
const OUTBOUND = { direction: 'out', wa_message_id: 'OURS' } as const;
let ids = 0;

async function chat() {
  const rows = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  const devices = rows.map(({ id, device_uuid }) => ({ id, device_uuid, account_id: account.id, epoch: 1 }));
  const places = devices.map(({ id }) => ({ device_id: id, phone: ANI }));
  return {
    change: (change: Partial<MessageChange>, device = devices[0]) =>
      ctx.db.transaction((tx) => storeChanges(tx, device ? [{ device, change: changeOf(change) }] : [])),
    later: devices[1],
    applied: () =>
      appliedTo(ctx.db, [{ places, messages: [INBOUND, OUTBOUND, { ...OUTBOUND, wa_message_id: null }] }]),
  };
}

function changeOf(change: Partial<MessageChange>): MessageChange {
  const base = {
    waMessageId: `C${++ids}`,
    phone: ANI,
    fromMe: false,
    target: 'THEIRS',
    body: null,
    at: at(1),
  };
  return { ...base, kind: 'reaction', ...change };
}

test('a page shows reactions, edits, votes and deletions of its messages', async () => {
  const { change, applied } = await chat();
  await change({ target: 'OURS', body: '👍' });
  await change({ target: 'OURS', body: '🙏', fromMe: true });
  await change({ target: 'OURS', kind: 'vote', at: at(2) });
  await change({ kind: 'edit', body: 'dua', at: at(2) });
  await change({ kind: 'edit', body: 'tiga', at: at(3) });
  await change({ target: 'OURS', kind: 'deletion', fromMe: true, at: at(4) });

  const found = await applied();

  expect(found.get(OUTBOUND)).toEqual({
    reactions: [
      { author: 'them', emoji: '👍', at: at(1) },
      { author: 'us', emoji: '🙏', at: at(1) },
    ],
    edits: [],
    votes: [{ author: 'them', at: at(2) }],
    deleted_at: at(4),
  });
  expect(found.get(INBOUND)).toEqual({
    reactions: [],
    edits: [
      { body: 'dua', at: at(2) },
      { body: 'tiga', at: at(3) },
    ],
    votes: [],
    deleted_at: null,
  });
});

test('a removed reaction is not shown, also when another device of the number knows it', async () => {
  const { change, later, applied } = await chat();
  await change({ body: '👍' });
  await change({ body: null, at: at(2) }, later);

  expect((await applied()).get(INBOUND)?.reactions).toEqual([]);
});

test('a change that two devices of a number store counts once', async () => {
  const { change, later, applied } = await chat();
  await change({ kind: 'edit', body: 'dua', waMessageId: 'SAME' });
  await change({ kind: 'edit', body: 'dua', waMessageId: 'SAME' }, later);

  expect((await applied()).get(INBOUND)?.edits).toHaveLength(1);
});

test('only its author edits or deletes a message, and only in the same chat', async () => {
  const { change, applied } = await chat();
  await change({ target: 'OURS', kind: 'edit', body: 'palsu' });
  await change({ target: 'OURS', kind: 'deletion' });
  await change({ kind: 'deletion', fromMe: true });
  await change({ kind: 'deletion', phone: '6281200000002' });

  const found = await applied();

  expect(found.get(OUTBOUND)).toMatchObject({ edits: [], deleted_at: null });
  expect(found.get(INBOUND)).toMatchObject({ deleted_at: null });
});

test('without messages or places nothing is read', async () => {
  expect(await appliedTo(ctx.db, [{ places: [], messages: [INBOUND] }])).toEqual(new Map());
  expect(await appliedTo(ctx.db, [{ places: [{ device_id: 1, phone: ANI }], messages: [] }])).toEqual(
    new Map(),
  );
});
