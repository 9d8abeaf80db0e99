import { expect } from 'vitest';
import type { PhoneMessage, Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { isLongSeason } from './season.ts';

export interface Accepted {
  id: number;
  text: string;
}

/** Customers that send continuously, and repeat a request with its key until it is accepted. */
export interface Traffic {
  /** Resolves when this number of further messages is accepted. */
  accepted(more: number): Promise<void>;
  /** Stops sending, and returns the accepted messages. */
  stop(): Promise<Accepted[]>;
}

const PARALLEL = 4;
const GAP_MS = isLongSeason ? 40 : 100;
const REPEAT_MS = isLongSeason ? 50 : 100;
/** Longer than all internal retries: a lost answer costs up to 30 s, a login 60 s. */
export const RECOVERY_MS = 120_000;

/** Texts begin with `label`. `to` can select another number for each message. */
export function startTraffic(
  shop: Shop,
  device: string,
  to: string | (() => string),
  label: string,
): Traffic {
  const accepted: Accepted[] = [];
  let count = 0;
  let stopping = false;

  async function customer(): Promise<void> {
    while (!stopping) {
      count += 1;
      const text = `${label} ${count}`;
      const number = typeof to === 'string' ? to : to();
      accepted.push({ id: await sendUntilAccepted(shop, device, number, text), text });
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
  }
  const customers = Array.from({ length: PARALLEL }, customer);

  return {
    async accepted(more) {
      const least = accepted.length + more;
      const options = { timeoutMs: RECOVERY_MS, what: `${more} more accepted messages` };
      await until(() => accepted.length >= least, options);
    },
    async stop() {
      stopping = true;
      await Promise.all(customers);
      return accepted;
    },
  };
}

async function sendUntilAccepted(shop: Shop, device: string, to: string, text: string): Promise<number> {
  const deadline = performance.now() + RECOVERY_MS;
  for (;;) {
    const answer = await shop.send(device, to, text, `crash-${text.replaceAll(' ', '-')}`).catch(() => null);
    if (answer?.status === 202) return answer.body.id;
    // Temporary: no gateway, no database, or a disconnected device.
    if (answer) expect([503, 409]).toContain(answer.status);
    if (performance.now() > deadline)
      throw new Error(`${text} was not accepted: ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
  }
}

/** Each accepted message is on the phone under one id, with the status delivered. */
export async function expectAllDelivered(
  shop: Shop,
  to: string,
  accepted: readonly Accepted[],
): Promise<void> {
  const texts = new Set(accepted.map(({ text }) => text));
  const arrivedNow = async () => (await shop.phone(to)).filter(({ text }) => texts.has(text ?? ''));
  const arrived = await until(
    async () => {
      const messages = await arrivedNow();
      return new Set(messages.map(({ text }) => text)).size >= texts.size && messages;
    },
    { timeoutMs: RECOVERY_MS, what: `all ${texts.size} messages at the phone` },
  ).catch(async (error) => {
    throw new Error(`${error.message}; ${await describeLate(shop, accepted, await arrivedNow())}`);
  });
  expect(duplicatesOf(arrived)).toEqual([]);

  await Promise.all(
    accepted.map(({ id }) =>
      until(async () => (await shop.api('GET', `/v1/messages/${id}`)).body.status === 'delivered', {
        timeoutMs: RECOVERY_MS,
        what: `message ${id} delivered`,
      }),
    ),
  );
}

/** Status of missing messages and of their devices. */
async function describeLate(
  shop: Shop,
  accepted: readonly Accepted[],
  arrived: readonly PhoneMessage[],
): Promise<string> {
  const late = accepted.filter(({ text }) => !arrived.some((message) => message.text === text)).slice(0, 5);
  const messages = await Promise.all(late.map(({ id }) => shop.api('GET', `/v1/messages/${id}`)));
  const devices = await shop.api('GET', '/v1/devices');
  return JSON.stringify({ late: messages.map(({ body }) => body), devices: devices.body });
}

/** Texts that arrived under several ids. */
function duplicatesOf(messages: readonly PhoneMessage[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { text, wa_message_id } of messages)
    ids.set(text ?? '', (ids.get(text ?? '') ?? new Set()).add(wa_message_id));
  return [...ids].filter(([, of]) => of.size > 1).map(([text]) => text);
}
