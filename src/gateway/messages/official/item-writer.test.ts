import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import type { OfficialDevice } from '../../devices/official/business-account.ts';
import { CallbackWatch } from './callback-watch.ts';
import { ItemWriter } from './item-writer.ts';

const ctx = await testContext({ cleanup: afterAll });

/** Of which a move needs nothing else. */
const deviceOf = (account_id: number) => ({ account_id }) as OfficialDevice;
const move = { kind: 'moved', phoneNumberId: '1', move: { from: ['6281'], to: ['6282'] } } as const;

test('customers who move in one account do not wait for those of another, and keep their order', async () => {
  const gate = Promise.withResolvers<void>();
  const noted: number[] = [];
  const writer = new ItemWriter(ctx, {
    ...{
      hooks: [],
      replyHooks: [],
      noteConsent: async () => {},
      noteHandovers: async () => {},
      watch: new CallbackWatch(ctx),
    },
    async noteMoves(moves) {
      if (moves.some(({ account_id }) => account_id === 1)) await gate.promise;
      noted.push(...moves.map(({ account_id }) => account_id));
    },
  });
  const large = Array.from({ length: 50 }, () => writer.write(deviceOf(1), move));

  await writer.write(deviceOf(2), move);

  expect(noted).toEqual([2]);
  gate.resolve();
  await Promise.all(large);
  expect(noted).toHaveLength(51);
});
