import { onTestFinished } from 'vitest';
import { createEconomyDriver, type EconomyOptions } from '../../src/gateway/engines/economy/driver.ts';
import type { EngineSession, OutboundMessage } from '../../src/gateway/engines/engine.ts';
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
  await net.addPhone(NUMBER);
  await net.addPhone(CUSTOMER);
  const driver = createEconomyDriver({
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
  return {
    net,
    driver,
    number: NUMBER,
    customer: CUSTOMER,
    admit: async (host) => net.scan(NUMBER, (await host.event('qr')).code),
    write: (text) => net.write(CUSTOMER, NUMBER, text),
    say: (kind, ...args) => net.post(CUSTOMER, NUMBER, kindNamed(kind).phone(...args)),
    sayRaw: ({ phone }) => net.post(CUSTOMER, NUMBER, { raw: phone }),
    call: () => net.call(CUSTOMER, NUMBER),
    group: (subject) => net.addGroup(subject, [CUSTOMER, NUMBER]),
    writeIn: (id, text) => net.post(CUSTOMER, NUMBER, { text, group: { id, name: '' } }),
    textsIn: async (id) =>
      (await net.chats(CUSTOMER))
        .filter(({ direction, from }) => direction === 'in' && from === id)
        .map(({ text }) => text),
    heard: ({ store }) => ({ messages: store.received, changes: store.messageChanges }),
    reply: (text, seconds_ago = 0) => net.post(NUMBER, CUSTOMER, { text, seconds_ago }),
    replies: (host) => host.store.replies,
    read: (waMessageId) => net.read(CUSTOMER, waMessageId),
    seesRead: async (id) => (await net.seenBy(CUSTOMER, NUMBER)).includes(id),
    seesTyping: async () => (await net.typing(CUSTOMER)).includes(NUMBER),
    file: (waMessageId) => net.file(CUSTOMER, waMessageId),
    inbox: async () =>
      (await net.chats(CUSTOMER))
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
