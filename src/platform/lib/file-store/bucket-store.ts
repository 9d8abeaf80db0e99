import { createReadStream } from 'node:fs';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { SECOND } from '../clock.ts';
import { type FileStore, placeOf, StoreUnavailable } from './file-store.ts';

export interface Bucket {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Empty, or ends in a slash. */
  prefix: string;
  addressing: 'path' | 'host';
}

const CONNECT_TIMEOUT_MS = 5 * SECOND;
const SILENCE_MS = 30 * SECOND;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** Hex, of the body. */
  sha256?: string;
  body?: Readable;
  size?: number;
  signal?: AbortSignal | undefined;
}

type Answer = Dispatcher.ResponseData;

/** S3-compatible. The operator chose the host: private networks are allowed. */
export function openBucketStore(bucket: Bucket, lookup: LookupFunction): FileStore {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    allowH2: false,
  });
  const call = (name: string, request: Call) => send(agent, bucket, name, request);

  return {
    async put(name, { path, size, sha256 }, signal) {
      const body = createReadStream(path);
      const answer = await call(name, { method: 'PUT', body, size, sha256: sha256.toString('hex'), signal });
      await expectStatus(answer, [200, 204]);
    },

    async open(name, range, size) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await call(name, { method: 'GET', headers });
      const isFound = answer.statusCode === (range ? 206 : 200);
      const known = isFound ? sizeIn(answer) : undefined;
      const isAnother = size !== undefined && known !== undefined && size !== known;
      if (isAnother || [404, 416].includes(answer.statusCode)) {
        await answer.body.dump();
        return null;
      }
      return isFound ? answer.body : expectStatus(answer, []);
    },

    async remove(name) {
      await expectStatus(await call(name, { method: 'DELETE' }), [200, 204, 404]);
    },

    close: () => agent.destroy(),
  };
}

async function send(agent: Agent, bucket: Bucket, name: string, request: Call): Promise<Answer> {
  const { method, headers = {}, sha256 = EMPTY_SHA256, body = null, size, signal = null } = request;
  const { accessKeyId, secretAccessKey, region } = bucket;
  const signed = await new AwsV4Signer({
    method,
    url: urlOf(bucket, name),
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign();
  const all = Object.fromEntries(signed.headers.entries());
  if (size !== undefined) all['content-length'] = String(size);
  const { origin, pathname } = signed.url;
  try {
    return await agent.request({ origin, path: pathname, method, headers: all, body, signal });
  } catch (error) {
    body?.destroy();
    throw new StoreUnavailable(`The bucket does not answer: ${codeOf(error)}`);
  }
}

function urlOf({ endpoint, name: bucket, prefix, addressing }: Bucket, name: string): string {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, '');
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${base}/${addressing === 'path' ? `${bucket}/` : ''}${prefix}${placeOf(name)}`;
  return url.href;
}

function sizeIn({ headers }: Answer): number | undefined {
  const { 'content-range': range, 'content-length': length } = headers;
  const text = range === undefined ? length : /\/(\d+)$/.exec(String(range))?.[1];
  return text === undefined ? undefined : Number(text);
}

/** A refusal may repeat what we signed: only its code leaves. */
async function expectStatus(answer: Answer, statuses: readonly number[]): Promise<null> {
  if (statuses.includes(answer.statusCode)) {
    await answer.body.dump();
    return null;
  }
  const text = await readStart(answer.body);
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'no code';
  throw new StoreUnavailable(`The bucket answered ${answer.statusCode}: ${code}`);
}

const MAX_REFUSAL = 16 * 1024;

async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_REFUSAL) break;
    }
  } catch {
    // Its beginning may be enough.
  }
  return Buffer.concat(chunks).toString();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
