import { expect, test } from 'vitest';
import { callsOf, type Figures, joined } from './join.ts';

test.each([
  [{ from: '2026-11-18' }, [{ from: '2026-11-18' }]],
  [{ from: '2026-10-26' }, [{ from: '2026-10-26' }]],
  [
    { from: '2026-08-27' },
    [
      { from: '2026-08-27', to: '2026-09-25' },
      { from: '2026-09-26', to: '2026-10-25' },
      { from: '2026-10-26' },
    ],
  ],
  [
    { from: '2026-10-01', to: '2026-11-01' },
    [
      { from: '2026-10-01', to: '2026-10-30' },
      { from: '2026-10-31', to: '2026-11-01' },
    ],
  ],
])('the calls for %j follow each other up to its end', (asked, calls) => {
  expect(callsOf(asked, '2026-11-24')).toEqual(calls);
});

const by = (api: number) => ({ api, broadcast: 0, staff: 1, automation: 0, phone: 0 });
const totals = (sent: number, code: string) => ({
  ...{ received: 1, sent, sent_by: by(sent), delivered: 2, read: 1, failed: 3 },
  errors: [{ code, count: 3 }],
});
const figures = (row: object, code: string): Figures => ({
  ...{ timezone: 'Asia/Jakarta', from: '2026-11-01', to: '2026-11-02' },
  total: totals(4, code),
  data: [{ ...row, ...totals(4, code) }],
});

test('days of two calls follow each other, and devices are counted together', () => {
  const days = joined(figures({ date: '2026-11-01' }, 'expired'), figures({ date: '2026-11-02' }, 'expired'));
  const devices = joined(figures({ device_uuid: 'a' }, 'expired'), figures({ device_uuid: 'a' }, '131026'));

  expect(days.data.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02']);
  expect(days.total).toMatchObject({
    sent: 8,
    sent_by: { api: 8, staff: 2 },
    errors: [{ code: 'expired', count: 6 }],
  });
  expect(devices.data).toHaveLength(1);
  expect(devices.data[0]).toMatchObject({ device_uuid: 'a', received: 2, failed: 6 });
  expect(devices.total.errors).toEqual([
    { code: '131026', count: 3 },
    { code: 'expired', count: 3 },
  ]);
});
