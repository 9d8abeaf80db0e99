import { createHash, randomUUID } from 'node:crypto';
import { access, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../../test/harness/bucket.ts';
import { lookup } from '../../../../test/harness/names.ts';
import { otherFileSystem } from '../../../../test/harness/other-file-system.ts';
import { openBucketStore } from './bucket-store.ts';
import { type FileStore, StoreUnavailable } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';

const BYTES = Buffer.from('a file of a customer');

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function put(store: FileStore, name: string, bytes = BYTES): Promise<void> {
  const source = path.join(await tempFolder(), 'source');
  await writeFile(source, bytes, { mode: 0o600 });
  await store.put(name, {
    path: source,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  });
}

async function read(store: FileStore, name: string, range: { start: number; end: number } | null = null) {
  const stream = await store.open(name, range);
  return stream && String(await buffer(stream));
}

const STORES: [string, () => Promise<FileStore>][] = [
  ['a folder', async () => openFolderStore(path.join(await tempFolder(), 'media'))],
  ['a bucket', async () => openBucketStore(await startBucket(), lookup)],
  [
    'a bucket with a prefix',
    async () => openBucketStore({ ...(await startBucket()), prefix: 'a/b/' }, lookup),
  ],
];

test.each(STORES)('%s keeps a file, reads a part of it, and removes it', async (_, open) => {
  const store = await open();
  onTestFinished(() => store.close());
  const name = randomUUID();

  await put(store, name);

  expect(await read(store, name)).toBe(String(BYTES));
  expect(await read(store, name, { start: 2, end: 5 })).toBe('file');
  await store.remove(name);
  expect(await read(store, name)).toBeNull();
  await store.remove(name);
});

test.each(STORES)('%s replaces a file of the same name', async (_, open) => {
  const store = await open();
  onTestFinished(() => store.close());
  const name = `${randomUUID()}.thumbnail`;
  await put(store, name, Buffer.from('first'));

  await put(store, name, Buffer.from('second'));

  expect(await read(store, name)).toBe('second');
});

test.each(STORES)('%s answers no file of another size', async (_, open) => {
  const store = await open();
  onTestFinished(() => store.close());
  const name = randomUUID();
  await put(store, name);

  const right = await store.open(name, { start: 2, end: 5 }, BYTES.length);
  right?.resume();

  expect(right).not.toBeNull();
  expect(await store.open(name, null, BYTES.length + 1)).toBeNull();
  expect(await store.open(name, { start: 2, end: 5 }, BYTES.length + 1)).toBeNull();
  expect(await store.open(name, { start: 100, end: 105 }, 200)).toBeNull();
});

test.each(STORES)('%s takes no name that could leave it', async (_, open) => {
  const store = await open();
  onTestFinished(() => store.close());

  for (const name of ['../../etc/passwd', 'a', `${randomUUID()}/..`, '']) {
    await expect(store.open(name, null)).rejects.toThrow('not a name');
    await expect(put(store, name)).rejects.toThrow('not a name');
  }
});

test('a folder of files can be copied to another place', async () => {
  const folder = await tempFolder();
  const name = randomUUID();
  await put(openFolderStore(path.join(folder, 'here')), name);

  await cp(path.join(folder, 'here'), path.join(folder, 'there'), { recursive: true });

  expect(await read(openFolderStore(path.join(folder, 'there')), name)).toBe(String(BYTES));
});

test('files and folders belong to the user of the gateway alone', async () => {
  const folder = path.join(await tempFolder(), 'media');
  const name = randomUUID();

  await put(openFolderStore(folder), name);

  const file = path.join(folder, name.slice(0, 2), name.slice(2, 4), name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(path.dirname(file))).toEqual([name]);
});

test.runIf(process.getuid?.() === 0)(
  'a command of root leaves what it stores to the owner of the folder, also from another disk',
  async () => {
    const folder = await tempFolder();
    await chown(folder, 4_711, 4_712);
    const store = openFolderStore(path.join(folder, 'media'));
    const name = randomUUID();

    await put(store, name);
    const elsewhere = await otherFileSystem();
    const source = path.join(elsewhere, randomUUID());
    await writeFile(source, BYTES, { mode: 0o600 });
    await store.put(randomUUID(), { path: source, size: BYTES.length, sha256: Buffer.alloc(32) });

    for (const entry of ['', ...(await readdir(folder, { recursive: true }))]) {
      const { uid, gid } = await stat(path.join(folder, entry));
      expect([uid, gid]).toEqual([4_711, 4_712]);
    }
  },
);

test('a folder that cannot be written is unavailable, and the source stays for a retry', async () => {
  const folder = await tempFolder();
  const blocked = path.join(folder, 'file');
  await writeFile(blocked, '');
  const source = path.join(folder, 'source');
  await writeFile(source, BYTES);
  const store = openFolderStore(blocked);

  const putting = store.put(randomUUID(), { path: source, size: BYTES.length, sha256: Buffer.alloc(32) });

  await expect(putting).rejects.toThrow(StoreUnavailable);
  await access(source);
});

test('a wrong secret is refused, and the error has neither secret nor signature', async () => {
  const bucket = await startBucket();
  const store = openBucketStore({ ...bucket, secretAccessKey: 'wrong-secret' }, lookup);
  onTestFinished(() => store.close());

  const failure = await put(store, randomUUID()).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(String(failure)).toMatch(/answered 403: SignatureDoesNotMatch/);
  expect(JSON.stringify(failure)).not.toMatch(/wrong-secret|Signature=/);
});

test('a bucket that does not answer is unavailable', async () => {
  const bucket = await startBucket();
  const store = openBucketStore({ ...bucket, endpoint: 'http://127.0.0.1:9' }, lookup);
  onTestFinished(() => store.close());

  await expect(put(store, randomUUID())).rejects.toThrow(StoreUnavailable);
  await expect(store.open(randomUUID(), null)).rejects.toThrow(StoreUnavailable);
  await expect(store.remove(randomUUID())).rejects.toThrow(StoreUnavailable);
});

test('the name of the bucket can stand before the host', async () => {
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(`${request.headers.host} ${request.url}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  const bucket = {
    ...(await startBucket()),
    endpoint: `http://localhost:${port}`,
    addressing: 'host' as const,
  };
  const store = openBucketStore(bucket, (_host, options, found) => {
    if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }]);
    else found(null, '127.0.0.1', 4);
  });
  onTestFinished(() => store.close());
  const name = randomUUID();

  await store.remove(name);

  expect(hosts).toEqual([
    `${bucket.name}.localhost:${port} /${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`,
  ]);
});
