import { expect, test } from 'vitest';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { hangSessions, killsOf } from './kills.ts';
import { openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { RECOVERY_MS } from './traffic.ts';
import { startVisitors } from './visitors.ts';
import { startWork } from './work.ts';

/** Enough to kill main while they are sent. */
const CUSTOMERS = isLongSeason ? 300 : 100;

/** One gateway for all faults: earlier faults must not matter. */
const scene = await openScene();
/** The last one kills everything at once. */
const kills = killsOf(scene);

test.each(isLong ? kills : kills.slice(-1))(
  'kill -9 of %s during messages and broadcasts of both engines loses and doubles no message',
  { timeout: 5 * RECOVERY_MS },
  async (name, kill) => {
    const work = await startWork(scene, name);

    await kill();

    await work.progress();
    await work.expectAllDone();
  },
);

longTest(
  'messages of customers and of visitors of a live chat during a kill of main are stored once',
  {
    timeout: RECOVERY_MS,
  },
  async () => {
    const { shop, query, official } = scene;
    const settings = (change: object) => shop.sandbox('POST', '/cloud/webhooks/settings', change);
    const attempts = async (): Promise<Json[]> =>
      (await shop.sandbox('GET', '/cloud/webhooks')).body.data.filter(({ body }: Json) =>
        body.includes('tulis'),
      );
    const visitors = await startVisitors(scene);
    await visitors.sent(10);
    await settings({ paused: true, max_updates: 1 });
    const people = Array.from({ length: CUSTOMERS }, scene.newNumber);
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
    await kills.find(([name]) => name === 'main')?.[1]();
    await until(async () => (await shop.sandbox('GET', '/cloud')).body.webhooks?.open_updates === 0);

    await visitors.sent(10);
    await visitors.expectAllStored();
    const stored = await query(
      "select phone, body from messages where direction = 'in' and body like 'tulis %' order by phone",
    );
    const announced = await query(
      "select body::json ->> 'body' as body from events where type = 'message.received' order by 1",
    );
    expect(stored).toEqual(people.map((phone) => ({ phone, body: `tulis ${phone}` })));
    expect(announced).toEqual(people.map((phone) => ({ body: `tulis ${phone}` })));
    expect(new Set((await attempts()).map(({ status }) => status === 200))).toEqual(new Set([true, false]));
  },
);

// The gateway notices it after ten seconds. In a short season, database.test.ts covers it.
test.runIf(isLongSeason)(
  'a hanging sessions child is replaced, and the API answers meanwhile',
  { timeout: 5 * RECOVERY_MS },
  async () => {
    const work = await startWork(scene, 'saat macet');

    const replaced = hangSessions(scene);
    await work.progress();
    await replaced();

    await work.expectAllDone();
  },
);
