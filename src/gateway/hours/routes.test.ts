import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const DAY = [{ from: '09:00', to: '17:00' }];
const CLOSED = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
const HOURS = { timezone: 'Asia/Jakarta', weekly: { monday: DAY } };
const KEPT = { timezone: 'Asia/Jakarta', weekly: { monday: DAY, ...CLOSED }, holidays: [] };

async function shop() {
  const customer = await service.customer();
  const path = `/v1/devices/${customer.deviceUuid}/business-hours`;
  const get = async (url = '/v1/business-hours') => (await customer.api('GET', url)).body;
  return { ...customer, path, get };
}

test('an account without business hours is always open', async () => {
  const { get, path } = await shop();

  const [account, device] = [await get(), await get(path)];

  expect(account).toMatchObject({ timezone: 'UTC', source: 'default', is_open: true, changes_at: null });
  expect(device).toEqual(account);
});

test('a device has the hours of its account until it gets its own, and again after they are removed', async () => {
  const { api, path, get } = await shop();
  await api('PUT', '/v1/business-hours', HOURS);
  expect(await get(path)).toMatchObject({ ...KEPT, source: 'account' });

  const own = await api('PUT', path, { ...HOURS, timezone: 'Asia/Makassar' });

  expect([own.status, own.body]).toMatchObject([200, { timezone: 'Asia/Makassar', source: 'device' }]);
  expect(await get(path)).toMatchObject({ ...KEPT, timezone: 'Asia/Makassar', source: 'device' });
  expect(await get()).toMatchObject({ ...KEPT, source: 'account' });
  expect((await api('DELETE', path)).status).toBe(204);
  expect((await api('DELETE', path)).status).toBe(204);
  expect(await get(path)).toMatchObject({ ...KEPT, source: 'account' });
});

test('an answer says whether it is open, and when this changes', async () => {
  const { api } = await shop();
  const always = [{ from: '00:00', to: '24:00' }];
  const date = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString().slice(0, 10);
  const tomorrow = date(24 * 3_600_000);
  const week = Object.fromEntries([...Object.keys(CLOSED), 'monday'].map((day) => [day, always]));

  const { body } = await api('PUT', '/v1/business-hours', {
    timezone: 'UTC',
    weekly: week,
    holidays: [{ date: tomorrow, name: 'Libur', hours: [{ from: '12:00', to: '24:00' }] }],
  });

  expect(body).toMatchObject({ is_open: true, changes_at: `${tomorrow}T00:00:00.000Z` });
  expect(body.holidays).toEqual([{ date: tomorrow, name: 'Libur', hours: [{ from: '12:00', to: '24:00' }] }]);
});

test('only a change is in the audit log', async () => {
  const { api, path, account, deviceUuid } = await shop();
  const before = (await auditEntries(ctx, account.id)).length;

  for (const _ of [1, 2]) await api('PUT', '/v1/business-hours', HOURS);
  for (const _ of [1, 2]) await api('PUT', path, HOURS);
  for (const _ of [1, 2]) await api('DELETE', path);

  const detail = { timezone: 'Asia/Jakarta', holidays: 0 };
  expect((await auditEntries(ctx, account.id)).slice(before)).toMatchObject([
    { action: 'business_hours.changed', target: String(account.id), detail },
    { action: 'business_hours.changed', target: deviceUuid, detail },
    { action: 'business_hours.removed', target: deviceUuid, detail: {} },
  ]);
});

const holiday = (date: string) => ({ date });

test.each<[string, object, string]>([
  ['no time zone', { weekly: {} }, 'timezone'],
  ['an unknown time zone', { ...HOURS, timezone: 'Asia/Atlantis' }, 'timezone'],
  ['an offset', { ...HOURS, timezone: '+07:00' }, 'timezone'],
  ['no week', { timezone: 'UTC' }, 'weekly'],
  [
    'a time that does not exist',
    { ...HOURS, weekly: { monday: [{ from: '9:00', to: '24:30' }] } },
    'weekly.monday.0.from',
  ],
  [
    'an end before its begin',
    { ...HOURS, weekly: { friday: [{ from: '17:00', to: '09:00' }] } },
    'weekly.friday.0.to',
  ],
  [
    'times that overlap',
    { ...HOURS, weekly: { friday: [...DAY, { from: '16:59', to: '18:00' }] } },
    'weekly.friday',
  ],
  ['too many times', { ...HOURS, weekly: { friday: Array(11).fill(DAY[0]) } }, 'weekly.friday'],
  ['a date that does not exist', { ...HOURS, holidays: [holiday('2026-02-29')] }, 'holidays.0.date'],
  ['a date twice', { ...HOURS, holidays: [holiday('2026-12-25'), holiday('2026-12-25')] }, 'holidays'],
  ['too many holidays', { ...HOURS, holidays: Array(201).fill(holiday('2026-12-25')) }, 'holidays'],
  ['NUL in a name', { ...HOURS, holidays: [{ ...holiday('2026-12-25'), name: 'a\0' }] }, 'holidays.0.name'],
])('%s is refused', async (_, body, field) => {
  const { api, get } = await shop();

  const answer = await api('PUT', '/v1/business-hours', body);

  expect([answer.status, Object.keys(answer.body.errors)]).toMatchObject([
    422,
    expect.arrayContaining([field]),
  ]);
  expect(await get()).toMatchObject({ source: 'default' });
});
