import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { callApi, type Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import type { Scene } from './scene.ts';
import { RECOVERY_MS } from './traffic.ts';

/** Visitors of a live chat, who write continuously and repeat each message until it counts as sent. */
export interface Visitors {
  /** Resolves when this number of further messages counts as sent. */
  sent(more: number): Promise<void>;
  /** Stops the visitors, and checks that each message that counts as sent is in the conversation once. */
  expectAllStored(): Promise<void>;
}

const VISITORS = 4;
const GAP_MS = 50;
const REPEAT_MS = 100;
/** Below the limit of a minute. Then another visitor comes. */
const MESSAGES_EACH = 25;

export async function startVisitors(scene: Scene): Promise<Visitors> {
  const { shop, economy } = scene;
  const widget = await shop.api('POST', '/v1/widgets', {
    ...{ name: 'Toko', device_uuid: economy, mode: 'chat', allowed_origins: ['https://shop.example'] },
  });
  const sent: string[] = [];
  let stopping = false;

  const post = (path: string, body: object, token = '') =>
    callApi(scene.gateway.url, 'POST', `/w/${widget.body.id}/${path}`, body, {
      authorization: `Bearer ${token}`,
    });

  /** Resolves when the call has worked. */
  async function repeat(path: string, body: object, token?: string): Promise<Json> {
    const deadline = performance.now() + RECOVERY_MS;
    for (;;) {
      const answer = await post(path, body, token).catch(() => null);
      if (answer?.status === 201 || answer?.status === 200) return answer.body;
      // Temporary: no gateway, no database, or too many messages of this address in the minute.
      if (answer) expect([429, 503]).toContain(answer.status);
      if (performance.now() > deadline) throw new Error(`a visitor was not heard: ${answer?.status}`);
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
    }
  }

  async function comeAndWrite(): Promise<void> {
    const { token } = await repeat('visitors', {});
    for (let n = 0; n < MESSAGES_EACH && !stopping; n += 1) {
      const text = `pengunjung ${randomUUID()}`;
      await repeat('messages', { id: text.slice('pengunjung '.length), text }, token);
      sent.push(text);
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
  }
  const visitor = async () => {
    while (!stopping) await comeAndWrite();
  };
  const visitors = Promise.all(Array.from({ length: VISITORS }, visitor));

  return {
    async sent(more) {
      const least = sent.length + more;
      await until(() => sent.length >= least, { timeoutMs: RECOVERY_MS, what: 'more messages of visitors' });
    },
    async expectAllStored() {
      stopping = true;
      await visitors;
      const stored = await scene.query(
        "select body from messages where direction = 'in' and phone like '%@visitor' order by body",
      );
      expect(stored.map(({ body }) => body)).toEqual(sent.toSorted());
      const [chats] = await scene.query(
        "select sum(unread)::int as unread from conversations where phone like '%@visitor'",
      );
      expect(chats.unread).toBe(sent.length);
    },
  };
}
