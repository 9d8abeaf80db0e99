import { afterAll, expect, test } from 'vitest';
import { exhaust, look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { PreviewBroadcast } from '../schema.ts';
import { viewItem } from '../view.ts';
import { afterSending, quietUntil, setQuietHours } from './quiet-hours.ts';

const NIGHT = { from: '21:00', to: '08:00', timezone: 'Asia/Jakarta' };
const NOON = { from: '12:00', to: '13:00', timezone: 'Europe/Berlin' };

test.each([
  ['before the night', NIGHT, '2026-01-05T20:59:59+07:00', null],
  ['at its start', NIGHT, '2026-01-05T21:00:00+07:00', '2026-01-06T08:00:00+07:00'],
  ['after midnight', NIGHT, '2026-01-06T03:00:00+07:00', '2026-01-06T08:00:00+07:00'],
  ['at its end', NIGHT, '2026-01-06T08:00:00+07:00', null],
  [
    'at noon, on the day of the change to summer time',
    NOON,
    '2026-03-29T12:30:00+02:00',
    '2026-03-29T13:00:00+02:00',
  ],
  ['without quiet hours', null, '2026-01-06T03:00:00+07:00', null],
])('quiet hours: %s', (_name, quiet, at, until) => {
  expect(quietUntil(quiet, new Date(at))).toEqual(until && new Date(until));
});

test.each([
  ['within the day', '2026-01-05T09:00:00+07:00', HOUR, '2026-01-05T10:00:00+07:00'],
  ['over the night', '2026-01-05T20:00:00+07:00', 2 * HOUR, '2026-01-06T09:00:00+07:00'],
  ['from the night on', '2026-01-05T23:00:00+07:00', 0, '2026-01-06T08:00:00+07:00'],
  ['over many days', '2026-01-05T08:00:00+07:00', 130 * HOUR, '2026-01-15T08:00:00+07:00'],
  ['beyond the calendar', '2026-01-05T08:00:00+07:00', 8_000_000 * DAY, '9999-12-31T00:00:00Z'],
])('the end of the sending: %s', (_name, from, ms, end) => {
  const found = afterSending(NIGHT, new Date(from), ms);

  expect(found >= new Date(end)).toBe(true);
  expect(found.getTime() - new Date(end).getTime()).toBeLessThan(DAY);
  if (ms < 100 * HOUR) expect(found).toEqual(new Date(end));
});

test.each([
  [{ from: '21:00', to: '21:00' }, ['quiet_hours', 'to']],
  [{ from: '25:00', to: '08:00' }, ['quiet_hours', 'from']],
  [{ from: '21:00', to: '08:00', timezone: 'Mars/Olympus' }, ['quiet_hours', 'timezone']],
])('quiet hours %j are refused', (quiet_hours, path) => {
  const plan = { device_uuid: 'd', message_template: 'Halo', tags: ['vip'] };

  expect(PreviewBroadcast.safeParse({ ...plan, quiet_hours }).error?.issues[0]?.path).toEqual(path);
});

const ctx = await testContext({ cleanup: afterAll });

/** The local time some hours later. */
function atFullHour(): (hours: number) => string {
  ctx.clock.advance(HOUR - (ctx.now().getTime() % HOUR));
  const hour = ctx.now().getUTCHours();
  return (hours) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
}

test('a broadcast stops in its quiet hours, and goes on by itself', async () => {
  const at = atFullHour();
  const scene = await openScene(ctx, { contacts: 3 });
  const quiet_hours = { from: at(1), to: at(10) };
  const id = await scene.create({ quiet_hours, delay_min_seconds: 3_600, delay_max_seconds: 3_600 });
  await exhaust(ctx, scene);
  const forecast = (await scene.read(id)).finish_expected_at;
  const night = new Date(ctx.now().getTime() + HOUR);

  ctx.clock.advance(HOUR);
  await exhaust(ctx, scene);
  const resting = viewItem(await scene.read(id));
  const sentByNight = scene.sent.length;
  ctx.clock.advance(8 * HOUR + 59 * MINUTE);
  await exhaust(ctx, scene);
  const sentBefore = scene.sent.length;
  ctx.clock.advance(MINUTE);
  await exhaust(ctx, scene);
  const awake = viewItem(await scene.read(id));

  expect([sentByNight, sentBefore, scene.sent.length]).toEqual([1, 1, 2]);
  expect(resting).toMatchObject({
    status: 'running',
    waits_for: 'quiet_hours',
    continues_at: new Date(night.getTime() + 9 * HOUR).toISOString(),
    quiet_hours: { ...quiet_hours, timezone: 'UTC' },
  });
  expect(forecast?.getTime()).toBeGreaterThanOrEqual(night.getTime() + 9 * HOUR);
  expect(awake).toMatchObject({ waits_for: null, continues_at: null });
});

test('a broadcast that is scheduled into its quiet hours begins after them', async () => {
  const at = atFullHour();
  const scene = await openScene(ctx, { contacts: 1 });
  const id = await scene.create({ quiet_hours: { from: at(0), to: at(2) } });

  await look(ctx);
  const resting = await scene.counts(id);
  ctx.clock.advance(2 * HOUR);
  await exhaust(ctx, scene);

  expect([resting.status, resting.sent]).toEqual(['running', 0]);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 1 });
});

test('broadcasts have the quiet hours of their account, unless they bring their own or none', async () => {
  const scene = await openScene(ctx, { contacts: 1 });
  const night = { from: '22:00', to: '06:00', timezone: 'Asia/Makassar' };
  await setQuietHours(ctx, scene.account, night);
  const quietOf = async (fields: object) => (await scene.read(await scene.create(fields))).quiet_hours;

  const given = [
    await quietOf({}),
    await quietOf({ quiet_hours: null }),
    await quietOf({ quiet_hours: NOON }),
  ];
  await setQuietHours(ctx, scene.account, { from: '20:00', to: '05:00' });
  const withoutZone = await quietOf({});
  await setQuietHours(ctx, scene.account, null);

  expect(given).toEqual([night, null, NOON]);
  expect(withoutZone).toEqual({ from: '20:00', to: '05:00', timezone: 'UTC' });
  expect(await quietOf({})).toBeNull();
});
