import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import {
  CUSTOMER,
  goOnline,
  NUMBER,
  restoreOneStepBehind,
  startEconomyBench,
  textTo,
} from '../../../../../test/harness/economy-bench.ts';
import { longTest } from '../../../../../test/harness/long-test.ts';
import { fileOf, HEADS, testMedia } from '../../../../../test/harness/media.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { startReceiver } from '../../../../../test/harness/receiver.ts';
import { until } from '../../../../../test/harness/until.ts';
import { MEBIBYTE } from '../../../../platform/lib/bytes.ts';
import type { MediaFetcherOptions } from '../../../../platform/lib/media/fetcher.ts';
import type { OutboundMessage } from '../../engine.ts';
import type { EconomyOptions } from '../driver.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const never = new AbortController().signal;

/** A connected session, and the folder of its files. */
async function online(media: Partial<MediaFetcherOptions> = {}, timing: EconomyOptions['timing'] = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-economy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bench = await startEconomyBench({ media: testMedia({ folder, ...media }), timing });
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  const fileMessage = (
    type: OutboundMessage['type'],
    mediaUrl: string,
    body: string | null,
  ): OutboundMessage => ({
    ...textTo(bench, ''),
    type,
    mediaUrl,
    body,
  });
  const left = () => readdir(folder);
  const sizes = async () =>
    Promise.all((await left()).map(async (name) => (await stat(path.join(folder, name))).size));
  return { bench, host, session, fileMessage, left, sizes };
}

test('a file of each format arrives with its own type, and no file stays on the disk', async () => {
  const { bench, host, session, fileMessage, left } = await online();
  const formats = ['png', 'webp', 'threeGp', 'mp3', 'aac', 'm4a', 'amr'] as const;
  const { url } = await startReceiver(({ path: asked }, response) => {
    const format = formats.find((each) => asked.endsWith(each)) ?? 'png';
    response.end(fileOf(format, 70_001));
  });

  for (const format of formats) {
    const message = fileMessage(HEADS[format].type, `${url}?${format}`, null);
    const made = await session.prepare(message, never);
    if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));
    await session.send({ ...message, prepared: made.content });
    await host.event('receipt', ({ waMessageId }) => waMessageId === message.waMessageId);
    const bytes = await bench.file(message.waMessageId);
    expect([format, bytes.equals(fileOf(format, 70_001))]).toEqual([format, true]);
  }

  const arrived = await bench.net.chats(CUSTOMER);
  expect(arrived.map(({ type, mimetype, size, sha256: hash }) => [type, mimetype, size, hash])).toEqual(
    formats.map((format) => {
      const { type, mimetype } = HEADS[format];
      return [type, mimetype, 70_001, sha256(fileOf(format, 70_001))];
    }),
  );
  expect(await left()).toEqual([]);
});

test('a document has its name; an audio file has no caption', async () => {
  const { bench, host, session, fileMessage } = await online();
  const { url } = await startReceiver((request, response) => {
    if (request.path.includes('pdf')) {
      const disposition = `attachment; filename*=UTF-8''Faktur%20%E2%82%AC.pdf`;
      response.writeHead(200, { 'content-disposition': disposition }).end(fileOf('pdf'));
    } else response.end(fileOf('opus'));
  });

  for (const message of [
    fileMessage('document', `${url}?pdf`, 'lunas'),
    fileMessage('audio', url, 'lunas'),
  ]) {
    const made = await session.prepare(message, never);
    if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));
    await session.send({ ...message, prepared: made.content });
    await host.event('receipt', ({ waMessageId }) => waMessageId === message.waMessageId);
  }

  const chats = await bench.net.chats(CUSTOMER);
  expect(chats.map(({ type, text, file_name }) => [type, text, file_name])).toEqual([
    ['document', 'lunas', 'Faktur €.pdf'],
    ['audio', null, null],
  ]);
});

longTest('a document of 20 MiB passes in chunks, and memory does not grow by its size', async () => {
  const { bench, host, session, fileMessage, sizes } = await online({ timeoutMs: 60_000 });
  const bytes = fileOf('pdf', 20 * MEBIBYTE);
  const rest = Promise.withResolvers<void>();
  const { url } = await startReceiver((_, response) => {
    response.write(bytes.subarray(0, 15 * MEBIBYTE));
    void rest.promise.then(() => response.end(bytes.subarray(15 * MEBIBYTE)));
  });
  const message = fileMessage('document', url, null);
  const before = liveMemory();

  const preparing = session.prepare(message, never);
  await until(async () => (await sizes())[0] === 15 * MEBIBYTE);
  // Free chunks may not be collected yet. A file that stays in memory would never pass.
  const isSmall = await until(() => liveMemory() - before < 8 * MEBIBYTE);
  rest.resolve();
  const made = await preparing;
  if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));
  await session.send({ ...message, prepared: made.content });

  await host.event('receipt');
  expect(isSmall).toBe(true);
  expect(made.content.length).toBeLessThan(1000);
  expect(sha256(await bench.file(message.waMessageId))).toBe(sha256(bytes));
});

test('a phone shows that a picture opens once', async () => {
  const { bench, host, session, fileMessage } = await online();
  const { url } = await startReceiver((_, response) => response.end(fileOf('jpeg')));
  const message = { ...fileMessage('image', url, 'sekali'), viewOnce: true };
  const made = await session.prepare(message, never);
  if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));

  await session.send({ ...message, prepared: made.content });

  await host.event('receipt', ({ waMessageId }) => waMessageId === message.waMessageId);
  expect(await bench.net.chats(CUSTOMER)).toMatchObject([{ type: 'image', text: 'sekali', view_once: true }]);
  expect((await bench.file(message.waMessageId)).equals(fileOf('jpeg'))).toBe(true);
});

test('after a failed upload the message is not written, and no file stays on the disk', async () => {
  const { bench, session, fileMessage, left } = await online({}, { uploadTimeoutMs: 200 });
  const { url } = await startReceiver((_, response) => response.end(fileOf('jpeg')));
  await bench.net.faults(NUMBER, { silent: true });

  const made = await session.prepare(fileMessage('image', url, null), never);

  expect(made).toMatchObject({ outcome: 'not_written', code: 'upload_failed' });
  expect(await left()).toEqual([]);
});

test.each(['while it is fetched', 'while it is uploaded'])(
  'aborted %s, the preparation leaves no file',
  async (moment) => {
    const { bench, session, fileMessage, left } = await online();
    const isEarly = moment === 'while it is fetched';
    const { url } = await startReceiver((_, response) => {
      if (isEarly) response.write(fileOf('jpeg'));
      else response.end(fileOf('jpeg'));
    });
    await bench.net.faults(NUMBER, { silent: true });
    const stop = new AbortController();

    const preparing = session.prepare(fileMessage('image', url, null), stop.signal);
    await until(async () => (await left()).length === (isEarly ? 1 : 2));
    stop.abort();

    expect(await preparing).toMatchObject({ outcome: 'not_written' });
    expect(await left()).toEqual([]);
  },
);

test('the end of the connection ends its preparations', async () => {
  const { bench, session, fileMessage, left } = await online();
  const { url, arrived } = await startReceiver(() => {});

  const preparing = session.prepare(fileMessage('image', url, null), never);
  await arrived(1);
  await bench.net.line(NUMBER, 'drop');

  expect(await preparing).toMatchObject({ outcome: 'not_written', code: 'not_connected' });
  expect(await left()).toEqual([]);
});

test('a file message without preparation is not sent', async () => {
  const { bench, session, fileMessage } = await online();

  const outcome = await session.send(fileMessage('image', 'https://x.test/a.jpg', 'caption'));

  expect(outcome).toMatchObject({ outcome: 'not_written', code: 'not_prepared' });
  expect(await bench.inbox()).toEqual([]);
});

test('a recipient that cannot decrypt a file message gets the same content again, from the store', async () => {
  const { bench, host, session, fileMessage } = await online();
  const { url, requests } = await startReceiver((_, response) => response.end(fileOf('jpeg')));
  const message = fileMessage('image', url, 'sekali lagi');
  const made = await session.prepare(message, never);
  if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));
  const { heir, next } = await restoreOneStepBehind(bench, session, host);
  const ready = { ...message, prepared: made.content };
  heir.sent.set(message.waMessageId, ready);

  await next.send(ready);

  await heir.event('receipt', ({ waMessageId }) => waMessageId === message.waMessageId);
  expect((await bench.file(message.waMessageId)).equals(fileOf('jpeg'))).toBe(true);
  expect(requests).toHaveLength(1);
});

/** Bytes in use after a garbage collection. */
function liveMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}
