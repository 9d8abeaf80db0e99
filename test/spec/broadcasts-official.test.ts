import { afterAll, expect } from 'vitest';
import { BUDI } from '../../sandbox/graph/test-cloud.ts';
import { startBroadcastRunner } from '../../src/gateway/broadcasts/runner/runner.ts';
import { openOfficialLine } from '../harness/official-line.ts';
import { openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';

// The provider refuses free text to people who have not written lately.
const behaviour = { outside_window: 'response', strangers: 'closed' };
const { ctx, account, device } = await openOfficialLine({ behaviour, onEnd: afterAll });
const service = await openService(ctx);
const shop = await service.customerOf(account, device.device_uuid);
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

contract('Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 4', async () => {
  await shop.api('POST', '/v1/contacts', { phone: BUDI, name: 'Budi', tags: ['semua'] });
  const content = { name: 'Promo', message_template: 'Halo {nama}', tags: ['semua'] };

  const created = await shop.api('POST', '/v1/broadcasts', { device_uuid: shop.deviceUuid, ...content });
  const ended = await until(async () => {
    const { body } = await shop.api('GET', `/v1/broadcasts/${created.body.id}`);
    return body.status === 'completed' && body;
  });

  expect(created.status).toBe(201);
  expect(ended).toMatchObject({ sent_count: 0, failed_count: 1 });
  const messages = tablesOf(ctx.db).selectFrom('messages').select('public_id');
  const { public_id } = await messages.executeTakeFirstOrThrow();
  expect((await shop.api('GET', `/v1/messages/${public_id}`)).body).toMatchObject({
    status: 'failed',
    error: { code: '131047' },
  });
});
