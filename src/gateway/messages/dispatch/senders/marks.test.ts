import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../../test/harness/context.ts';
import { giveLeases, insertAccount, insertDevice, insertMessage } from '../../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../../test/harness/tables.ts';
import { setStatus } from '../../../../platform/accounts/account.ts';
import type { MessageType } from '../../../engines/kinds.ts';
import { claimDue } from '../claim-store.ts';
import { markWritten } from '../in-flight-store.ts';

const ctx = await testContext({ cleanup: afterAll });
const UNTIL = new Date('2026-01-01T00:10:00Z');

/** A leased device with one queued message. */
async function scene(type: MessageType = 'text') {
  const device = await insertDevice(ctx, await insertAccount(ctx));
  const nodeId = randomUUID();
  await giveLeases(ctx, nodeId, [device.id]);
  const { id } = await insertMessage(ctx, device, { type });

  return {
    id,
    accountId: device.account_id,
    claim: async (freshId: string, epoch = 1) => {
      const [found] = await claimDue(ctx.db, 'calls', {
        nodeId,
        devices: [
          { device_id: device.id, account_id: device.account_id, epoch, capacity: 1, only_ready: false },
        ],
        preparedTypes: ['image'],
        inFlight: [],
        freshIds: [freshId],
        now: ctx.now(),
      });
      return found?.reserved_wa_id;
    },
    mark: async (reserved_wa_id: string, epoch = 1, device_id = device.id) =>
      (await markWritten(ctx.db, nodeId, [{ id, reserved_wa_id, device_id, epoch }], UNTIL)).has(id),
    /** Another device of the same process. */
    neighbour: async () => {
      const other = await insertDevice(ctx, await insertAccount(ctx));
      await giveLeases(ctx, nodeId, [other.id]);
      return other.id;
    },
    row: () =>
      tablesOf(ctx.db)
        .selectFrom('messages')
        .select(['reserved_wa_id', 'maybe_written', 'not_before'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  };
}

test('a claim of a message that needs no file changes nothing before the mark', async () => {
  const { claim, row } = await scene();

  const ids = [await claim('first'), await claim('second')];

  expect(ids).toEqual(['first', 'second']);
  expect(await row()).toMatchObject({ reserved_wa_id: null, maybe_written: false });
});

test('the mark commits the reserved id, and the message is not claimed again', async () => {
  const { claim, mark, row } = await scene();
  await claim('mine');

  const isOurs = await mark('mine');

  expect(isOurs).toBe(true);
  expect(await row()).toEqual({ reserved_wa_id: 'mine', maybe_written: true, not_before: UNTIL });
  expect(await claim('another')).toBeUndefined();
  expect(await mark('mine')).toBe(false);
});

test('a message that needs a file gets its id at the claim, because it may fail before its mark', async () => {
  const { claim, mark, row } = await scene('image');

  const ids = [await claim('first'), await claim('second')];

  expect(ids).toEqual(['first', 'first']);
  expect(await row()).toMatchObject({ reserved_wa_id: 'first', maybe_written: false });
  expect(await mark('second')).toBe(false);
  expect(await mark('first')).toBe(true);
});

test('a process without the lease claims nothing and marks nothing', async () => {
  const { claim, mark, row } = await scene();

  expect(await claim('mine', 2)).toBeUndefined();
  expect(await mark('mine', 2)).toBe(false);
  expect(await row()).toMatchObject({ reserved_wa_id: null, maybe_written: false });
});

test('a mark under the lease of another device changes nothing', async () => {
  const { mark, neighbour, row } = await scene();

  expect(await mark('mine', 1, await neighbour())).toBe(false);
  expect(await row()).toMatchObject({ reserved_wa_id: null, maybe_written: false });
});

test.each([['suspended'], ['cancelled']] as const)(
  'a message of a %s account is neither claimed nor marked',
  async (status) => {
    const { accountId, claim, mark, row } = await scene();
    await claim('mine');

    await setStatus(ctx, accountId, status);
    const answers = [await mark('mine'), await claim('mine')];

    expect(answers).toEqual([false, undefined]);
    expect(await row()).toMatchObject({ reserved_wa_id: null, maybe_written: false });
  },
);
