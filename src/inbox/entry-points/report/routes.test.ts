import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, inboundHooks(ctx));

const EXPORT = '/v1/entry-points/touches';

/** A link through which a customer came at each of these times. */
async function shop(...times: string[]) {
  const { api, account } = await service.customer();
  const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
  const { device_uuid } = device;
  const { body: link } = await api('POST', '/v1/entry-points', { name: 'Poster', device_uuid });
  for (const [n, at] of times.entries()) {
    const body = `Halo (ref ${link.code})`;
    await receive(inbound(device, `628120000000${n}`, { body, at: new Date(at) }));
  }
  return { api };
}

test.each([
  ['', ['5', '6', '6', '7']],
  ['?since=2025-11-06', ['6', '6', '7']],
  ['?until=2025-11-06', ['5', '6', '6']],
  ['?since=2025-11-06&until=2025-11-06', ['6', '6']],
  ['?until=2025-11-04', []],
])('the export %s has whole days in UTC', async (query, days) => {
  const times = ['05T23:59:59.999', '06T00:00:00.000', '06T23:59:59.999', '07T00:00:00.000'];
  const { api } = await shop(...times.map((time) => `2025-11-${time}Z`));

  const { body } = await api('GET', EXPORT + query);

  const lines: string[] = body.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.slice(9, 10))).toEqual(days);
});

test.each([
  ['since=2025-12-01&until=2025-11-01', { until: ['must not be before since'] }],
  ['since=kemarin', { since: [expect.any(String)] }],
])('an export of the days %s is refused', async (query, errors) => {
  const { api } = await shop();

  const answer = await api('GET', `${EXPORT}?${query}`);

  expect(answer).toMatchObject({ status: 422, body: { errors } });
});
