import { expect } from 'vitest';
import { until } from '../harness/until.ts';
import { startBroadcasts } from './broadcasts.ts';
import { expectSentOnce } from './official-provider.ts';
import type { Scene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { expectAllDelivered, HEALED_MS, startTraffic } from './traffic.ts';

const BEGUN = 10;
const MORE = isLongSeason ? 100 : 20;

/** All that a gateway does at once: messages and broadcasts of a device of each engine, and a webhook that hears of them. */
export interface Work {
  /** Resolves when customers had more messages accepted on each engine. */
  goesOn(): Promise<unknown>;
  /** Lets customers stop, and sees everything through: nothing is lost, nothing doubled, and all of it was announced. */
  expectAllDone(): Promise<void>;
}

/** Resolves in the middle of it. `label` stands in all texts. */
export async function startWork(scene: Scene, label: string): Promise<Work> {
  const { shop, economy, official } = scene;
  const broadcasts = await startBroadcasts(scene, `siaran ${label}`);
  const phone = scene.stranger();
  await shop.sandbox('POST', '/phones', { number: phone });
  const byLine = startTraffic(shop, economy, phone, `garis ${label}`);
  // Each to somebody else: the provider takes 45 messages at once to one person.
  const byCalls = startTraffic(shop, official.messages.device, scene.stranger, `panggil ${label}`);
  const goesOn = (more: number) => Promise.all([byLine.accepted(more), byCalls.accepted(more)]);
  await Promise.all([goesOn(BEGUN), broadcasts.sent(BEGUN)]);

  return {
    goesOn: () => goesOn(MORE),
    async expectAllDone() {
      // While the sandbox restarts nothing is known of what its phones have.
      await until(async () => (await shop.sandbox('GET', '/cloud')).status === 200, { timeoutMs: HEALED_MS });
      const [lineMessages, callMessages] = await Promise.all([byLine.stop(), byCalls.stop()]);
      const callIds = callMessages.map(({ id }) => id);
      const [ofBroadcasts] = await Promise.all([
        broadcasts.expectComplete(),
        expectAllDelivered(shop, phone, lineMessages),
        expectSentOnce(scene, official.messages, callIds),
      ]);
      const texts = await scene.query(
        'select id::int, body as text from messages where id = any ($1)',
        callIds,
      );
      expect(new Set(texts.map(({ id, text }) => `${id} ${text}`))).toEqual(
        new Set(callMessages.map(({ id, text }) => `${id} ${text}`)),
      );
      await expectAnnounced(scene, [...lineMessages.map(({ id }) => id), ...callIds, ...ofBroadcasts]);
    },
  };
}

/** Every step of these messages was told to the webhook, each as one event, however often that came. */
async function expectAnnounced(scene: Scene, ids: readonly number[]): Promise<void> {
  const ends = await scene.query('select id::int, status from messages where id = any ($1)', ids);
  const steps = ends.flatMap(({ id, status }) =>
    status === 'failed' ? [`${id} failed`] : [`${id} sent`, `${id} delivered`],
  );
  const isMeant = new Set(ids);
  const told = await until(
    () => {
      const events = scene.events().filter(({ message_id }) => isMeant.has(message_id));
      const byStep = Map.groupBy(events, ({ message_id, status }) => `${message_id} ${status}`);
      return steps.every((step) => byStep.has(step)) && byStep;
    },
    { timeoutMs: HEALED_MS, what: 'every event' },
  );
  expect(new Set(told.keys())).toEqual(new Set(steps));
  for (const copies of told.values()) expect(new Set(copies.map(({ event_id }) => event_id)).size).toBe(1);
}
