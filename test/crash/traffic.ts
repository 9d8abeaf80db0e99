import { expect } from 'vitest';
import type { PhoneMessage, Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

export interface Accepted {
  id: number;
  text: string;
}

/** Customers' programs: they send on and on, and repeat a request under its key until it is accepted. */
export interface Traffic {
  /** Resolves when so many more messages have been accepted. */
  accepted(more: number): Promise<void>;
  /** Stops sending, and answers what was accepted. */
  stop(): Promise<Accepted[]>;
}

const PARALLEL = 4;
const GAP_MS = 40;
const REPEAT_MS = 50;
/** Longer than every time-out after which something is tried again by itself: an answer that gets lost may cost 30 s, a login 60 s. */
export const HEALED_MS = 120_000;

/** Texts begin with `label`, so that traffics before and after can be told apart. `to` may give another number for each message. */
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
      const options = { timeoutMs: HEALED_MS, what: `${more} more accepted messages` };
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
  const deadline = performance.now() + HEALED_MS;
  for (;;) {
    const answer = await shop.send(device, to, text, `crash-${text.replaceAll(' ', '-')}`).catch(() => null);
    if (answer?.status === 202) return answer.body.id;
    // Nothing listens, the database is away, or the line has been down for a while: all of them pass.
    if (answer) expect([503, 409]).toContain(answer.status);
    if (performance.now() > deadline)
      throw new Error(`${text} was not accepted: ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
  }
}

/** Nothing lost, nothing doubled: each accepted message is at the phone under one id, and its record says delivered. */
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
    { timeoutMs: HEALED_MS, what: `all ${texts.size} messages at the phone` },
  ).catch(async (error) => {
    throw new Error(`${error.message}; ${await describeLate(shop, accepted, await arrivedNow())}`);
  });
  expect(doubled(arrived)).toEqual([]);

  await Promise.all(
    accepted.map(({ id }) =>
      until(async () => (await shop.api('GET', `/v1/messages/${id}`)).body.status === 'delivered', {
        timeoutMs: HEALED_MS,
        what: `message ${id} delivered`,
      }),
    ),
  );
}

/** What the gateway says about messages that are not at the phone, and about their devices. */
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

/** Texts that came under more than one id. */
function doubled(messages: readonly PhoneMessage[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { text, wa_message_id } of messages)
    ids.set(text ?? '', (ids.get(text ?? '') ?? new Set()).add(wa_message_id));
  return [...ids].filter(([, of]) => of.size > 1).map(([text]) => text);
}
