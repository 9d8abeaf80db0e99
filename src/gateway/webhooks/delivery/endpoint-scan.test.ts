import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { EndpointScan, uptimeMs } from './endpoint-scan.ts';
import { findPending, type ScanCursor } from './store.ts';

const file = await testContext({ cleanup: afterAll });

/** Webhooks of the account, each with a pending first attempt and a pending retry. */
async function waitingEndpoints(
  shop: WebhookAccount,
  count: number,
  dueAt = shop.ctx.now(),
): Promise<number[]> {
  const { rows } = await file.pool.query<{ id: number }>(
    `with endpoint as (
       insert into webhooks (account_id, url, events, secret, created_at)
       select $1, 'http://127.0.0.1:9/', '{message.status}', '', $2::timestamptz
       from generate_series(1, $3::int) returning id
     ), waiting as (
       insert into webhook_deliveries (account_id, webhook_id, event_id, attempts, next_attempt_at, created_at)
       select $1, id, 1, attempts, $4, $2 from endpoint, generate_series(0, 1) attempts
     )
     select id from endpoint order by id`,
    [shop.id, shop.ctx.now(), count, dueAt],
  );
  return rows.map((row) => row.id);
}

test('a scan in small steps finds each endpoint and kind once', async () => {
  const shop = await webhookAccount({ ctx: file });
  const ids = await waitingEndpoints(shop, 4);
  const found: string[] = [];
  const cursors: (ScanCursor | null)[] = [null];

  for (let cursor: ScanCursor | null | undefined; cursor !== null; cursors.push(cursor)) {
    const pending = await findPending(file.db, cursor ?? null, 3, file.now());
    found.push(...pending.due.map((due) => `${due.webhook_id} ${due.repeat}`));
    cursor = pending.next;
  }

  expect(found.toSorted()).toEqual(ids.flatMap((id) => [`${id} false`, `${id} true`]).toSorted());
  expect(cursors.length - 1).toBe(3);
});

test('a scan over many endpoints runs in steps, so that other work does not wait for its end', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 1_200);
  const scan = new EndpointScan(shop.ctx, SECOND);
  const steps: number[] = [];

  do steps.push((await scan.step()).due.length);
  while (scan.isRunning);

  expect(steps).toEqual([1_000, 1_000, 400]);
});

test('a wake-up during a scan starts the next one as soon as it has ended', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 600);
  const scan = new EndpointScan(shop.ctx, 10 * MINUTE);

  await scan.step();
  scan.startBy(0);
  await scan.step();
  scan.skipRest();

  expect(scan.isRunning).toBe(false);
  expect(scan.nextStepAt).toBeLessThan(uptimeMs());
});

test('the next scan starts when a delivery that this one has seen becomes due', async () => {
  const shop = await webhookAccount({ ctx: file });
  await waitingEndpoints(shop, 1, new Date(file.now().getTime() + MINUTE));
  const scan = new EndpointScan(shop.ctx, 10 * MINUTE);

  const before = uptimeMs();
  await scan.step();
  const after = uptimeMs();

  expect(scan.nextStepAt).toBeGreaterThanOrEqual(before + MINUTE);
  expect(scan.nextStepAt).toBeLessThanOrEqual(after + MINUTE);
});
