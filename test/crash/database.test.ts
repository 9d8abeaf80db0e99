import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { tcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { hangSessions } from './strikes.ts';
import { HEALED_MS } from './traffic.ts';
import { startWork } from './work.ts';

const GONE_MS = 10_000;
/** Short, for it is waited for; long enough that a busy machine is not taken for a dead one. */
const SILENCE_SECONDS = 3;

/** A child is given up after ten seconds too: a long season has time for one fault after the other. */
const beside = isLongSeason ? '' : ', beside a sessions child that hangs,';

/** One gateway for both kinds of absence. */
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
  return { proxy: line, scene: await openScene(env, databaseUrl) };
}

/** What a customer hears first that is no acceptance. */
const firstRefusal = () =>
  until(async () => {
    const answer = await shop.send(scene.economy, scene.stranger(), 'tidak masuk');
    return answer.status !== 202 && answer;
  });

const readiness = async () => (await shop.api('GET', '/readyz')).status;

/** Somebody writes to the number of each engine. Answers the ids of the provider. */
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

test(`a database gone for 10 s${beside} means 503 meanwhile, and nothing lost afterwards`, {
  timeout: 5 * HEALED_MS,
}, async () => {
  const work = await startWork(scene, 'hilang');

  const replaced = isLongSeason ? null : hangSessions(scene);
  await work.goesOn();
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
  await work.goesOn();
  await work.expectAllDone();
  await until(() => {
    const heard = new Set(scene.events().map(({ wa_message_id }) => wa_message_id));
    return written.every((id) => heard.has(id));
  });
});

test('a database that falls silent without closing a line means the same', {
  timeout: 5 * HEALED_MS,
}, async () => {
  const work = await startWork(scene, 'sunyi');

  proxy.swallow();
  expect(await firstRefusal()).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  proxy.mend();

  await work.goesOn();
  await work.expectAllDone();
});
