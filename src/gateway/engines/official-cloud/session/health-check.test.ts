import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { PHONE_ID } from '../../../../../sandbox/graph/test-cloud.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { credentials, startOfficialBench } from '../../../../../test/harness/official-bench.ts';
import { connectedSession, injectFault, messageOf } from '../../../../../test/harness/official-session.ts';
import type { Json } from '../../../../../test/harness/shop.ts';
import { until } from '../../../../../test/harness/until.ts';

test('a check reports the expiry of the token, and warns once a day while it is near', async () => {
  const lines: Json[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
  let now = Date.now();
  const end = new Date(Math.floor(now / 1000) * 1000 + 6 * 86_400_000);
  const bench = await startOfficialBench({ log, healthMs: 5, clock: { now: () => new Date(now) } });
  onTestFinished(() => bench.stop());
  await bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGshort',
    expires_at: end.toISOString(),
  });
  const host = new MemoryHost();
  host.store.creds = credentials('EAAGshort');
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  const checks = async () =>
    (await bench.cloud.get('/sandbox/cloud/requests?call=debug_token')).body.data.length;
  const warnings = () => lines.filter(({ msg }) => msg === 'official.token_expires_soon').length;

  await until(async () => (await checks()) > 3, { what: 'four checks' });
  const onFirstDay = warnings();
  now += 86_400_000;
  await until(() => warnings() > 1, { what: 'the warning of the next day' });

  expect(onFirstDay).toBe(1);
  expect(host.events.filter(({ type }) => type === 'token_expiry')).toEqual([
    { type: 'token_expiry', at: end },
  ]);
});

test('an outage of the provider does not disconnect the device', async () => {
  const { bench, host, session } = await connectedSession({ healthMs: 5 });
  await injectFault(bench, { call: 'phone_number', code: 2, count: 3 });

  await host.event('healthy');

  expect(host.events.map(({ type }) => type).slice(0, 2)).toEqual(['connected', 'healthy']);
  expect(await session.send(messageOf(bench))).toMatchObject({ outcome: 'written' });
});

test.each([
  ['without a number', { http_status: 200, raw_body: '{"id":"1"}' }],
  ['without content', { http_status: 200, raw_body: '{}' }],
  ['about an unknown field', { code: 100, message: '(#100) Tried accessing nonexisting field' }],
])('an answer %s to a health check does not disconnect the device', async (_name, answer) => {
  const { bench, host, session } = await connectedSession({ healthMs: 5 });
  await injectFault(bench, { call: 'phone_number', count: 3, ...answer });

  await host.event('healthy');

  expect(host.events.map(({ type }) => type)).not.toContain('logged_out');
  expect(await session.send(messageOf(bench))).toMatchObject({ outcome: 'written' });
});

test('each check reports the quality, and one a day reads the limit of the portfolio', async () => {
  let now = Date.now();
  const bench = await startOfficialBench({ healthMs: 5, clock: { now: () => new Date(now) } });
  onTestFinished(() => bench.stop());
  const set = (fields: object) =>
    bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { ...fields, announce: false });
  await set({ messaging_limit: 'TIER_2K', portfolio_id: 'portfolio-7' });
  const host = new MemoryHost();
  host.store.creds = credentials();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  const standings = () => host.events.flatMap((each) => (each.type === 'standing' ? [each.standing] : []));

  await until(() => standings().length > 1, { what: 'two checks' });
  await set({ quality_rating: 'RED', messaging_limit: 'TIER_UNLIMITED' });
  await until(() => standings().at(-1)?.quality === 'red', { what: 'the changed quality' });
  now += 86_400_000;
  await until(() => standings().filter(({ limit }) => limit).length === 2, { what: 'the next day' });

  expect(standings().filter(({ limit }) => limit)).toEqual([
    { quality: 'green', limit: { perDay: 2_000, portfolioId: 'portfolio-7' } },
    { quality: 'red', limit: { perDay: null, portfolioId: 'portfolio-7' } },
  ]);
});
