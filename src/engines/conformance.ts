import { describe, expect, onTestFinished, test } from 'vitest';
import { fileOf, HEADS } from '../../test/harness/media.ts';
import { MemoryHost } from '../../test/harness/memory-host.ts';
import { startReceiver } from '../../test/harness/receiver.ts';
import type { EngineDriver, EngineSession, OutboundMessage, Preparation } from './engine.ts';
import { ENGINE_KINDS } from './kinds.ts';

/** An engine beside a stand-in of its provider. */
export interface EngineBench {
  driver: EngineDriver;
  /** The number that sessions of this bench speak for. */
  number: string;
  /** Somebody the sessions can write to, who confirms delivery by itself. */
  customer: string;
  /** Gives a new session what it needs to connect: puts credentials into its store at once, or scans the code that it will show. */
  admit(host: MemoryHost): Promise<void>;
  /** The customer writes to the number; resolves with the message id. */
  write(text: string): Promise<string>;
  /** The customer reads a message. */
  read(waMessageId: string): Promise<void>;
  /** What the customer got. */
  inbox(): Promise<{ wa_message_id: string; type: string; text: string | null }[]>;
  /** The file of a message the customer got. */
  file(waMessageId: string): Promise<Buffer>;
  stop(): Promise<void>;
}

/** The promises every engine keeps. Each engine's own test file calls this with its stand-in. */
export function testEngine(name: string, start: () => Promise<EngineBench>): void {
  describe(`${name} keeps the promises of an engine:`, () => {
    test('opening a session touches nothing and says nothing', async () => {
      const { driver } = await ready(start);
      const host = new MemoryHost();

      driver.open(host);

      expect(host.events).toEqual([]);
      expect(host.store.changes).toEqual([]);
    });

    test('ids of messages are new each time', async () => {
      const { driver } = await ready(start);

      const ids = Array.from({ length: 1000 }, () => driver.newMessageId());

      expect(new Set(ids).size).toBe(1000);
    });

    test('connect announces the phone number in digits', async () => {
      const bench = await ready(start);
      const { session, host } = open(bench);

      const admitted = bench.admit(host);
      session.connect();
      await admitted;

      expect(await host.event('connected')).toEqual({ type: 'connected', phoneNumber: bench.number });
    });

    test('connecting twice is connecting once', async () => {
      const bench = await ready(start);
      const { session, host } = await online(bench);

      session.connect();
      const message = outbound(bench, 'still one line');

      await sent(bench, session, host, message);
      expect(host.events.filter(({ type }) => type === 'connected')).toHaveLength(1);
    });

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

    test('a message arrives as it was written, under the id that was announced', async () => {
      const bench = await ready(start);
      const { session, host } = await online(bench);
      const body = 'Selamat pagi 👋🏽\nPesanan "17" sudah dikirim: كتاب ✓';

      const wa_message_id = await sent(bench, session, host, outbound(bench, body));

      expect(await bench.inbox()).toMatchObject([{ wa_message_id, text: body }]);
    });

    test('ack, delivery and reading of a message come as events', async (context) => {
      const bench = await ready(start);
      if (ENGINE_KINDS[bench.driver.kind].transport === 'calls')
        context.skip('the provider of this engine calls us');
      const { session, host } = await online(bench);
      const message = outbound(bench, 'Halo');
      const about = (event: { waMessageId: string }) => event.waMessageId === message.waMessageId;

      expect(await session.send(message)).toEqual({ outcome: 'written' });

      expect(await host.event('ack', about)).toMatchObject({ error: null, at: expect.any(Date) });
      expect(await host.event('receipt', about)).toMatchObject({ status: 'delivered', at: expect.any(Date) });
      await bench.read(message.waMessageId);
      expect(await host.event('receipt', (event) => about(event) && event.status === 'read')).toBeDefined();
    });

    test('the same id sent again is one message for the customer', async (context) => {
      const bench = await ready(start);
      if (ENGINE_KINDS[bench.driver.kind].transport === 'calls')
        context.skip('no message of this engine is sent again');
      const { session, host } = await online(bench);
      const message = outbound(bench, 'once');

      await session.send(message);
      await host.event('ack');
      const since = host.events.length;
      expect(await session.send(message)).toEqual({ outcome: 'written' });

      await host.event('ack', ({ waMessageId }) => waMessageId === message.waMessageId, since);
      expect(await bench.inbox()).toHaveLength(1);
    });

    test.each(['jpeg', 'mp4', 'opus', 'pdf'] as const)(
      'a file of format %s arrives byte for byte under its caption',
      async (format) => {
        const bench = await ready(start);
        const { session, host } = await online(bench);
        const bytes = fileOf(format);
        const { mediaUrl } = await mediaHost(format, bytes);
        const { type } = HEADS[format];
        const message = await prepared(bench, session, { ...outbound(bench, 'ini filenya'), type, mediaUrl });

        const waMessageId = await sent(bench, session, host, message);

        const text = type === 'audio' ? null : 'ini filenya';
        const [got] = await bench.inbox();
        expect(got).toMatchObject({ type });
        // Some networks carry no empty text.
        expect(got?.text ?? null).toBe(text);
        expect((await bench.file(waMessageId)).equals(bytes)).toBe(true);
      },
    );

    test('a file is fetched once, however often its message is sent', async (context) => {
      const bench = await ready(start);
      if (!ENGINE_KINDS[bench.driver.kind].prepares.has('image'))
        context.skip('this engine lets the provider fetch files');
      const { session, host } = await online(bench);
      const { mediaUrl, requests } = await mediaHost('jpeg', fileOf('jpeg'));
      const message = await prepared(bench, session, { ...outbound(bench, 'once'), type: 'image', mediaUrl });

      await sent(bench, session, host, message);
      await sent(bench, session, host, message, host.events.length);

      expect(requests).toHaveLength(1);
    });

    test('a file that cannot be fetched is refused with a code, and nothing is written', async (context) => {
      const bench = await ready(start);
      if (!ENGINE_KINDS[bench.driver.kind].prepares.has('image'))
        context.skip('this engine lets the provider fetch files');
      const { session } = await online(bench);
      const { mediaUrl } = await mediaHost('jpeg', null);

      const outcome = await prepare(session, { ...outbound(bench, 'gone'), type: 'image', mediaUrl });

      expect(outcome).toMatchObject({ outcome: 'refused', code: 'media_not_found' });
      expect(await bench.inbox()).toEqual([]);
    });

    test('nothing is prepared before connecting, nor once it is given up', async (context) => {
      const bench = await ready(start);
      if (!ENGINE_KINDS[bench.driver.kind].prepares.has('image'))
        context.skip('this engine lets the provider fetch files');
      const { mediaUrl, requests } = await mediaHost('jpeg', fileOf('jpeg'));
      const message: OutboundMessage = { ...outbound(bench, 'not now'), type: 'image', mediaUrl };
      const early = await prepare(open(bench).session, message);
      const { session } = await online(bench);

      const late = await session.prepare(message, AbortSignal.abort());

      expect([early, late]).toMatchObject([{ outcome: 'not_written' }, { outcome: 'not_written' }]);
      expect(requests).toEqual([]);
    });

    test('messages sent one after the other arrive in that order', async () => {
      const bench = await ready(start);
      const { session, host } = await online(bench);
      const messages = ['one', 'two', 'three', 'four', 'five'].map((body) => outbound(bench, body));

      for (const message of messages) await session.send(message);

      const acks = () => host.events.filter(({ type }) => type === 'ack').length === messages.length;
      if (ENGINE_KINDS[bench.driver.kind].transport === 'line') await host.until(acks, 'five acks');
      expect((await bench.inbox()).map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four', 'five']);
    });

    test('what a customer writes is committed with sender, type, body and time', async (context) => {
      const bench = await ready(start);
      if (ENGINE_KINDS[bench.driver.kind].transport === 'calls')
        context.skip('the provider of this engine calls us');
      const { host } = await online(bench);

      const waMessageId = await bench.write('Apakah buka hari ini? 🙏');

      const message = await host.until(() => host.store.received[0], 'received message');
      expect(message).toEqual({
        waMessageId,
        from: bench.customer,
        type: 'text',
        body: 'Apakah buka hari ini? 🙏',
        at: expect.any(Date),
      });
    });

    test('while a commit is not done the provider is told nothing, and delivers again', async (context) => {
      const bench = await ready(start);
      if (ENGINE_KINDS[bench.driver.kind].transport === 'calls')
        context.skip('the provider of this engine calls us');
      const { session, host } = await online(bench);
      const reached = Promise.withResolvers<void>();
      host.store.beforeCommit = (change) => {
        if (!change.received) return;
        reached.resolve();
        return new Promise(() => {});
      };
      const waMessageId = await bench.write('do not lose me');
      await reached.promise;
      // The process dies here: the session is dropped without a commit, another one takes over.
      const heir = heirOf(host);
      const next = open(bench, heir).session;

      void session.close();
      next.connect();

      expect(await heir.until(() => heir.store.received[0], 'redelivery')).toMatchObject({
        waMessageId,
      });
    });

    test('a closed session is silent and keeps its credentials', async () => {
      const bench = await ready(start);
      const { session, host } = await online(bench);
      await session.close();
      const said = host.events.length;

      await bench.write('anybody there?');
      const again = open(bench, heirOf(host));
      again.session.connect();

      await again.host.event('connected');
      expect(host.events).toHaveLength(said);
      expect(again.host.events.filter(({ type }) => type === 'qr')).toEqual([]);
    });

    test('closing twice is closing once', async () => {
      const bench = await ready(start);
      const { session } = await online(bench);

      await Promise.all([session.close(), session.close()]);

      await expect(session.close()).resolves.toBeUndefined();
    });

    test('logging out is confirmed, closes the session and leaves nothing stored', async () => {
      const bench = await ready(start);
      const { session, host } = await online(bench);

      const confirmed = await session.logout(30_000);

      expect(confirmed).toBe(true);
      expect(host.store.creds).toBeNull();
      expect(await session.send(outbound(bench, 'gone'))).toMatchObject({ outcome: 'not_written' });
    });

    test('a session whose device belongs to another process stops without a word', async (context) => {
      const bench = await ready(start);
      if (ENGINE_KINDS[bench.driver.kind].transport === 'calls')
        context.skip('each send of this engine is committed before');
      const { session, host } = await online(bench);
      const said = host.events.filter(({ type }) => type !== 'healthy').length;
      host.store.fence();

      await bench.write('for the new owner');
      const outcome = await session.send(outbound(bench, 'from the old owner'));

      expect(outcome.outcome).not.toBe('written');
      expect(host.events.filter(({ type }) => type !== 'healthy')).toHaveLength(said);
      expect(host.store.received).toEqual([]);
    });
  });
}

async function ready(start: () => Promise<EngineBench>): Promise<EngineBench> {
  const bench = await start();
  onTestFinished(() => bench.stop());
  return bench;
}

function open(
  { driver }: EngineBench,
  host = new MemoryHost(),
): { session: EngineSession; host: MemoryHost } {
  const session = driver.open(host);
  onTestFinished(() => session.close());
  return { session, host };
}

async function online(bench: EngineBench): Promise<{ session: EngineSession; host: MemoryHost }> {
  const { session, host } = open(bench);
  const admitted = bench.admit(host);
  session.connect();
  await admitted;
  await host.event('connected');
  return { session, host };
}

/** The host of the process that takes over: same store as it is committed now, nothing else. */
function heirOf(host: MemoryHost): MemoryHost {
  const heir = new MemoryHost(host.deviceUuid);
  heir.store.restore(host.store.snapshot());
  return heir;
}

function outbound({ driver, customer }: EngineBench, body: string): OutboundMessage {
  const nothing = { mediaUrl: null, interactive: null, prepared: null };
  return { waMessageId: driver.newMessageId(), to: customer, type: 'text', body, ...nothing };
}

/** Sends, and waits for the provider's word that it has it, from event `since` on. Answers the id that customers see. */
async function sent(
  { driver }: EngineBench,
  session: EngineSession,
  host: MemoryHost,
  message: OutboundMessage,
  since = 0,
): Promise<string> {
  const outcome = await session.send(message);
  if (ENGINE_KINDS[driver.kind].transport === 'calls') {
    expect(outcome).toEqual({ outcome: 'written', providerId: expect.any(String) });
    return outcome.outcome === 'written' ? (outcome.providerId ?? '') : '';
  }
  expect(outcome).toEqual({ outcome: 'written' });
  const about = ({ waMessageId }: { waMessageId: string }) => waMessageId === message.waMessageId;
  expect(await host.event('ack', about, since)).toMatchObject({ error: null, at: expect.any(Date) });
  // What the server has taken is on its way; what the phone has confirmed is there.
  await host.event('receipt', about);
  return message.waMessageId;
}

/** A web server with one file; null: it has lost it. */
async function mediaHost(format: keyof typeof HEADS, bytes: Buffer | null) {
  const { url, requests } = await startReceiver((_, response) => {
    if (bytes) response.writeHead(200, { 'content-type': HEADS[format].mimetype }).end(bytes);
    else response.writeHead(404).end('no such file');
  });
  return { mediaUrl: url, requests };
}

const prepare = (session: EngineSession, message: OutboundMessage): Promise<Preparation> =>
  session.prepare(message, new AbortController().signal);

/** The message as it is sent: prepared, when the engine wants that. */
async function prepared(
  { driver }: EngineBench,
  session: EngineSession,
  message: OutboundMessage,
): Promise<OutboundMessage> {
  if (!ENGINE_KINDS[driver.kind].prepares.has(message.type)) return message;
  const outcome = await prepare(session, message);
  if (outcome.outcome !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(outcome)}`);
  return { ...message, prepared: outcome.content };
}
