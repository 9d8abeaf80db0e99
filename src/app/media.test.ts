import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf } from '../../test/harness/media.ts';
import { startReceiver } from '../../test/harness/receiver.ts';
import { loadConfig } from '../config.ts';
import type { Network } from '../gateway/engines/engine.ts';
import { maxMediaBytes } from '../media-settings.ts';
import { openMedia } from './media.ts';

/** Fetches a picture from this machine as the sessions of a network do. */
async function fetchLocal(network: Network, env: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-app-media-'));
  const config = loadConfig({ KURIR_DATA_DIR: folder, ...env });
  const media = await openMedia(config, network, { use: 'sessions', maxBytes: maxMediaBytes(config) });
  onTestFinished(async () => {
    await media.close();
    await rm(folder, { recursive: true });
  });
  const { url, connections } = await startReceiver((_, response) => response.end(fileOf('jpeg')));

  const fetched = await media.fetcher.fetch(url, 'image', new AbortController().signal);
  return { result: 'code' in fetched ? fetched.code : fetched.outcome, connections: connections() };
}

test('with the sandbox on, its devices send files of this machine, and live devices do not', async () => {
  const sandbox = await fetchLocal('sandbox', { KURIR_SANDBOX: 'on' });
  const live = await fetchLocal('live', { KURIR_SANDBOX: 'on' });

  expect(sandbox).toEqual({ result: 'fetched', connections: 1 });
  expect(live).toEqual({ result: 'media_blocked', connections: 0 });
});

test('live devices reach the networks that the operator opened', async () => {
  const live = await fetchLocal('live', { KURIR_SANDBOX: 'on', KURIR_ALLOW_NETWORKS: '127.0.0.1' });

  expect(live).toEqual({ result: 'fetched', connections: 1 });
});
