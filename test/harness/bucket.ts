import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../../src/platform/lib/file-store/bucket-client.ts';

export interface TestBucket extends Bucket {
  /** The server is away until then. */
  stop(): Promise<void>;
}

/** A bucket of an S3 server on this machine, which checks signatures. */
export async function startBucket(
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'kurir-s3-'));
  const name = `bucket-${randomUUID().slice(0, 8)}`;
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name, configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  let stopping: Promise<void> | null = null;
  const stop = () => {
    server.httpServer.closeAllConnections();
    stopping ??= server.close();
    return stopping;
  };
  onEnd(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    name,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: '',
    addressing: 'path',
    stop,
  };
}
