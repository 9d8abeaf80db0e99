import { expect, test } from 'vitest';
import { PHONE_ID, TOKEN } from '../../../../sandbox/graph/test-cloud.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { type OfficialLine, openOfficialLine } from '../../../../test/harness/official-line.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { releaseDevice } from '../device.ts';

const SITI = '6281234560000';

/** What happens at the provider when a business exchanges its token, one after the other. */
const renew = async ({ cloud }: OfficialLine, accessToken: string) => {
  await cloud.post('/sandbox/cloud/tokens/revoke', { access_token: TOKEN });
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, { access_token: accessToken });
};
const calls = async ({ cloud }: OfficialLine) =>
  (await cloud.get('/sandbox/cloud/requests?call=messages')).body.data;

test('a token that is refused while the next one is stored disconnects no device', async () => {
  const line = await openOfficialLine();
  // One answer is on its way while the old token ends, so that the session takes its time to close.
  await line.cloud.post('/sandbox/cloud/clock', { frozen: true });
  await line.cloud.post('/sandbox/cloud/faults', { recipient: SITI, delay_ms: SECOND });
  const slow = await line.send('Lama', { to: SITI });
  await until(async () => (await calls(line)).length === 1, { what: 'the slow call' });
  await renew(line, 'EAAGnext');

  const refused = await line.send('Sesudahnya');
  await until(async () => (await calls(line)).some(({ code }: { code: number }) => code === 190), {
    what: 'the refusal',
  });
  await line.rotate('EAAGnext');
  await line.cloud.post('/sandbox/cloud/clock', { advance_ms: SECOND, frozen: false });
  await line.settled(slow, 'sent', 'delivered');
  await line.settled(refused, 'sent', 'delivered');

  expect(await line.deviceRow()).toMatchObject({ status: 'connected', reason: null });
  const announced = (await eventsOf(line.ctx, 'device.status')).map(({ status }) => status);
  expect(announced).toEqual(['connected']);
});

test('of a device that is released neither token nor secret is kept', async () => {
  const line = await openOfficialLine();
  await tablesOf(line.ctx.db)
    .updateTable('devices')
    .set({ official_app_secret: Buffer.from('sealed') })
    .where('id', '=', line.device.id)
    .execute();

  await releaseDevice(line.ctx, line.account, line.device.device_uuid);

  expect((await line.deviceRow()).official_app_secret).toBeNull();
  await until(
    async () => (await tablesOf(line.ctx.db).selectFrom('session_creds').selectAll().execute()).length === 0,
    { what: 'the end of the token' },
  );
});
