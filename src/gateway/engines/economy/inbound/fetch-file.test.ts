import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf } from '../../../../../test/harness/media.ts';
import { type Respond, startReceiver } from '../../../../../test/harness/receiver.ts';
import { createGuardedClient } from '../../../../platform/lib/guarded-fetch/client.ts';
import type { FileKind } from '../../../../platform/lib/media/formats.ts';
import { encryptFile } from '../outbound/encrypt-file.ts';
import { createEconomyFiles } from './fetch-file.ts';
import { encodeSource, type SourceFields } from './file-source.ts';

const PLAIN = fileOf('jpeg', 100_003);

/** A file as a phone encrypts it, and a server that answers with `bytes` of it. */
async function remoteFile(kind: FileKind = 'image', respond?: (bytes: Buffer) => Respond) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-inbound-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const plain = path.join(folder, 'plain');
  await writeFile(plain, PLAIN);
  const target = path.join(folder, 'encrypted');
  const keys = await encryptFile(plain, target, kind === 'sticker' ? 'image' : kind, never);
  const bytes = await readFile(target);
  await Promise.all([rm(plain), rm(target)]);
  const server = await startReceiver(respond?.(bytes) ?? ((_, response) => response.end(bytes)));
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  onTestFinished(() => client.close());
  const files = createEconomyFiles({ client, origin: new URL(server.url).origin, timeoutMs: 5_000 });
  const fetch = (change: Partial<SourceFields> = {}, maxBytes = 1_000_000) => {
    const fields = { path: '/v/t62.7118-24/file.enc?ccb=11-4', ...keys, ...change };
    const source = encodeSource(fields) ?? '';
    const saved = path.join(folder, 'saved');
    return files.fetch({ source, kind, credentials: null, path: saved, maxBytes, signal: never });
  };
  return { fetch, keys, requests: server.requests, left: () => readdir(folder), folder };
}

const never = new AbortController().signal;

test.each<FileKind>(['image', 'video', 'audio', 'document', 'sticker'])(
  'a file of kind %s is decrypted with the keys of its kind',
  async (kind) => {
    const { fetch, keys, requests, folder, left } = await remoteFile(kind);

    const outcome = await fetch();

    expect(outcome).toEqual({ outcome: 'saved', size: PLAIN.length, sha256: keys.fileSha256 });
    expect((await readFile(path.join(folder, 'saved'))).equals(PLAIN)).toBe(true);
    expect(await left()).toEqual(['saved']);
    expect(requests).toMatchObject([{ method: 'GET', path: '/v/t62.7118-24/file.enc?ccb=11-4' }]);
  },
);

const changed =
  (at: number) =>
  (bytes: Buffer): Respond => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at < 0 ? copy.length + at : at) ^ 1, at < 0 ? copy.length + at : at);
    return (_, response) => response.end(copy);
  };

test.each<[string, (bytes: Buffer) => Respond, string]>([
  ['one changed bit', changed(50), 'hash_mismatch'],
  ['a changed MAC', changed(-1), 'hash_mismatch'],
  ['a truncated file', (bytes) => (_, response) => response.end(bytes.subarray(0, 500)), 'hash_mismatch'],
  ['an empty file', () => (_, response) => response.end(), 'hash_mismatch'],
  ['an error page', () => (_, response) => response.end('<html>'), 'hash_mismatch'],
  ['a broken server', () => (_, response) => response.writeHead(503).end(), 'unavailable'],
  ['a broken connection', () => (_, response) => void response.destroy(), 'unavailable'],
  ['a deleted file', () => (_, response) => response.writeHead(404).end(), 'expired'],
  ['a path that is too old', () => (_, response) => response.writeHead(403).end(), 'expired'],
  [
    'a redirect to another host',
    () => (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'unavailable',
  ],
])('%s leaves no file and has a reason', async (_, respond, reason) => {
  const { fetch, left } = await remoteFile('image', respond);

  expect(await fetch()).toMatchObject({ outcome: 'failed', reason });
  expect(await left()).toEqual([]);
});

test('a file with another plain hash than announced is refused permanently', async () => {
  const { fetch, left } = await remoteFile();

  expect(await fetch({ fileSha256: Buffer.alloc(32) })).toEqual({
    outcome: 'failed',
    reason: 'hash_mismatch',
    final: true,
  });
  expect(await left()).toEqual([]);
});

test('the key of another file opens nothing', async () => {
  const { fetch } = await remoteFile();

  expect(await fetch({ mediaKey: Buffer.alloc(32) })).toMatchObject({ reason: 'hash_mismatch' });
});

test('a file over the limit is refused permanently, regardless of its announced size', async () => {
  const { fetch, left } = await remoteFile();

  expect(await fetch({}, PLAIN.length - 20)).toEqual({ outcome: 'failed', reason: 'too_large', final: true });
  expect(await left()).toEqual([]);
});

test.each(['//evil.test/a', 'https://evil.test/a', '/a b', '/a\\b', 'a', `/${'a'.repeat(2_000)}`])(
  'the path %s is no source',
  (remote) => {
    const key = Buffer.alloc(32);
    const keys = { mediaKey: key, fileSha256: key, fileEncSha256: key };

    expect(encodeSource({ path: remote, ...keys })).toBeNull();
    expect(encodeSource({ path: '/a', ...keys, mediaKey: Buffer.alloc(31) })).toBeNull();
    expect(encodeSource({ path: '/a', ...keys })).not.toBeNull();
  },
);
