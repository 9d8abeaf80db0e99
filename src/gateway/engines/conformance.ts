import { describe, expect, type TestContext, test } from 'vitest';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaHost } from '../../../test/harness/media-host.ts';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
import { isMediaType } from '../../platform/lib/media/formats.ts';
import type { Interactive, OutboundMessage } from './engine.ts';
import { ENGINE_KINDS, MESSAGE_TYPES, type MessageType } from './kinds.ts';
import {
  type EngineBench,
  online,
  open,
  outbound,
  prepared,
  ready,
  type Start,
  sent,
  skipOnCallbacks,
  successorOf,
} from './test-bench.ts';
import { testFiles } from './test-files.ts';
import { testGroups } from './test-groups.ts';
import { testKinds, testQuotes } from './test-kinds.ts';
import { testReading } from './test-reading.ts';
import { testReplies } from './test-replies.ts';
import { isSentKind, kindMessage, testSentKinds } from './test-sent-kinds.ts';
import { testTyping } from './test-typing.ts';

/** Promises of every engine. Customers on web pages have no phone, and write only text. */
export function testEngine(name: string, start: Start, customers: 'phones' | 'web pages' = 'phones'): void {
  describe(`${name} keeps the promises of an engine:`, () => {
    testConnecting(start);
    testSending(start);
    testTypes(start);
    testFiles(start);
    testInbound(start);
    testQuotes(start);
    if (customers === 'phones') {
      testKinds(start);
      testSentKinds(start);
      testReplies(start);
      testReading(start);
      testGroups(start);
    }
    testTyping(start);
    testNumbers(start);
    testClosing(start);
  });
}

function testConnecting(start: Start): void {
  test('opening a session writes nothing and emits nothing', async () => {
    const { driver } = await ready(start);
    const host = new MemoryHost();

    driver.open(host);

    expect(host.events).toEqual([]);
    expect(host.store.changes).toEqual([]);
  });

  test('every reserved id is new', async () => {
    const { driver } = await ready(start);

    const ids = Array.from({ length: 1000 }, () => driver.newMessageId());

    expect(new Set(ids).size).toBe(1000);
  });

  test('connect announces the phone number in digits, if there is one', async () => {
    const bench = await ready(start);
    const { session, host } = open(bench);

    const admitted = bench.admit(host);
    session.connect();
    await admitted;

    expect(await host.event('connected')).toEqual({ type: 'connected', phoneNumber: bench.number });
  });

  test('a second connect changes nothing', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);

    session.connect();
    const message = outbound(bench, 'still one connection');

    await sent(bench, session, host, message);
    expect(host.events.filter(({ type }) => type === 'connected')).toHaveLength(1);
  });
}

function testSending(start: Start): void {
  test('sending before connecting is not written', async () => {
    const bench = await ready(start);
    const { session } = open(bench);

    const outcome = await session.send(outbound(bench, 'too early'));

    expect(outcome).toMatchObject({ outcome: 'not_written', code: expect.stringMatching(/^[a-z_]+$/) });
    expect(await bench.inbox()).toEqual([]);
  });

  test('sending after closing is not written', async () => {
    const bench = await ready(start);
    const { session } = await online(bench);
    await session.close();

    const outcome = await session.send(outbound(bench, 'too late'));

    expect(outcome).toMatchObject({ outcome: 'not_written' });
    expect(await bench.inbox()).toEqual([]);
  });

  test('a message arrives unchanged, under its id', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const body = 'Selamat pagi 👋🏽\nPesanan "17" sudah dikirim: كتاب ✓';

    const wa_message_id = await sent(bench, session, host, outbound(bench, body));

    expect(await bench.inbox()).toMatchObject([{ wa_message_id, text: body }]);
  });

  test('ack, delivered and read of a message are events', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'receipts and inbound messages are callbacks');
    const { session, host } = await online(bench);
    const message = outbound(bench, 'Halo');
    const about = (event: { waMessageId: string }) => event.waMessageId === message.waMessageId;

    expect(await session.send(message)).toEqual({ outcome: 'written' });

    expect(await host.event('ack', about)).toMatchObject({ error: null, at: expect.any(Date) });
    expect(await host.event('receipt', about)).toMatchObject({ status: 'delivered', at: expect.any(Date) });
    await bench.read(message.waMessageId);
    expect(await host.event('receipt', (event) => about(event) && event.status === 'read')).toBeDefined();
  });

  test('a re-send under the same id is one message for the customer', async (context) => {
    const bench = await ready(start);
    skipOnCalls(bench, context, 'this engine has no re-sends');
    const { session, host } = await online(bench);
    const message = outbound(bench, 'once');

    await session.send(message);
    await host.event('ack');
    const since = host.events.length;
    expect(await session.send(message)).toEqual({ outcome: 'written' });

    await host.event('ack', ({ waMessageId }) => waMessageId === message.waMessageId, since);
    expect(await bench.inbox()).toHaveLength(1);
  });

  test('a recipient who cannot decrypt a message gets the same content again, under its only id', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'nothing is encrypted for recipients');
    const { session, host } = await online(bench);
    await sent(bench, session, host, outbound(bench, 'first'));
    // As after a restored backup: keys of a later step are lost, and were used.
    const behind = host.store.snapshot();
    await sent(bench, session, host, outbound(bench, 'this step is lost'));
    await session.close();
    const heir = new MemoryHost();
    heir.store.restore(behind);
    const next = open(bench, heir).session;
    next.connect();
    await heir.event('connected');
    const message = outbound(bench, 'after the restore');
    heir.sent.set(message.waMessageId, message);

    await sent(bench, next, heir, message);

    const texts = (await bench.inbox()).map(({ text }) => text);
    expect(texts).toEqual(['first', 'this step is lost', 'after the restore']);
  });

  test('messages arrive in the order of their sends', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const messages = ['one', 'two', 'three', 'four', 'five'].map((body) => outbound(bench, body));

    for (const message of messages) await session.send(message);

    const acks = () => host.events.filter(({ type }) => type === 'ack').length === messages.length;
    if (ENGINE_KINDS[bench.driver.kind].transport === 'line') await host.until(acks, 'five acks');
    expect((await bench.inbox()).map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });
}

function testTypes(start: Start): void {
  test.each(MESSAGE_TYPES)('a message of type %s arrives as this type, or is refused', async (type) => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const message = await prepared(bench, session, await messageOf(bench, type));

    if (ENGINE_KINDS[bench.driver.kind].sends.has(type)) {
      const wa_message_id = await sent(bench, session, host, message);
      expect(await bench.inbox()).toMatchObject([{ wa_message_id, type }]);
    } else {
      const outcome = await session.send(message);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'type_not_supported' });
      expect(await bench.inbox()).toEqual([]);
    }
  });
}

const CHOICES: Partial<Record<MessageType, Interactive>> = {
  button: { buttons: [{ id: 'yes', title: 'Ya' }] },
  list: { button_text: 'Pilih', sections: [{ rows: [{ id: 'one', title: 'Satu' }] }] },
};
const FORMATS = { image: 'jpeg', video: 'mp4', audio: 'opus', document: 'pdf' } as const;

async function messageOf(bench: EngineBench, type: MessageType): Promise<OutboundMessage> {
  if (isSentKind(type)) return kindMessage(bench, type);
  const message = { ...outbound(bench, 'Halo'), type, interactive: CHOICES[type] ?? null };
  if (!isMediaType(type)) return message;
  const { mediaUrl } = await mediaHost(FORMATS[type], fileOf(FORMATS[type]));
  return { ...message, mediaUrl };
}

function testInbound(start: Start): void {
  test('a message of a customer is committed with sender, type, body, time and changed keys', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'receipts and inbound messages are callbacks');
    const { host } = await online(bench);

    const waMessageId = await bench.write('Apakah buka hari ini? 🙏');

    const received = await host.until(() => host.store.received[0], 'received message');
    const { otherId: _otherId, ...message } = received;
    expect(message).toEqual({
      waMessageId,
      from: bench.customer,
      type: 'text',
      body: 'Apakah buka hari ini? 🙏',
      senderName: expect.any(String),
      at: expect.any(Date),
    });
    const commit = host.store.changes.find((change) => change.received?.includes(received));
    expect(commit?.keys?.length).toBeGreaterThan(0);
  });

  test('without a commit the provider gets no ack, and delivers again', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'receipts and inbound messages are callbacks');
    const { session, host } = await online(bench);
    const reached = Promise.withResolvers<void>();
    host.store.beforeCommit = (change) => {
      if (!change.received) return;
      reached.resolve();
      return new Promise(() => {});
    };
    const waMessageId = await bench.write('do not lose me');
    await reached.promise;
    // As after a crash: no commit, and another process takes over.
    const successor = successorOf(host);
    const next = open(bench, successor).session;

    void session.close();
    next.connect();

    expect(await successor.until(() => successor.store.received[0], 'redelivery')).toMatchObject({
      waMessageId,
    });
  });
}

function testNumbers(start: Start): void {
  test('a session says which numbers are on the network, if the engine can ask', async () => {
    const bench = await ready(start);
    const { session } = await online(bench);
    const unknown = '6285999999999';

    const answers = await session.findRegistered([bench.customer, unknown]);

    const expected = ENGINE_KINDS[bench.driver.kind].checksNumbers
      ? [
          [bench.customer, true],
          [unknown, false],
        ]
      : [];
    expect([...answers]).toEqual(expected);
  });

  test('without a connection no number has an answer', async () => {
    const bench = await ready(start);
    const { session } = open(bench);

    const before = await session.findRegistered([bench.customer]);
    await session.close();
    const after = await session.findRegistered([bench.customer]);

    expect([before.size, after.size]).toEqual([0, 0]);
  });
}

function testClosing(start: Start): void {
  test('a closed session emits no event and keeps its credentials', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    await session.close();
    const emitted = host.events.length;

    await bench.write('are you open?');
    const again = open(bench, successorOf(host));
    again.session.connect();

    await again.host.event('connected');
    expect(host.events).toHaveLength(emitted);
    expect(again.host.events.filter(({ type }) => type === 'qr')).toEqual([]);
  });

  test('a send that waits for the store ends with its session, and was not written for certain', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'each send of this engine is committed before');
    const { session, host } = await online(bench);
    const waits = Promise.withResolvers<void>();
    host.store.beforeCommit = () => {
      waits.resolve();
      return new Promise(() => {});
    };
    const sending = session.send(outbound(bench, 'no store, no message'));
    await waits.promise;

    await session.close();

    expect((await sending).outcome).not.toBe('written');
    expect(await bench.inbox()).toEqual([]);
  });

  test('a second close changes nothing', async () => {
    const bench = await ready(start);
    const { session } = await online(bench);

    await Promise.all([session.close(), session.close()]);

    await expect(session.close()).resolves.toBeUndefined();
  });

  test('a logout is confirmed, closes the session and erases the credentials', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);

    const confirmed = await session.logout(30_000);

    expect(confirmed).toBe(true);
    expect(host.store.creds).toBeNull();
    expect(await session.send(outbound(bench, 'gone'))).toMatchObject({ outcome: 'not_written' });
  });

  test('a session stops without events when another process owns its device', async (context) => {
    const bench = await ready(start);
    skipOnCallbacks(bench, context, 'each send of this engine is committed before');
    const { session, host } = await online(bench);
    const emitted = host.events.filter(({ type }) => type !== 'healthy').length;
    host.store.fence();

    await bench.write('for the new owner');
    const outcome = await session.send(outbound(bench, 'from the old owner'));

    expect(outcome.outcome).not.toBe('written');
    expect(host.events.filter(({ type }) => type !== 'healthy')).toHaveLength(emitted);
    expect(host.store.received).toEqual([]);
  });
}

function skipOnCalls({ driver }: EngineBench, context: TestContext, reason: string): void {
  if (ENGINE_KINDS[driver.kind].transport === 'calls') context.skip(reason);
}
