import { expect, test } from 'vitest';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { hangSessions, strikesOn } from './strikes.ts';
import { HEALED_MS } from './traffic.ts';
import { startWork } from './work.ts';

/** Enough for main to be killed in the middle. */
const CUSTOMERS = isLongSeason ? 300 : 100;

/** One gateway for all faults: what it suffered before must not matter. */
const scene = await openScene();
const strikes = strikesOn(scene);

test.each(strikes)(
  'kill -9 of %s in the middle of messages and broadcasts on both engines loses and doubles nothing',
  { timeout: 5 * HEALED_MS },
  async (name, strike) => {
    const work = await startWork(scene, name);

    await strike();

    await work.goesOn();
    await work.expectAllDone();
  },
);

test('what customers write while main is killed is stored once, answered or not', {
  timeout: HEALED_MS,
}, async () => {
  const { shop, query, official } = scene;
  const settings = (change: object) => shop.sandbox('POST', '/cloud/webhooks/settings', change);
  const attempts = async (): Promise<Json[]> =>
    (await shop.sandbox('GET', '/cloud/webhooks')).body.data.filter(({ body }: Json) =>
      body.includes('tulis'),
    );
  await settings({ paused: true, max_updates: 1 });
  const people = Array.from({ length: CUSTOMERS }, scene.stranger);
  await Promise.all(
    people.map((from) =>
      shop.sandbox('POST', `/cloud/numbers/${official.messages.id}/messages`, {
        from,
        text: `tulis ${from}`,
      }),
    ),
  );

  await settings({ paused: false });
  await until(async () => (await attempts()).length > 20);
  await strikes.find(([name]) => name === 'main')?.[1]();
  await until(async () => (await shop.sandbox('GET', '/cloud')).body.webhooks?.open_updates === 0);

  const stored = await query("select phone, body from messages where direction = 'in' order by phone");
  const told = await query(
    "select body::json ->> 'body' as body from events where type = 'message.received' order by 1",
  );
  expect(stored).toEqual(people.map((phone) => ({ phone, body: `tulis ${phone}` })));
  expect(told).toEqual(people.map((phone) => ({ body: `tulis ${phone}` })));
  expect(new Set((await attempts()).map(({ status }) => status === 200))).toEqual(new Set([true, false]));
});

// Ten seconds pass until it is noticed: database.test.ts has them for it in a short season.
test.runIf(isLongSeason)(
  'a sessions child that hangs is replaced, and the API goes on answering',
  { timeout: 5 * HEALED_MS },
  async () => {
    const work = await startWork(scene, 'saat macet');

    const replaced = hangSessions(scene);
    await work.goesOn();
    await replaced();

    await work.expectAllDone();
  },
);
