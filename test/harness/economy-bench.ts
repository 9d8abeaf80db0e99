import { afterAll, onTestFinished } from 'vitest';
import { createEconomyDriver, type EconomyOptions } from '../../src/gateway/engines/economy/driver.ts';
import type { EngineDriver, EngineSession, OutboundMessage } from '../../src/gateway/engines/engine.ts';
import type { EngineBench } from '../../src/gateway/engines/test-bench.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { testMedia } from './media.ts';
import { MemoryHost } from './memory-host.ts';
import { lookup } from './names.ts';
import { type PhoneNetwork, startPhoneNetwork } from './phone-network.ts';
import { kindNamed } from './sandbox-kind.ts';

export const NUMBER = '6289999999999';
export const CUSTOMER = '6281111111111';

/** Short waits for tests. The time limit of logins stays, so that a busy machine loses no connection. */
const QUICK = { sendDelayMs: 20, backoffMinMs: 20, backoffMaxMs: 100, drainMs: 300 };

export interface EconomyBench extends EngineBench {
  net: PhoneNetwork;
}

/** The economy engine with a new phone network, one phone to pair and one customer. */
export async function startEconomyBench(options: Partial<EconomyOptions> = {}): Promise<EconomyBench> {
  const net = await startPhoneNetwork();
  return lineBench(net, economyDriver(net, options), { number: NUMBER, customer: CUSTOMER });
}

export function economyDriver(net: PhoneNetwork, options: Partial<EconomyOptions> = {}): EngineDriver {
  return createEconomyDriver({
    lookup,
    whatsappUrl: net.whatsappUrl,
    versions: [],
    trustRoot: net.trustRoot,
    media: testMedia(),
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    ...options,
    timing: { ...QUICK, ...options.timing },
  });
}

/**
 * Benches for any driver of the linked line. They share a network, which costs more than a test, and each has its own
 * numbers.
 */
export function lineBenches(createDriver: (net: PhoneNetwork) => EngineDriver): () => Promise<EconomyBench> {
  let starting: Promise<PhoneNetwork> | undefined;
  let benches = 0;
  afterAll(async () => (await starting)?.stop());
  return async () => {
    starting ??= startPhoneNetwork();
    const net = await starting;
    benches += 1;
    const people = { number: `${Number(NUMBER) - benches}`, customer: `${Number(CUSTOMER) + benches}` };
    const bench = await lineBench(net, createDriver(net), people);
    return { ...bench, stop: async () => {} };
  };
}

async function lineBench(
  net: PhoneNetwork,
  driver: EngineDriver,
  { number, customer }: { number: string; customer: string },
): Promise<EconomyBench> {
  await net.addPhone(number);
  await net.addPhone(customer);
  return {
    net,
    driver,
    number,
    customer,
    admit: async (host) => net.scan(number, (await host.event('qr')).code),
    write: (text) => net.write(customer, number, text),
    say: (kind, ...args) => net.post(customer, number, kindNamed(kind).phone(...args)),
    sayRaw: ({ phone }) => net.post(customer, number, { raw: phone }),
    call: () => net.call(customer, number),
    group: (subject) => net.addGroup(subject, [customer, number]),
    writeIn: (id, text) => net.post(customer, number, { text, group: { id, name: '' } }),
    textsIn: async (id) =>
      (await net.chats(customer))
        .filter(({ direction, from }) => direction === 'in' && from === id)
        .map(({ text }) => text),
    heard: ({ store }) => ({ messages: store.received, changes: store.messageChanges }),
    reply: (text, seconds_ago = 0) => net.post(number, customer, { text, seconds_ago }),
    replies: (host) => host.store.replies,
    read: (waMessageId) => net.read(customer, waMessageId),
    seesRead: async (id) => (await net.seenBy(customer, number)).includes(id),
    seesTyping: async () => (await net.typing(customer)).includes(number),
    file: (waMessageId) => net.file(customer, waMessageId),
    inbox: async () =>
      (await net.chats(customer))
        .filter(({ direction }) => direction === 'in')
        .map((message) => ({
          ...message,
          type: message.type === 'contact' ? 'contacts' : message.type,
          quoted: message.quote?.wa_message_id ?? message.target ?? null,
        })),
    stop: () => net.stop(),
  };
}

/** Pairs and waits for the line. */
export async function goOnline(bench: EconomyBench, session: EngineSession, host: MemoryHost): Promise<void> {
  session.connect();
  await bench.admit(host);
  await host.event('connected');
}

export function textTo(bench: EconomyBench, body: string, to = CUSTOMER): OutboundMessage {
  const nothing = { mediaUrl: null, interactive: null, template: null, prepared: null };
  return { waMessageId: bench.driver.newMessageId(), to, type: 'text', body, ...nothing };
}

/** Sends `first` and a second text, then opens a session with the keys from before the second one. */
export async function restoreOneStepBehind(bench: EconomyBench, session: EngineSession, host: MemoryHost) {
  await session.send(textTo(bench, 'first'));
  await host.event('ack');
  const behind = host.store.snapshot();
  const lost = textTo(bench, 'this step is lost');
  await session.send(lost);
  await host.event('receipt', ({ waMessageId }) => waMessageId === lost.waMessageId);
  await session.close();
  const heir = new MemoryHost();
  heir.store.restore(behind);
  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();
  await heir.event('connected');
  return { heir, next };
}
