import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { type WebhookAccount, webhookAccount } from '../../../test/harness/webhook-account.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { findWaiting, type WalkPlace } from './store.ts';
import { createWalk, uptimeMs } from './walk.ts';

const file = await testContext({ cleanup: afterAll });

/** So many webhooks of the account, for each of which a first attempt and a retry wait. */
async function waitingEndpoints(
  shop: WebhookAccount,
  count: number,
  dueAt = shop.ctx.now(),
): Promise<number[]> {
  const { rows } = await file.pool.query<{ id: number }>(
    `with endpoint as (
       insert into webhooks (account_id, url, events, secret, created_at)
       select $1, 'http://127.0.0.1:9/', '{message.status}', '', $2::timestamptz from generate_series(1, $3::int) returning id
     ), waiting as (
       insert into webhook_deliveries (account_id, webhook_id, event_id, attempts, next_attempt_at, created_at)
       select $1, id, 1, attempts, $4, $2 from endpoint, generate_series(0, 1) attempts
     )
     select id from endpoint order by id`,
    [shop.id, shop.ctx.now(), count, dueAt],
  );
  return rows.map((row) => row.id);
}

test('a walk in small steps finds each endpoint and kind once', async () => {
  const shop = await webhookAccount({ ctx: file });
  const ids = await waitingEndpoints(shop, 4);
  const found: string[] = [];
  const places: (WalkPlace | null)[] = [null];

  for (let place: WalkPlace | null | undefined; place !== null; places.push(place)) {
    const waiting = await findWaiting(file.db, place ?? null, 3, file.now());
    found.push(...waiting.due.map((due) => `${due.webhook_id} ${due.late}`));
    place = waiting.next;
  }

  expect(found.toSorted()).toEqual(ids.flatMap((id) => [`${id} false`, `${id} true`]).toSorted());
  expect(places.length - 1).toBe(3);
});

test('a walk over many endpoints is made in steps, so that what is due meanwhile need not wait for its end', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 1_200);
  const walk = createWalk(shop.ctx, SECOND);
  const steps: number[] = [];

  do steps.push((await walk.step()).due.length);
  while (walk.isUnderWay());

  expect(steps).toEqual([1_000, 1_000, 400]);
});

test('what is asked for during a walk is looked for as soon as it has ended', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 600);
  const walk = createWalk(shop.ctx, 10 * MINUTE);

  await walk.step();
  walk.startBy(0);
  await walk.step();
  walk.hurry();

  expect(walk.isUnderWay()).toBe(false);
  expect(walk.nextStepAt()).toBeLessThan(uptimeMs());
});

test('the next walk begins when something that this one has seen becomes due', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 1, new Date(file.now().getTime() + MINUTE));
  const walk = createWalk(shop.ctx, 10 * MINUTE);

  const before = uptimeMs();
  await walk.step();
  const after = uptimeMs();

  expect(walk.nextStepAt()).toBeGreaterThanOrEqual(before + MINUTE);
  expect(walk.nextStepAt()).toBeLessThanOrEqual(after + MINUTE);
});
