import { afterAll, expect } from 'vitest';
import { testContext } from '../harness/context.ts';
import { routesOf } from '../harness/routes.ts';
import { openService } from '../harness/service.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();

contract('Conventions: {base_url} is the host root', async () => {
  const { body: device } = await shop.api('POST', '/v1/devices', { label: 'Kasir' });
  const sent = await shop.send();

  const answers = [
    sent,
    await shop.api('GET', `/v1/devices/${device.device_uuid}`),
    await shop.api('GET', '/v1/devices'),
    await shop.api('GET', '/v1/contacts'),
    await shop.api('GET', '/v1/webhooks'),
    await shop.api('GET', '/v1/usage'),
    await shop.api('GET', '/v1/nothing'),
  ];
  const notJson = await shop.api('POST', '/v1/devices', 'label: Kasir', { 'content-type': 'text/yaml' });

  for (const { headers } of answers) expect(headers['content-type']).toMatch(/^application\/json/);
  expect(sent.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(notJson.status).toBe(415);
});

contract('Versioning > The version is part of the', async () => {
  const endpoints = routesOf(service.http).filter(({ url }) => url.startsWith('/v1/'));

  const answers = await Promise.all(
    endpoints.flatMap(({ method, url }) =>
      [url.slice('/v1'.length), url.replace('/v1', '/v2')].map((other) =>
        service.http.inject({
          method: method as 'GET',
          url: other,
          headers: { authorization: `Bearer ${shop.apiKey}` },
        }),
      ),
    ),
  );

  expect(endpoints.length).toBeGreaterThan(5);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
});
