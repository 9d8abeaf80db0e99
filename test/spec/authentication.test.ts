import { createHmac } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { createKey, revokeKey } from '../../src/platform/accounts/key.ts';
import { testContext } from '../harness/context.ts';
import { startReceiver } from '../harness/receiver.ts';
import { routesOf } from '../harness/routes.ts';
import { openService, openWebhookWorker } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const worker = openWebhookWorker(ctx, { start: false });
const inHour = () => new Date(ctx.now().getTime() + 3_600_000);

const newKey = (expiresAt: Date | null = null) =>
  createKey(ctx, { accountId: shop.account.id, name: 'k', scope: 'full', expiresAt });
async function usageWith(authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await service.http.inject({ url: '/v1/usage', headers });
  return [answer.statusCode, answer.json().error];
}

contract('Authentication > 1', async () => {
  const routes = routesOf(service.http).filter(({ url }) => url.startsWith('/v1/'));

  const answers = await Promise.all(
    routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => service.http.inject({ method: method as 'GET', url })),
  );

  expect(answers.length).toBeGreaterThan(5);
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().error}`))).toEqual(
    new Set(['401 invalid_api_key']),
  );
  expect(await usageWith(`Bearer ${shop.apiKey}`)).toEqual([200, undefined]);
});

contract('Authentication > 2', async () => {
  const [revoked, expired] = [await newKey(), await newKey(inHour())];
  await revokeKey(ctx, revoked.key_id);
  const fresh = `Bearer ${expired.api_key}`;
  const before = await usageWith(fresh);
  ctx.clock.advance(3_600_001);

  const answers = await Promise.all(
    [
      undefined,
      '',
      'Bearer',
      `Bearer ${shop.apiKey}x`,
      `Bearer ${shop.apiKey.slice(0, -1)}`,
      `Basic ${shop.apiKey}`,
      shop.apiKey,
      `Bearer ${revoked.api_key}`,
      fresh,
    ].map(usageWith),
  );

  expect(before).toEqual([200, undefined]);
  expect(answers).toEqual(answers.map(() => [401, 'invalid_api_key']));
});

contract('Authentication > 3', async () => {
  const answers = [];

  for (const status of ['active', 'suspended', 'cancelled'] as const) {
    const customer = await service.customer();
    await tablesOf(ctx.db)
      .updateTable('accounts')
      .set({ status })
      .where('id', '=', customer.account.id)
      .execute();
    const answer = await customer.api('GET', '/v1/usage');
    answers.push([status, answer.status, answer.body.error]);
  }

  expect(answers).toEqual([
    ['active', 200, undefined],
    ['suspended', 403, 'account_inactive'],
    ['cancelled', 403, 'account_inactive'],
  ]);
});

contract('Authentication > 4', async () => {
  const receiver = await startReceiver();
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['device.status'] });
  await shop.api('POST', '/v1/devices', { label: 'Kasir' });

  await worker.runOnce();

  const [request] = receiver.requests;
  const hmac = createHmac('sha256', hook.body.secret)
    .update(request?.body ?? '')
    .digest('hex');
  expect(request?.headers['x-service-signature']).toBe(`sha256=${hmac}`);
  expect(hmac).toMatch(/^[0-9a-f]{64}$/);
});

contract('Authentication > 5', async () => {
  const [reader, sender] = await Promise.all(
    (['read', 'send'] as const).map((scope) => service.customerOf(shop.account, shop.deviceUuid, scope)),
  );

  const answers = await Promise.all([
    reader?.api('GET', '/v1/devices'),
    reader?.api('GET', `/v1/devices/${shop.deviceUuid}/qr`),
    reader?.send(),
    reader?.api('POST', '/v1/contacts', { phone: '081234567890' }),
    sender?.send(),
    sender?.api('GET', '/v1/devices'),
    sender?.api('DELETE', `/v1/devices/${shop.deviceUuid}`),
  ]);

  expect(answers.map((answer) => answer?.body.error ?? answer?.status)).toEqual([
    200,
    'insufficient_scope',
    'insufficient_scope',
    'insufficient_scope',
    202,
    'insufficient_scope',
    'insufficient_scope',
  ]);
});
