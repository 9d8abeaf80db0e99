import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { openTestCloud, PHONE_ID } from '../test-cloud.ts';

const chat = `/sandbox/cloud/numbers/${PHONE_ID}`;

test('changes of an account carry a time in their entry, changes of a number do not', async () => {
  const cloud = await openTestCloud();
  const sendEvent = (field: string, value: object) => cloud.post(`${chat}/events`, { field, value });
  await cloud.post('/sandbox/cloud/clock', { frozen: true });
  await cloud.post('/sandbox/cloud/webhooks/settings', { paused: true });

  await sendEvent('account_update', { event: 'VERIFIED_ACCOUNT' });
  await cloud.post(chat, { quality_rating: 'RED' });
  await cloud.post('/sandbox/cloud/clock', { advance_ms: 5_000 });
  await cloud.post(chat, { state: 'banned' });
  await sendEvent('messages', { statuses: 'broken' });
  await cloud.write({ text: 'Halo' });
  await cloud.post(`${chat}/echoes`, { to: '6281234567890', text: 'Dari HP' });
  const { body } = await cloud.get('/sandbox/cloud');
  await cloud.post('/sandbox/cloud/webhooks/settings', { paused: false });
  await until(() => cloud.posts().length === 1);

  const now = Math.floor(Date.parse(body.clock.now) / 1000);
  const sent = cloud
    .posts()[0]
    .entry.map(({ time, changes }: { time?: number; changes: object[] }) => [
      time,
      changes.map((change) => 'field' in change && change.field),
    ]);
  expect(sent).toEqual([
    [now - 5, ['account_update', 'phone_number_quality_update']],
    [now, ['account_update']],
    [undefined, ['messages', 'messages', 'smb_message_echoes']],
  ]);
});
