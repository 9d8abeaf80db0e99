import { expect } from 'vitest';
import { until } from '../harness/until.ts';
import { startBroadcasts } from './broadcasts.ts';
import { expectSentOnce } from './official-provider.ts';
import type { Scene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { expectAllDelivered, RECOVERY_MS, startTraffic } from './traffic.ts';

const BEGUN = 10;
const MORE = isLongSeason ? 100 : 20;

/** Messages and broadcasts of a device of each engine, with a webhook. */
export interface Work {
  /** Resolves when more messages of each engine are accepted. */
  progress(): Promise<unknown>;
  /** Stops the customers, and checks that no message is lost, doubled or unannounced. */
  expectAllDone(): Promise<void>;
}

/** Resolves while the work runs. `label` is in all texts. */
export async function startWork(scene: Scene, label: string): Promise<Work> {
  const { shop, economy, official } = scene;
  const broadcasts = await startBroadcasts(scene, `siaran ${label}`);
  const phone = scene.newNumber();
  await shop.sandbox('POST', '/phones', { number: phone });
  const byLine = startTraffic(shop, economy, phone, `garis ${label}`);
  // Each to another person, because the provider accepts only 45 messages at once to one.
  const byCalls = startTraffic(shop, official.messages.device, scene.newNumber, `panggil ${label}`);
  const goesOn = (more: number) => Promise.all([byLine.accepted(more), byCalls.accepted(more)]);
  await Promise.all([goesOn(BEGUN), broadcasts.sent(BEGUN)]);

  return {
    progress: () => goesOn(MORE),
    async expectAllDone() {
      // A restarting sandbox does not answer.
      await until(async () => (await shop.sandbox('GET', '/cloud')).status === 200, {
        timeoutMs: RECOVERY_MS,
      });
      const [lineMessages, callMessages] = await Promise.all([byLine.stop(), byCalls.stop()]);
      const callIds = callMessages.map(({ id }) => id);
      const [ofBroadcasts] = await Promise.all([
        broadcasts.expectComplete(),
        expectAllDelivered(shop, phone, lineMessages),
        expectSentOnce(scene, official.messages, callIds),
      ]);
      const texts = await scene.query(
        'select public_id::int as id, body as text from messages where public_id = any ($1)',
        callIds,
      );
      expect(new Set(texts.map(({ id, text }) => `${id} ${text}`))).toEqual(
        new Set(callMessages.map(({ id, text }) => `${id} ${text}`)),
      );
      await expectAnnounced(scene, [...lineMessages.map(({ id }) => id), ...callIds, ...ofBroadcasts]);
    },
  };
}

/** Every status of these messages is one event at the webhook, with any number of copies. */
async function expectAnnounced(scene: Scene, ids: readonly number[]): Promise<void> {
  const ends = await scene.query(
    'select public_id::int as id, status from messages where public_id = any ($1)',
    ids,
  );
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
    { timeoutMs: RECOVERY_MS, what: 'every event' },
  );
  expect(new Set(told.keys())).toEqual(new Set(steps));
  for (const copies of told.values()) expect(new Set(copies.map(({ event_id }) => event_id)).size).toBe(1);
}
