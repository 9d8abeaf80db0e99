import { expect } from 'vitest';
import { createBroadcast, receivedBy, untilBroadcast } from '../harness/broadcast-people.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { expectSentOnce } from './official-provider.ts';
import { ALL_TAG, type Scene } from './scene.ts';
import { RECOVERY_MS } from './traffic.ts';

const GREETINGS = ['Halo', 'Hai'];

/** A running broadcast to all contacts from a device of each engine. */
export interface Broadcasts {
  /** Resolves when this number of messages of each broadcast is sent. */
  sent(least: number): Promise<unknown>;
  /** Waits until both end with one message per recipient. Returns the ids of the messages. */
  expectComplete(): Promise<number[]>;
}

/** `word` is in all of their texts, and in no others. */
export async function startBroadcasts(scene: Scene, word: string): Promise<Broadcasts> {
  const { shop, people, owner, official } = scene;
  const begin = (device_uuid: string) =>
    createBroadcast(shop, {
      device_uuid,
      message_template: `{${GREETINGS.join('|')}} {nama}, ${word}`,
      tags: [ALL_TAG],
    });
  const textsFor = (name: string | null) => GREETINGS.map((greeting) => `${greeting} ${name}, ${word}`);
  /** The first reported start of each broadcast. */
  const startedAt = new Map<number, string>();

  const look = (id: number, isWanted: (broadcast: Json) => boolean) =>
    untilBroadcast(shop, id, (broadcast) => isNotPaused(broadcast) && isWanted(broadcast), RECOVERY_MS);

  /** A customer resumes a broadcast that paused because its device was disconnected. */
  function isNotPaused({ id, status, reason }: Json): boolean {
    const isPaused = status === 'paused' && reason === 'device_disconnected';
    if (isPaused) void shop.api('POST', `/v1/broadcasts/${id}/resume`).catch(() => null);
    return !isPaused;
  }

  async function expectEnd(id: number, failed: number): Promise<void> {
    const end = await look(id, ({ status }) => status === 'completed');
    expect(end.recipients_by_status).toEqual({ pending: 0, sent: people.length - failed, failed });
    expect(end.started_at).toBe(startedAt.get(id));
  }

  async function expectByLine(): Promise<number[]> {
    await expectEnd(byLine, 0);
    const received = await receivedBy(shop, people, { from: owner, word });
    for (const { phone, name } of people)
      expect(received.get(phone)).toEqual([expect.toBeOneOf(textsFor(name))]);
    return (await messagesOf(byLine)).map(({ id }) => id);
  }

  async function expectByCalls(): Promise<number[]> {
    const messages = await until(
      async () => {
        await look(byCalls, () => true);
        const made = await messagesOf(byCalls);
        return made.length === people.length && made;
      },
      { timeoutMs: RECOVERY_MS, what: 'a message for everybody' },
    );
    const ids = messages.map(({ id }) => id);
    await expectEnd(byCalls, await expectSentOnce(scene, official.broadcasts, ids));
    const bodies = new Map(messages.map(({ phone, body }) => [phone, body]));
    expect(bodies.size).toBe(messages.length);
    for (const { phone, name } of people) expect(textsFor(name)).toContain(bodies.get(phone));
    return ids;
  }

  const messagesOf = (id: number) =>
    scene.query(
      'select public_id::int as id, phone, body from messages where broadcast_id = $1 order by id',
      id,
    );

  async function sent(id: number, least: number): Promise<void> {
    const { started_at } = await look(id, ({ sent_count }) => sent_count >= least);
    startedAt.set(id, started_at);
  }

  // The economy broadcast starts later, and faults should hit both while they run.
  const byLine = await begin(scene.economy);
  await sent(byLine, 1);
  const byCalls = await begin(official.broadcasts.device);
  return {
    sent: (least) => Promise.all([sent(byLine, least), sent(byCalls, least)]),
    async expectComplete() {
      return (await Promise.all([expectByLine(), expectByCalls()])).flat();
    },
  };
}
