import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queryObjects } from 'node:v8';
import { Client, type Dispatcher, Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type Respond, startReceiver } from '../../../../test/harness/receiver.ts';
import { until } from '../../../../test/harness/until.ts';
import { createGuardedClient } from './client.ts';

/** The class that `Client` and `Pool` extend: each look collects the garbage of the process, so one counts both. */
const Connections: typeof Dispatcher = Object.getPrototypeOf(Client);
/** What a collection of garbage leaves of them, wherever they are held. */
const left = () => queryObjects(Connections, { format: 'count' });
/** undici's own. */
const none = left();

/** Until a hanging answer is given up, and until one that ends is. A busy machine must not reach the second. */
const [HANGING_MS, ENDING_MS] = [2_000, 60_000];
const HANGING = /\/(large|unwanted|silent|stalled|nowhere)$/;

/** Answers that end well and such as do not. */
const ANSWERS: Record<string, Respond> = {
  whole: (_, response) => response.end('whole'),
  missing: (_, response) => response.writeHead(404).end('x'.repeat(50_000)),
  large: (_, response) => response.writeHead(200, { 'content-length': 5_000 }).write('x'),
  endless: (_, response) => response.write('x'.repeat(5_000)),
  unwanted: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('x'),
  silent: () => {},
  stalled: (_, response) => response.write('x'),
  broken: (_, response) => void response.destroy(),
  nowhere: (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).write('x'),
};

const timeoutFor = (url: string) => (HANGING.test(url) ? HANGING_MS : ENDING_MS);

async function requesting(respond: Respond) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-left-'));
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'], idleMs: 20 });
  onTestFinished(async () => {
    await client.close();
    await rm(folder, { recursive: true });
  });
  const receiver = await startReceiver(respond, '0.0.0.0');
  let files = 0;
  return {
    client,
    receiver,
    get(url: string) {
      files += 1;
      return client.get(url, {
        file: path.join(folder, `file-${files}`),
        maxBytes: 1_000,
        timeoutMs: timeoutFor(url),
        accepts: (type) => type !== 'text/html',
        signal: new AbortController().signal,
      });
    },
    post: (url: string) =>
      client.post(url, {
        headers: {},
        body: Buffer.from('{}'),
        timeoutMs: timeoutFor(url),
        maxResponseBytes: 1_000,
      }),
  };
}

/** To each answer a URL with a separate origin: all of 127.0.0.0/8 is this machine. */
async function requestingAll() {
  const names = Object.keys(ANSWERS);
  const all = await requesting((request, response) => ANSWERS[request.path.slice(1)]?.(request, response));
  const urls = names.map((name, n) => `http://127.0.0.${n + 1}:${all.receiver.port}/${name}`);
  return { ...all, urls };
}

test('nothing is left of a request, however it ends', async () => {
  const { get, post, urls, receiver } = await requestingAll();

  const [got, posted] = await Promise.all([Promise.all(urls.map(get)), Promise.all(urls.map(post))]);
  // A look at the heap is slow, so it comes last.
  await until(() => receiver.openConnections() === 0, { what: 'the end of all sockets' });
  await until(() => left() <= none, { what: 'the end of all connections' });

  expect(Pool.prototype).toBeInstanceOf(Connections);
  expect(got.map((outcome) => ('error' in outcome ? outcome.error : outcome.outcome))).toEqual([
    'saved',
    'status',
    'too_large',
    'too_large',
    'not_accepted',
    'timeout',
    'timeout',
    'connection_closed',
    'blocked_address',
  ]);
  expect(posted.map((outcome) => ('error' in outcome ? outcome.error : outcome.status))).toEqual([
    200,
    404,
    200,
    200,
    200,
    'timeout',
    200,
    'connection_closed',
    302,
  ]);
});

test('a client that is closed sends nothing any more', async () => {
  const { client, receiver, get, post } = await requesting(() => {});
  await client.close();

  const url = `http://127.0.0.1:${receiver.port}/`;
  const outcomes = [await post(url), await get(url)];

  expect(outcomes).toMatchObject([{ error: 'aborted' }, { error: 'aborted' }]);
  expect(receiver.connections()).toBe(0);
});
