import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { longTest } from '../harness/long-test.ts';
import { tcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { hangSessions } from './kills.ts';
import { openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { RECOVERY_MS } from './traffic.ts';
import { startWork } from './work.ts';

const GONE_MS = 10_000;
/** Short, because the test waits for it. Long enough for a busy machine. */
const SILENCE_SECONDS = 3;

/** A hanging child also needs ten seconds to be noticed. A long season tests both faults one by one. */
const beside = isLongSeason ? '' : ', with a hanging sessions child,';

/** One gateway for both faults. */
const { proxy, scene } = await start();
const { shop } = scene;

async function start() {
  const databaseUrl = await testDatabase(afterAll);
  const line = await tcpProxy(databaseUrl, afterAll);
  const env = {
    DATABASE_URL: line.url,
    KURIR_SECRET_KEY: 'ab'.repeat(32),
    KURIR_DATABASE_SILENCE_SECONDS: String(SILENCE_SECONDS),
  };
  return { proxy: line, scene: await openScene(env, () => databaseUrl) };
}

/** The first refused request of a customer. */
const firstRefusal = () =>
  until(async () => {
    const answer = await shop.send(scene.economy, scene.newNumber(), 'tidak masuk');
    return answer.status !== 202 && answer;
  });

const readiness = async () => (await shop.api('GET', '/readyz')).status;

/** A person writes to the number of each engine. Returns the provider ids. */
async function write(): Promise<string[]> {
  const [{ phone = '' } = {}] = scene.people;
  const text = 'Masih buka?';
  const official = `/cloud/numbers/${scene.official.messages.id}/messages`;
  const written = await Promise.all([
    shop.sandbox('POST', `/phones/${phone}/messages`, { to: scene.owner, text }),
    shop.sandbox('POST', official, { from: phone, text }),
  ]);
  return written.map(({ body }) => body.wa_message_id ?? body.id);
}

test(`a database that is unavailable for 10 s${beside} means 503 meanwhile, and no lost message`, {
  timeout: 5 * RECOVERY_MS,
}, async () => {
  const work = await startWork(scene, 'hilang');

  const replaced = isLongSeason ? null : hangSessions(scene);
  await work.progress();
  proxy.cut();
  const goneAt = performance.now();
  const refused = await firstRefusal();
  expect(refused).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await readiness()).toBe(503);
  const written = await write();
  await wait(GONE_MS - (performance.now() - goneAt));
  proxy.mend();

  await until(async () => (await readiness()) === 200);
  await replaced?.();
  await work.progress();
  await work.expectAllDone();
  await until(() => {
    const heard = new Set(scene.events().map(({ wa_message_id }) => wa_message_id));
    return written.every((id) => heard.has(id));
  });
});

longTest(
  'a silent database without closed connections means the same',
  {
    timeout: 5 * RECOVERY_MS,
  },
  async () => {
    const work = await startWork(scene, 'sunyi');

    proxy.swallow();
    expect(await firstRefusal()).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    proxy.mend();

    await work.progress();
    await work.expectAllDone();
  },
);
