import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/harness/until.ts';
import { silentLog } from '../log.ts';
import { createHttp } from './http.ts';
import { UnreadAnswers } from './unread-answers.ts';

/** More than the system takes of an answer that its client does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
const STALL_SWEEPS = 32;
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

/** As a file that is read from the disk. */
function* parts() {
  for (let at = 0; at < LARGE.length; at += 64 * 1024) yield LARGE.subarray(at, at + 64 * 1024);
}

async function server() {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  const work = Promise.withResolvers<void>();
  const closed: string[] = [];
  const live = new PassThrough();
  http.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => closed.push(request.url));
  });
  http.get('/large', async () => LARGE);
  http.get('/small', async () => 'small');
  http.get('/file', (_request, reply) =>
    reply.header('content-length', LARGE.length).send(Readable.from(parts())),
  );
  http.get('/live', (_request, reply) => reply.send(live));
  http.get('/slow', async () => {
    await work.promise;
    return 'slow';
  });
  const answers = new UnreadAnswers(http.server);
  await http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    http.server.closeAllConnections();
    return http.close();
  });
  return {
    answers,
    closed,
    live,
    finish: () => work.resolve(),
    /** A client that reads nothing, and the socket of the server. */
    async client(...paths: string[]) {
      const accepted = once(http.server, 'connection');
      const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').pause();
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      const [served] = (await accepted) as [Socket];
      socket.write(paths.map(GET).join(''));
      return { socket, served };
    },
  };
}

/** A field that the types of a socket leave out. */
const handleOf = (served: Socket) => (served as { _handle?: { writeQueueSize: number } | null })._handle;
const queuedBytes = (served: Socket) => handleOf(served)?.writeQueueSize;

function sweep(answers: UnreadAnswers, times: number): void {
  for (let n = 0; n < times; n += 1) answers.sweep();
}

test('an answer of which the client reads nothing ends its connection', async () => {
  const { answers, client, closed } = await server();
  const { served } = await client('/large');
  await until(() => served.writableLength > 0);

  sweep(answers, STALL_SWEEPS / 2);
  const half = served.destroyed;
  sweep(answers, STALL_SWEEPS / 2);

  expect([half, served.destroyed]).toEqual([false, true]);
  await until(() => closed.length === 1);
});

test('a client that reads now and then keeps its connection', async () => {
  const { answers, client } = await server();
  const { socket, served } = await client('/large');
  await until(() => served.writableLength > 0);

  for (let n = 0; n < 3; n += 1) {
    sweep(answers, STALL_SWEEPS - 4);
    const before = queuedBytes(served);
    await until(() => {
      socket.read();
      return queuedBytes(served) !== before;
    });
  }

  expect(served.destroyed).toBe(false);
});

/** Of the whole answer, at the least speed. */
const AT_LEAST_SPEED = LARGE.length / (64 * 1024);

/** Until the connection ends. */
function sweepsByteAfterByte(answers: UnreadAnswers, served: Socket): number {
  let sweeps = 0;
  for (; !served.destroyed && sweeps < LARGE.length; sweeps += 1) {
    const value = LARGE.length - sweeps;
    Object.defineProperty(handleOf(served) ?? {}, 'writeQueueSize', { value, configurable: true });
    answers.sweep();
  }
  return sweeps;
}

test('a client that takes byte after byte loses its connection after the time of the whole answer', async () => {
  const { answers, client } = await server();
  const { served } = await client('/large');
  await until(() => served.writableLength > 0);

  const sweeps = sweepsByteAfterByte(answers, served);

  expect(sweeps).toBeGreaterThan(AT_LEAST_SPEED);
  expect(sweeps).toBeLessThan(AT_LEAST_SPEED + 2 * STALL_SWEEPS);
});

test('a file of which the client reads nothing ends its connection', async () => {
  const { answers, client, closed } = await server();
  const { served } = await client('/file');
  await until(() => (queuedBytes(served) ?? 0) > 0);

  sweep(answers, STALL_SWEEPS / 2);
  const half = served.destroyed;
  sweep(answers, STALL_SWEEPS / 2);

  expect([half, served.destroyed]).toEqual([false, true]);
  await until(() => closed.length === 1);
});

test('a file that its client takes byte after byte has the time of its whole length', async () => {
  const { answers, client } = await server();
  const { served } = await client('/file');
  await until(() => (queuedBytes(served) ?? 0) > 0);

  const sweeps = sweepsByteAfterByte(answers, served);

  expect(sweeps).toBeGreaterThan(AT_LEAST_SPEED);
  expect(sweeps).toBeLessThan(AT_LEAST_SPEED + 2 * STALL_SWEEPS);
});

test('a live stream stays while its client reads it', async () => {
  const { answers, client, live } = await server();
  const { socket, served } = await client('/live');
  socket.resume();
  live.write('first');
  await once(socket, 'data');

  sweep(answers, 100 * STALL_SWEEPS);

  expect(served.destroyed).toBe(false);
});

test('a connection that waits for its answer stays, also between answers', async () => {
  const { answers, client, finish } = await server();
  const { socket, served } = await client('/slow');
  await until(() => served.bytesRead > 0);

  sweep(answers, 10 * STALL_SWEEPS);
  finish();
  const [text] = await once(socket.resume(), 'data');
  sweep(answers, 10 * STALL_SWEEPS);

  expect(String(text)).toContain('slow');
  expect(served.destroyed).toBe(false);
});

test('an answer behind an unread one is closed with its connection', async () => {
  const { answers, client, closed } = await server();
  const { served } = await client('/large', '/small', '/large');
  await until(() => served.writableLength > 0);

  sweep(answers, STALL_SWEEPS);

  await until(() => closed.length === 3);
  expect(closed.sort()).toEqual(['/large', '/large', '/small']);
});

test('a client with too many requests without an answer loses its connection', async () => {
  const { client } = await server();
  const kept = await client(...Array(100).fill('/slow'));
  const { served } = await client(...Array(101).fill('/slow'));

  await until(() => served.destroyed);

  expect(kept.served.destroyed).toBe(false);
});
