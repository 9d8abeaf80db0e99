import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

/** A disabled webhook of a new customer. */
async function disabledWebhook(url: string) {
  const shop = await service.customer();
  const webhook = { url: 'https://example.com/hook', events: ['message.status'] };
  const { body } = await shop.api('POST', '/v1/webhooks', webhook);
  const disabled_at = ctx.now().toISOString();
  await ctx.pool.query(
    `update webhooks set url = $2, status = 'disabled', failure_count = 10, disabled_at = $3,
       failing_since = $3, last_error = 'timeout' where id = $1`,
    [body.id, url, disabled_at],
  );
  return { shop, id: body.id, disabled_at, enable: () => shop.api('POST', `/v1/webhooks/${body.id}/enable`) };
}

test('the answer is the webhook of the list, with what was queued and what was missed', async () => {
  const { shop, id, disabled_at, enable } = await disabledWebhook('https://example.com/hook');

  const enabled = await enable();
  const again = await enable();
  const { body: list } = await shop.api('GET', '/v1/webhooks');

  expect(list.data).toMatchObject([
    { id, status: 'enabled', failure_count: 0, failing_since: null, last_error: null, disabled_at: null },
  ]);
  expect([enabled.status, again.status]).toEqual([200, 200]);
  expect(enabled.body).toEqual({ ...list.data[0], queued: 0, missed_since: disabled_at });
  expect(again.body).toEqual({ ...list.data[0], queued: 0, missed_since: null });
});

test('a disabled webhook that no request reaches is refused, and an enabled one is left alone', async () => {
  const { id, enable } = await disabledWebhook('http://10.0.0.5:5678/');

  const refused = await enable();
  await ctx.pool.query(`update webhooks set status = 'enabled', disabled_at = null where id = $1`, [id]);
  const accepted = await enable();

  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { url: [expect.stringContaining('KURIR_ALLOW_NETWORKS')] },
  ]);
  expect(accepted.status).toBe(200);
});

test.each(['0', 'abc', '987654321012'])('webhook %s is unknown', async (id) => {
  const shop = await service.customer();

  const { status, body } = await shop.api('POST', `/v1/webhooks/${id}/enable`);

  expect([status, body.error]).toEqual([404, 'webhook_not_found']);
});

test('a webhook that is switched off gets nothing more, and keeps its failures until it is enabled', async () => {
  const shop = await service.customer();
  const webhook = { url: 'https://example.com/hook', events: ['message.status'] };
  const { body } = await shop.api('POST', '/v1/webhooks', webhook);
  await ctx.pool.query('update webhooks set failure_count = 3 where id = $1', [body.id]);
  const call = (act: string) => shop.api('POST', `/v1/webhooks/${body.id}/${act}`);

  const off = await call('disable');
  ctx.clock.advance(1_000);
  const again = await call('disable');
  const tested = await call('test');
  const on = await call('enable');
  const missing = await shop.api('POST', '/v1/webhooks/987654321/disable');

  const disabled_at = off.body.disabled_at;
  expect(off.body).toMatchObject({
    status: 'disabled',
    failure_count: 3,
    warning: expect.stringContaining('Switched off'),
  });
  expect(again.body).toEqual(off.body);
  expect(tested.body.error).toBe('webhook_disabled');
  expect(on.body).toMatchObject({ status: 'enabled', failure_count: 0, missed_since: disabled_at });
  expect(missing.body.error).toBe('webhook_not_found');
});
