import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createStatusWriter } from '../../src/gateway/messages/queue/status-writer.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import * as commands from './commands.ts';
import { CONTENTS, Model, type ModelMessage, RECIPIENTS } from './model.ts';
import { burst, send } from './sending.ts';

/** Number and seed of the runs. A number without a seed means new runs each time. */
const { KURIR_TEST_MODEL_RUNS: runs, KURIR_TEST_MODEL_SEED: seed } = process.env;
const numRuns = Number(runs ?? (isLong ? 25 : 4));
/** More runs get more time. fast-check shrinks a failure while time remains. */
const LIMIT_MS = 10_000 + numRuns * 400;
const SETTINGS = {
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  ...((seed ?? !runs) && { seed: Number(seed ?? 1) }),
};

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const statuses = createStatusWriter(ctx, new AbortController().signal);

const device = fc.nat({ max: 3 });
const message = fc.nat({ max: 30 });
const rate_per_minute = fc.integer({ min: 1, max: 40 });
const monthly_quota = fc.option(fc.integer({ min: 0, max: 25 }));
const storage_bytes = fc.constant(null);
const max_devices = fc.integer({ min: 0, max: 4 });
const keysOf = <T extends object>(table: T) =>
  // Object.keys returns the keys of the table.
  fc.constantFrom(...(Object.keys(table) as (keyof T)[]));

/** A valid request of a customer, with few keys, so that keys repeat. */
const goodSend = fc.record({
  key: fc.nat({ max: 40 }).map((n) => `order-${n}`),
  device,
  to: fc.constant('good' as const),
  content: fc.constantFrom('text' as const, 'image' as const, 'button' as const, 'list' as const),
});
const anySend = fc.record({
  key: fc.option(fc.nat({ max: 60 }).map((n) => `order-${n}`)),
  device: fc.oneof(
    { weight: 4, arbitrary: device },
    { weight: 1, arbitrary: fc.constant('unknown' as const) },
  ),
  to: fc.oneof(
    { weight: 4, arbitrary: fc.constant('good' as const) },
    { weight: 1, arbitrary: keysOf(RECIPIENTS) },
  ),
  content: keysOf(CONTENTS),
});
const triggers = fc.constantFrom<('connected' | 'connection_lost' | 'banned')[]>(
  ...(['connected', 'connected', 'connected', 'connection_lost', 'banned'] as const),
);

const STEPS: [weight: number, arbitrary: fc.Arbitrary<commands.Command>][] = [
  [30, goodSend.map(send)],
  [25, anySend.map(send)],
  [8, fc.record({ count: fc.integer({ min: 2, max: 12 }), device, oneKey: fc.boolean() }).map(burst)],
  [
    20,
    fc
      .tuple(
        message,
        fc.constantFrom('sent' as const, 'delivered' as const, 'read' as const, 'failed' as const),
      )
      .map((args) => commands.report(...args)),
  ],
  [8, fc.tuple(device, triggers).map((args) => commands.moveDevice(...args))],
  [1, device.map(commands.releaseDevice)],
  [4, fc.record({ rate_per_minute, monthly_quota, max_devices, storage_bytes }).map(commands.changePlan)],
  [2, fc.constant(commands.setAccount('suspended'))],
  [4, fc.constant(commands.setAccount('active'))],
  [1, fc.constant(commands.setAccount('cancelled'))],
  [2, fc.constant(commands.closeAccount)],
  [2, fc.constantFrom(1, 11, 25).map(commands.waitHours)],
  [6, message.map(commands.readMessage)],
  [1, fc.constant(commands.readUnknownMessage)],
  [6, fc.constant(commands.readUsage)],
  [3, fc.constant(commands.listDevices)],
  [3, fc.constant(commands.addDevice)],
  [3, fc.constant(commands.expireQueued)],
  [1, fc.constant(commands.nextMonth)],
  [4, fc.constant(commands.nextMinute)],
];

const story = fc.commands([fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })))], {
  maxCommands: 60,
  size: 'max',
});

/** A new account with one device per engine, and its model. */
async function open() {
  const model = new Model(ctx.now());
  const shop = await service.customer(model.plan);
  const official = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });
  for (const uuid of [shop.deviceUuid, official.device_uuid]) {
    model.devices.push(await commands.meetDevice(ctx, uuid));
  }
  return { model, real: { ctx, shop, statuses } };
}

test(
  'in any order of steps, every answer follows the rules',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const { model, real } = await open();

        await fc.asyncModelRun(() => ({ model, real }), steps);

        expect(await storedBy(real.shop.account.id)).toEqual(
          [...model.messages.values()].sort((a, b) => a.id - b.id).map(traceOf),
        );
      }),
      SETTINGS,
    );
  },
  2 * LIMIT_MS,
);

const traceOf = ({ id, status, announced }: ModelMessage) => ({ id, status, announced });

/** The messages of the account with their announced statuses in order. */
async function storedBy(accountId: number) {
  const { rows } = await ctx.pool.query<ReturnType<typeof traceOf>>(
    `select m.public_id as id, m.status, array(
       select e.body::jsonb ->> 'status' from events e
       where e.type = 'message.status' and e.account_id = m.account_id
         and (e.body::jsonb ->> 'message_id')::bigint = m.public_id
       order by e.id
     ) as announced
     from messages m where m.account_id = $1 order by m.id`,
    [accountId],
  );
  return rows;
}
