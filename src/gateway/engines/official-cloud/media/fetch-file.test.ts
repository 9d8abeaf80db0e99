import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestCloud } from '../../../../../sandbox/graph/test-cloud.ts';
import { fileOf } from '../../../../../test/harness/media.ts';
import { lookup } from '../../../../../test/harness/names.ts';
import { credentials } from '../../../../../test/harness/official-bench.ts';
import { receivedMessage } from '../../../../../test/harness/official-callback.ts';
import { startReceiver } from '../../../../../test/harness/receiver.ts';
import { until } from '../../../../../test/harness/until.ts';
import { createGuardedClient } from '../../../../platform/lib/guarded-fetch/client.ts';
import { createGraph } from '../graph/graph.ts';
import { createOfficialFiles } from './fetch-file.ts';

const BYTES = fileOf('jpeg', 30_000);
const SHA256 = Buffer.alloc(32, 1).toString('base64');

/** A picture that Budi sent to the number, and what fetches it. */
async function sentPicture() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-official-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cloud = await openTestCloud();
  await cloud.write({ image: { data: BYTES.toString('base64'), caption: 'lihat' } });
  const [value] = await until(async () => (cloud.inbound().length > 0 ? cloud.inbound() : undefined));
  const file = receivedMessage(value)?.file;
  const origin = new URL(cloud.current.url).origin;
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  const graph = createGraph({ url: cloud.current.graphUrl, version: 'v25.0', lookup });
  onTestFinished(async () => {
    await client.close();
    await graph.close();
  });
  const files = createOfficialFiles({
    client,
    graph,
    isProvider: (url) => url.origin === origin,
    timeoutMs: 5_000,
  });
  const saved = path.join(folder, 'saved');
  const fetch = (change: { source?: string; maxBytes?: number; token?: string } = {}) =>
    files.fetch({
      source: change.source ?? file?.source ?? '',
      kind: 'image',
      credentials: change.token === '' ? null : credentials(change.token),
      path: saved,
      maxBytes: change.maxBytes ?? 1_000_000,
      signal: new AbortController().signal,
    });
  return { cloud, file, fetch, saved, left: () => readdir(folder), client };
}

test('the file of a message is fetched with the token of its device', async () => {
  const { file, fetch, saved } = await sentPicture();

  const outcome = await fetch();

  expect(file).toMatchObject({ kind: 'image', mimetype: 'image/jpeg' });
  expect(outcome).toMatchObject({ outcome: 'saved', size: BYTES.length });
  expect((await readFile(saved)).equals(BYTES)).toBe(true);
});

test.each([
  ['an unknown id', { source: JSON.stringify({ id: '404', sha256: null }) }, 'expired', true],
  ['another hash than announced', { maxBytes: 1_000_001 }, 'hash_mismatch', false],
  ['a file over the limit', { maxBytes: 10 }, 'too_large', true],
  ['a device without credentials', { token: '' }, 'unavailable', false],
  ['a token that the provider refuses', { token: 'EAAGwrongtoken' }, 'unavailable', false],
] as const)('%s leaves no file and has a reason', async (name, change, reason, final) => {
  const { file, fetch, left } = await sentPicture();
  const wrong = JSON.stringify({ ...JSON.parse(file?.source ?? ''), sha256: SHA256 });

  const outcome = await fetch(name.startsWith('another hash') ? { ...change, source: wrong } : change);

  expect(outcome).toEqual({ outcome: 'failed', reason, final });
  expect(await left()).toEqual([]);
});

test.each([
  ['an overloaded provider', { call: 'media', http_status: 503 }, 'unavailable'],
  ['a file that the provider has lost', { call: 'media_download', http_status: 404 }, 'expired'],
  ['a broken download', { call: 'media_download', drop: true }, 'unavailable'],
  ['an error page', { call: 'media_download', http_status: 200, raw_body: '<html>' }, 'hash_mismatch'],
])('%s is tried again', async (_, fault, reason) => {
  const { cloud, fetch, left } = await sentPicture();
  await cloud.post('/sandbox/cloud/faults', { count: null, ...fault });

  expect(await fetch()).toEqual({ outcome: 'failed', reason, final: false });
  expect(await left()).toEqual([]);
});

test('the token goes to hosts of the provider only', async () => {
  const { client } = await sentPicture();
  const stranger = await startReceiver();
  const reply = { outcome: 'ok' as const, body: { url: stranger.url, file_size: 5, sha256: null } };
  const files = createOfficialFiles({
    client,
    graph: { call: async () => reply },
    isProvider: () => false,
    timeoutMs: 1_000,
  });

  const outcome = await files.fetch({
    source: JSON.stringify({ id: '1', sha256: null }),
    kind: 'image',
    credentials: credentials(),
    path: path.join(tmpdir(), 'never'),
    maxBytes: 100,
    signal: new AbortController().signal,
  });

  expect(outcome).toEqual({ outcome: 'failed', reason: 'unavailable', final: false });
  expect(stranger.requests).toEqual([]);
});
