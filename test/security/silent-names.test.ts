import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEconomyDriver } from '../../src/gateway/engines/economy/driver.ts';
import { createGraph } from '../../src/gateway/engines/official-cloud/graph/graph.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { createGuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { openNames } from '../../src/platform/lib/names/names.ts';
import { fileOf, testMedia } from '../harness/media.ts';
import { MemoryHost } from '../harness/memory-host.ts';
import { startNameServer } from '../harness/name-server.ts';
import { startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

const LOOPBACK = { v4: ['127.0.0.1'] };
const SILENT = { v4: 'silent', v6: 'silent' } as const;
const TENANT = ['one.tenant.test', 'two.tenant.test'];

const usesThreads = () => process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');

test('silent names of one tenant delay no call, webhook, download or reconnect', async () => {
  const server = await startNameServer({
    ...Object.fromEntries(TENANT.map((name) => [name, SILENT])),
    'graph.test': LOOPBACK,
    'hook.test': LOOPBACK,
    'media.test': LOOPBACK,
    'line.test': LOOPBACK,
  });
  const names = openNames({ servers: [server.address] });
  onTestFinished(() => names.close());
  let ended = 0;
  const questions = TENANT.map((name) => names.resolve(name).catch(() => []));
  for (const question of questions) void question.then(() => (ended += 1));
  const threads = usesThreads();
  await until(() => TENANT.every((name) => server.questions.includes(`A ${name}`)));

  const reached = await Promise.all([
    callsProvider(names),
    postsAndDownloads(server.address),
    connectsLine(names),
  ]);

  expect(reached).toEqual(['ok', [200, 'saved'], '/ws/chat']);
  expect({ ended, threads: threads || usesThreads() }).toEqual({ ended: 0, threads: false });
});

async function callsProvider({ lookup }: Pick<ReturnType<typeof openNames>, 'lookup'>): Promise<string> {
  const { port } = await startReceiver((_, response) => response.end('{}'));
  const graph = createGraph({ url: `http://graph.test:${port}`, version: 'v25.0', lookup });
  onTestFinished(() => graph.close());
  return (await graph.call({ method: 'GET', path: '1', token: 'EAAG' })).outcome;
}

async function postsAndDownloads(nameServer: string): Promise<unknown[]> {
  const hook = await startReceiver();
  const media = await startReceiver((_, response) => response.end(fileOf('jpeg')));
  const client = createGuardedClient({ allowNetworks: ['127.0.0.1'], nameServers: [nameServer] });
  onTestFinished(() => client.close());
  const file = path.join(tmpdir(), `kurir-silent-${process.pid}`);
  onTestFinished(() => rm(file, { force: true }));
  const posted = await client.post(`http://hook.test:${hook.port}/`, {
    headers: {},
    body: Buffer.from('{}'),
  });
  const saved = await client.get(`http://media.test:${media.port}/`, {
    file,
    maxBytes: 100_000,
    timeoutMs: 10_000,
    accepts: () => true,
    signal: new AbortController().signal,
  });
  return ['status' in posted ? posted.status : posted.error, saved.outcome];
}

/** The web socket of a session asks the server of its network. */
async function connectsLine({ lookup }: Pick<ReturnType<typeof openNames>, 'lookup'>): Promise<string> {
  const server = await startReceiver((_, response) => response.writeHead(503).end());
  const driver = createEconomyDriver({
    whatsappUrl: `ws://line.test:${server.port}/ws/chat`,
    versions: [],
    lookup,
    media: testMedia(),
    log: silentLog,
    clock: systemClock,
    random: Math.random,
  });
  const session = driver.open(new MemoryHost());
  onTestFinished(() => session.close());
  session.connect();
  await server.arrived(1);
  return server.requests[0]?.path ?? '';
}
