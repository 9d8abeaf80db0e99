import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { MEBIBYTE } from '../bytes.ts';
import { SECOND } from '../clock.ts';
import { type BucketClient, expectStatus } from './bucket-client.ts';
import { StoreUnavailable } from './file-store.ts';

/** Services take 10,000 parts. They grow, so that the memory is small and an object may have 800 GiB. */
const PART_BYTES = 16 * MEBIBYTE;
const PARTS_OF_A_SIZE = 1_000;
/** Before each further try of a call that was not answered, or that the service was too busy for. */
export const RETRY_PAUSES_MS: readonly number[] = [1 * SECOND, 5 * SECOND, 25 * SECOND];
const TOO_MANY = 429;

/** No call here has a body that can be read only once. */
type Call = BucketClient['call'];

/** Objects of any name and size below a prefix. Each rejects with StoreUnavailable. */
export interface BucketObjects {
  /** There when it resolves, and absent before. */
  put(key: string, source: Readable): Promise<void>;
  /** Null: no such object. */
  open(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** The keys below a folder, or the folders in it. Empty, or it ends in a slash. */
  listKeys(folder: string): AsyncGenerator<string>;
  listFolders(folder: string): AsyncGenerator<string>;
}

export function bucketObjects(
  client: BucketClient,
  prefix: string,
  retryPausesMs = RETRY_PAUSES_MS,
): BucketObjects {
  const call = repeating(client.call, retryPausesMs);
  return {
    async put(key, source) {
      const parts = partsOf(source);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      const second = await parts.next();
      if (second.done) await expectStatus(await putBytes(call, key, first), [200, 204]);
      else await putParts(call, key, [first, second.value], parts);
    },

    async open(key) {
      const answer = await call(key, { method: 'GET' });
      if (answer.statusCode === 200) return answer.body;
      return expectStatus(answer, [404]);
    },

    async remove(key) {
      await expectStatus(await call(key, { method: 'DELETE' }), [200, 204, 404]);
    },

    listKeys: (folder) => list(call, prefix, { prefix: prefix + folder }, 'Key'),
    listFolders: (folder) => list(call, prefix, { prefix: prefix + folder, delimiter: '/' }, 'Prefix'),
  };
}

async function* partsOf(source: Readable): AsyncGenerator<Buffer, undefined> {
  let [chunks, size, part]: [Buffer[], number, number] = [[], 0, 0];
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES * (1 + Math.floor(part / PARTS_OF_A_SIZE))) continue;
    yield Buffer.concat(chunks);
    [chunks, size, part] = [[], 0, part + 1];
  }
  if (size > 0) yield Buffer.concat(chunks);
}

function repeating(call: Call, pausesMs: readonly number[]): Call {
  return async (key, request) => {
    for (const pauseMs of pausesMs) {
      const answer = await call(key, request).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return null;
        throw error;
      });
      if (answer && answer.statusCode < 500 && answer.statusCode !== TOO_MANY) return answer;
      await answer?.body.dump();
      await delay(pauseMs);
    }
    return call(key, request);
  };
}

/** The service compares the hash. */
function putBytes(call: Call, key: string, body: Buffer, query: Record<string, string> = {}) {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return call(key, { method: 'PUT', query, body, size: body.length, sha256 });
}

async function putParts(
  call: Call,
  key: string,
  first: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const begun = await call(key, { method: 'POST', query: { uploads: '' } });
  const uploadId = tagIn(await textOf(begun), 'UploadId');
  const etags: string[] = [];
  const add = async (part: Buffer) => {
    const query = { partNumber: String(etags.length + 1), uploadId };
    const answer = await putBytes(call, key, part, query);
    const { etag } = answer.headers;
    await expectStatus(answer, [200]);
    etags.push(String(etag));
  };
  try {
    for (const part of first) await add(part);
    for await (const part of rest) await add(part);
    await complete(call, key, uploadId, etags);
  } catch (error) {
    const aborted = await call(key, { method: 'DELETE', query: { uploadId } }).catch(() => null);
    await aborted?.body.dump();
    throw error;
  }
}

/** It may answer 200 with an error. */
async function complete(call: Call, key: string, uploadId: string, etags: readonly string[]) {
  const parts = etags.map((etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const headers = { 'content-type': 'application/xml' };
  const answer = await call(key, {
    method: 'POST',
    query: { uploadId },
    headers,
    body,
    size: body.length,
    sha256,
  });
  tagIn(await textOf(answer), 'ETag');
}

async function* list(
  call: Call,
  prefix: string,
  query: Record<string, string>,
  tag: 'Key' | 'Prefix',
): AsyncGenerator<string> {
  for (let token = ''; ; ) {
    const next = token === '' ? {} : { 'continuation-token': token };
    const answer = await call('', { method: 'GET', query: { 'list-type': '2', ...query, ...next } });
    const page = await textOf(answer);
    const found = tag === 'Key' ? /<Key>([^<]+)<\/Key>/g : /<CommonPrefixes><Prefix>([^<]+)<\/Prefix>/g;
    for (const [, name = ''] of page.matchAll(found)) yield name.slice(prefix.length);
    if (!page.includes('<IsTruncated>true')) return;
    token = tagIn(page, 'NextContinuationToken');
  }
}

async function textOf(answer: Awaited<ReturnType<BucketClient['call']>>): Promise<string> {
  if (answer.statusCode !== 200) await expectStatus(answer, []);
  return text(answer.body);
}

function tagIn(page: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(page)?.[1];
  if (found === undefined) throw new StoreUnavailable(`The bucket answered without ${tag}`);
  return found.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
