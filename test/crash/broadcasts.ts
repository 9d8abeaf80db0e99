import { expect } from 'vitest';
import { createBroadcast, receivedBy, untilBroadcast } from '../harness/broadcast-people.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { expectSentOnce } from './official-provider.ts';
import { EVERYBODY, type Scene } from './scene.ts';
import { HEALED_MS } from './traffic.ts';

const GREETINGS = ['Halo', 'Hai'];

/** A broadcast to everybody from a device of each engine, under way. */
export interface Broadcasts {
  /** Resolves when so many recipients of each have been sent theirs. */
  sent(least: number): Promise<unknown>;
  /** Sees both through: nobody is left out, and nobody reached twice. Answers the ids of their messages. */
  expectComplete(): Promise<number[]>;
}

/** `word` stands in their texts, and in no others. */
export async function startBroadcasts(scene: Scene, word: string): Promise<Broadcasts> {
  const { shop, people, owner, official } = scene;
  const begin = (device_uuid: string) =>
    createBroadcast(shop, {
      device_uuid,
      message_template: `{${GREETINGS.join('|')}} {nama}, ${word}`,
      tags: [EVERYBODY],
    });
  const textsFor = (name: string | null) => GREETINGS.map((greeting) => `${greeting} ${name}, ${word}`);
  /** When each began, as first heard. */
  const startedAt = new Map<number, string>();

  const look = (id: number, isWanted: (broadcast: Json) => boolean) =>
    untilBroadcast(shop, id, (broadcast) => seeThrough(broadcast) && isWanted(broadcast), HEALED_MS);

  /** As a customer would: a device that was away for too long has paused it. */
  function seeThrough({ id, status, reason }: Json): boolean {
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
      { timeoutMs: HEALED_MS, what: 'a message for everybody' },
    );
    const ids = messages.map(({ id }) => id);
    await expectEnd(byCalls, await expectSentOnce(scene, official.broadcasts, ids));
    const bodies = new Map(messages.map(({ phone, body }) => [phone, body]));
    expect(bodies.size).toBe(messages.length);
    for (const { phone, name } of people) expect(textsFor(name)).toContain(bodies.get(phone));
    return ids;
  }

  const messagesOf = (id: number) =>
    scene.query('select id::int, phone, body from messages where broadcast_id = $1 order by id', id);

  async function sent(id: number, least: number): Promise<void> {
    const { started_at } = await look(id, ({ sent_count }) => sent_count >= least);
    startedAt.set(id, started_at);
  }

  // The first one takes longer to begin, and both are to be struck in the middle.
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
