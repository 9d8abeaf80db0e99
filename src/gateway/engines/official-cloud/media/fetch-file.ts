import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { GuardedClient } from '../../../../platform/lib/guarded-fetch/client.ts';
import { type FileOutcome, type FileRequest, type FileSource, failedFile } from '../../inbound-file.ts';
import { decodeCredentials } from '../credentials/credentials.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient } from '../graph/lenient-values.ts';
import { decodeSource, type OfficialSource } from './file-source.ts';

interface FetchOptions {
  client: Pick<GuardedClient, 'get'>;
  graph: Pick<Graph, 'call'>;
  /** Hosts that may get the token. */
  isProvider(url: URL): boolean;
  timeoutMs: number;
}

/** Unknown or expired id. */
const NO_OBJECT = 100;
/** Deleted, or a URL older than five minutes. */
const GONE: readonly number[] = [404, 410];

const MediaNode = z.object({ url: z.url(), file_size: lenient(z.number()), sha256: lenient(z.string()) });
type MediaNode = z.infer<typeof MediaNode>;

/** Asks for the URL, and downloads, with the device's token. */
export function createOfficialFiles(options: FetchOptions): FileSource {
  return {
    async fetch(request) {
      if (!request.credentials) return failedFile('unavailable');
      const { accessToken: token } = decodeCredentials(request.credentials);
      const source = decodeSource(request.source);
      const node = await resolve(options, source, token, request.signal);
      if ('outcome' in node) return node;
      if ((node.file_size ?? 0) > request.maxBytes) return failedFile('too_large', true);
      return download(options, { node, source, token }, request);
    },
  };
}

async function resolve(
  { graph }: FetchOptions,
  { id }: OfficialSource,
  token: string,
  signal: AbortSignal,
): Promise<MediaNode | FileOutcome> {
  const reply = await graph.call({ method: 'GET', path: id, token, signal });
  if (reply.outcome === 'error') {
    return reply.error.code === NO_OBJECT ? failedFile('expired', true) : failedFile('unavailable');
  }
  const node = reply.outcome === 'ok' ? MediaNode.safeParse(reply.body) : null;
  return node?.success ? node.data : failedFile('unavailable');
}

async function download(
  { client, isProvider, timeoutMs }: FetchOptions,
  { node, source, token }: { node: MediaNode; source: OfficialSource; token: string },
  { path, maxBytes, signal }: FileRequest,
): Promise<FileOutcome> {
  const outcome = await client.get(node.url, {
    file: path,
    maxBytes,
    timeoutMs,
    accepts: () => true,
    mayVisit: isProvider,
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  switch (outcome.outcome) {
    case 'saved':
      return check(path, outcome.size, hashesOf(node, source), signal);
    case 'too_large':
      return failedFile('too_large', true);
    case 'status':
      return failedFile(GONE.includes(outcome.status) ? 'expired' : 'unavailable');
    case 'not_accepted':
    case 'failed':
      return failedFile('unavailable');
    default:
      return outcome satisfies never;
  }
}

async function check(
  path: string,
  size: number,
  expected: readonly Buffer[],
  signal: AbortSignal,
): Promise<FileOutcome> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  const sha256: Buffer = hash.read();
  if (size > 0 && expected.every((each) => each.equals(sha256))) return { outcome: 'saved', size, sha256 };
  await rm(path, { force: true });
  return failedFile('hash_mismatch');
}

/** Base64 in callbacks, hexadecimal in nodes. */
function hashesOf({ sha256 }: MediaNode, source: OfficialSource): Buffer[] {
  const isHex = /^[0-9a-f]{64}$/i.test(sha256 ?? '');
  return [...(source.sha256 ? [source.sha256] : []), ...(isHex ? [Buffer.from(sha256 ?? '', 'hex')] : [])];
}
