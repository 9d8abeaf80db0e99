import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { SECOND } from '../clock.ts';
import { StoreUnavailable } from './file-store.ts';

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
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Hex, of the body. */
  sha256?: string;
  body?: Readable | Buffer;
  size?: number;
  signal?: AbortSignal | undefined;
}

export type Answer = Dispatcher.ResponseData;

export interface BucketClient {
  /** `key`: below the prefix; empty for the bucket itself. Rejects with StoreUnavailable. */
  call(key: string, request: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** S3-compatible. The operator chose the host: private networks are allowed. */
export function openBucketClient(bucket: Bucket, lookup: LookupFunction): BucketClient {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    allowH2: false,
  });
  return { call: (key, request) => send(agent, bucket, key, request), close: () => agent.destroy() };
}

async function send(agent: Agent, bucket: Bucket, key: string, request: Call): Promise<Answer> {
  const {
    method,
    query = {},
    headers = {},
    sha256 = EMPTY_SHA256,
    body = null,
    size,
    signal = null,
  } = request;
  const { accessKeyId, secretAccessKey, region } = bucket;
  const signed = await new AwsV4Signer({
    method,
    url: urlOf(bucket, key, query),
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign();
  const all = Object.fromEntries(signed.headers.entries());
  if (size !== undefined) all['content-length'] = String(size);
  const { origin, pathname, search } = signed.url;
  try {
    return await agent.request({ origin, path: pathname + search, method, headers: all, body, signal });
  } catch (error) {
    if (body && 'destroy' in body) body.destroy();
    throw new StoreUnavailable(`The bucket does not answer: ${codeOf(error)}`);
  }
}

function urlOf(
  { endpoint, name: bucket, prefix, addressing }: Bucket,
  key: string,
  query: Record<string, string>,
) {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, '');
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`;
  const inside = key === '' ? '' : `/${prefix}${key}`;
  url.pathname = `${base}${addressing === 'path' ? `/${bucket}` : ''}${inside}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** A refusal may repeat what we signed: only its code leaves. */
export async function expectStatus(answer: Answer, statuses: readonly number[]): Promise<null> {
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
