import { expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { createKey, listKeys, revokeKey } from '../key.ts';
import { openKeyUses } from './last-use.ts';

/** An account with keys, and last uses whose statements are counted and can fail. */
async function scene(keys = 1) {
  const ctx = await testContext();
  const account = await insertAccount(ctx);
  const ids: string[] = [];
  for (let n = 0; n < keys; n += 1) {
    const key = await createKey(ctx, { accountId: account.id, name: `${n}`, scope: 'full', expiresAt: null });
    ids.push(key.key_id);
  }
  const state = { broken: false, statements: 0 };
  const db = watchStatements(ctx.db, () => {
    state.statements += 1;
    if (state.broken) throw new Error('no database');
  });
  const open = () => {
    const uses = openKeyUses({ ...ctx, db });
    onTestFinished(() => uses.close());
    return uses;
  };
  return { ctx, ids, id: ids[0] ?? '', state, open, stored: () => storedUses(ctx, account.id) };
}

async function storedUses(ctx: TestContext, accountId: number) {
  const keys = await listKeys(ctx.db, accountId);
  return Object.fromEntries(keys.map((key) => [key.id, [key.last_used_at, key.last_used_address]]));
}

test('the uses of all keys are one statement, with the latest use of each', async () => {
  const { ctx, ids, state, open, stored } = await scene(3);
  const uses = open();
  const at = ctx.now();
  for (const id of ids) uses.note(id, '203.0.113.1', at);
  for (const id of ids) uses.note(id, '203.0.113.2', at);

  await uses.flush();

  expect(state.statements).toBe(1);
  expect(await stored()).toEqual(Object.fromEntries(ids.map((id) => [id, [at, '203.0.113.2']])));
});

test('a key in constant use is written once a minute, with its latest use', async () => {
  const { ctx, id, state, open, stored } = await scene();
  const uses = open();

  for (let second = 0; second <= 60; second += 1) {
    uses.note(id, `203.0.113.${second}`, ctx.now());
    await uses.flush();
    ctx.clock.advance(SECOND);
  }

  expect(state.statements).toBe(2);
  expect((await stored())[id]?.[1]).toBe('203.0.113.60');
});

test('a use within the minute is written after the minute, also without another call', async () => {
  const { ctx, id, state, open, stored } = await scene();
  const uses = open();
  uses.note(id, '203.0.113.1', ctx.now());
  await uses.flush();
  ctx.clock.advance(SECOND);
  const last = ctx.now();
  uses.note(id, '203.0.113.2', last);

  await uses.flush();
  ctx.clock.advance(MINUTE);
  await uses.flush();
  ctx.clock.advance(MINUTE);
  await uses.flush();

  expect(await stored()).toEqual({ [id]: [last, '203.0.113.2'] });
  expect(state.statements).toBe(2);
});

test('a flush that fails is repeated by the next one', async () => {
  const { ctx, id, state, open, stored } = await scene();
  const uses = open();
  const at = ctx.now();
  uses.note(id, '203.0.113.1', at);
  state.broken = true;

  await expect(uses.flush()).rejects.toThrow('no database');
  state.broken = false;
  await uses.flush();

  expect(await stored()).toEqual({ [id]: [at, '203.0.113.1'] });
});

test('the use that another process saw last counts', async () => {
  const { ctx, id, open, stored } = await scene();
  const [one, other] = [open(), open()];
  const early = ctx.now();
  ctx.clock.advance(SECOND);
  const late = ctx.now();
  one.note(id, '203.0.113.1', early);
  other.note(id, '203.0.113.2', late);

  await other.flush();
  await one.flush();

  expect(await stored()).toEqual({ [id]: [late, '203.0.113.2'] });
});

test('a use after the revocation does not count, a use before it does', async () => {
  const { ctx, ids, open, stored } = await scene(2);
  const [before = '', after = ''] = ids;
  const uses = open();
  const at = ctx.now();
  uses.note(before, '203.0.113.1', at);
  for (const id of ids) await revokeKey(ctx, id);
  ctx.clock.advance(1);
  uses.note(after, '203.0.113.1', ctx.now());

  await uses.flush();

  expect(await stored()).toEqual({ [before]: [at, '203.0.113.1'], [after]: [null, null] });
});

test('a statement has at most 500 keys, and every key gets its turn', async () => {
  const { ctx, id, state, open, stored } = await scene();
  const uses = open();
  for (let n = 0; n < 1000; n += 1) uses.note(`unknown-${n}`, '203.0.113.1', ctx.now());
  uses.note(id, '203.0.113.1', ctx.now());

  await uses.flush();
  await uses.flush();
  const early = await stored();
  await uses.flush();

  expect(early[id]?.[1]).toBeNull();
  expect((await stored())[id]?.[1]).toBe('203.0.113.1');
  expect(state.statements).toBe(3);
});

test('processes that write the same keys at once do not block each other', async () => {
  const { ctx, ids, open, stored } = await scene(20);
  const processes = [open(), open(), open()];

  for (let round = 0; round < 20; round += 1) {
    ctx.clock.advance(MINUTE);
    for (const [n, uses] of processes.entries()) {
      const order = n % 2 === 0 ? ids : ids.toReversed();
      for (const id of order) uses.note(id, `203.0.113.${n}`, ctx.now());
    }
    await Promise.all(processes.map((uses) => uses.flush()));
  }

  expect(Object.values(await stored()).map(([at]) => at)).toEqual(ids.map(() => ctx.now()));
});

test('closing writes the rest, also within the minute', async () => {
  const { ctx, id, open, stored } = await scene();
  const uses = open();
  uses.note(id, '203.0.113.1', ctx.now());
  await uses.flush();
  uses.note(id, '203.0.113.2', new Date(ctx.now().getTime() + 1));

  await uses.close();

  expect((await stored())[id]?.[1]).toBe('203.0.113.2');
});

test('closing writes the rest after a flush that fails meanwhile', async () => {
  const { ctx, id, state, open, stored } = await scene();
  const uses = open();
  uses.note(id, '203.0.113.1', ctx.now());
  state.broken = true;
  const failing = uses.flush();
  state.broken = false;

  await Promise.all([expect(failing).rejects.toThrow('no database'), uses.close()]);

  expect((await stored())[id]?.[1]).toBe('203.0.113.1');
});

test('closing ends even when the uses cannot be written', async () => {
  const { ctx, id, state, open } = await scene();
  const uses = open();
  uses.note(id, '203.0.113.1', ctx.now());
  state.broken = true;

  await expect(uses.close()).resolves.toBeUndefined();
});
