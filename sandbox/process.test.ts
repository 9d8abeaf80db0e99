import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../test/harness/until.ts';
import type { SandboxReady } from './process.ts';
import { controlOf } from './test-sandbox.ts';
import { BUDI, jidOf, pairedClient, SHOP } from './whatsapp/test-client.ts';

const TOKEN = 'control-token-of-a-test';

const SCRIPT = `
  import { runSandbox } from ${JSON.stringify(new URL('./process.ts', import.meta.url).href)};
  import { createLog } from ${JSON.stringify(new URL('../src/platform/lib/log.ts', import.meta.url).href)};
  const [dataDir, port] = process.argv.slice(1);
  const options = { dataDir, port: port ? Number(port) : undefined, controlToken: '${TOKEN}' };
  try {
    await runSandbox({ ...options, log: createLog('silent', 'sandbox') });
  } catch (error) {
    process.stderr.write(error.message);
    process.exitCode = 1;
  }
`;

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kurir-sandbox-process-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

function launch(dataDir: string, port?: number) {
  const args = ['--input-type=module', '-e', SCRIPT, dataDir, ...(port === undefined ? [] : [String(port)])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    await end(child, 'SIGKILL');
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ready = async (): Promise<SandboxReady> => {
    const line = await until(
      () => lines[0] ?? (child.exitCode !== null && Promise.reject(new Error(errors))),
    );
    return JSON.parse(line);
  };
  return { child, exited, lines, ready, errors: () => errors };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

test('prints its addresses on one line, ends with 0 on SIGTERM, and restarts on the same port', async () => {
  const dataDir = folder();
  const first = launch(dataDir);
  const ready = await first.ready();
  first.child.kill('SIGINT');
  const healthy = await fetch(`${ready.url}/sandbox`, { headers: { 'x-sandbox-control': TOKEN } });
  const code = await end(first.child, 'SIGTERM');
  const second = await launch(dataDir).ready();

  expect(first.lines).toHaveLength(1);
  expect([healthy.status, code]).toEqual([200, 0]);
  expect(ready).toMatchObject({ ready: true, whatsapp_url: `${ready.url.replace('http', 'ws')}/ws/chat` });
  expect(second).toEqual({ ...ready, pid: expect.any(Number) });
});

test('a port or a folder in use ends it with one clear line', async () => {
  const dataDir = folder();
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  onTestFinished(() => void blocker.close());
  const address = blocker.address();
  const taken = typeof address === 'object' && address ? address.port : 0;

  const blocked = launch(folder(), taken);
  const running = launch(dataDir);
  await running.ready();
  const intruder = launch(dataDir);
  await Promise.all([blocked.exited, intruder.exited]);

  expect([blocked.child.exitCode, intruder.child.exitCode]).toEqual([1, 1]);
  expect(blocked.errors()).toContain(`port ${taken} is taken`);
  expect(intruder.errors()).toContain('another sandbox process is using');
});

test('after two kills during traffic, every acked message is on the phone once', async () => {
  const dataDir = folder();
  const first = launch(dataDir);
  const ready = await first.ready();
  const sandbox = controlOf(ready, TOKEN);
  await sandbox.post('/sandbox/phones', { number: BUDI });
  const client = await pairedClient(sandbox, SHOP);
  const texts = Array.from({ length: 40 }, (_, index) => `pesan ${index}`);
  let running = first.child;

  for (const round of [0, 1]) {
    const batch = texts.slice(round * 20, round * 20 + 20);
    const sending = batch.map((text, index) => {
      const messageId = `3EB0${round}${String(index).padStart(4, '0')}`;
      return client.sock?.sendMessage(jidOf(BUDI), { text }, { messageId }).catch(() => {});
    });
    await until(() => client.acks.length >= round * 20 + 5);
    await end(running, 'SIGKILL');
    await client.closed(round + 1);
    await Promise.all(sending);
    const acked = new Set(client.acks.map(({ id }) => id));
    running = launch(dataDir).child;
    await until(() =>
      sandbox.get('/sandbox').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const kept = new Map((await sandbox.messagesOf(BUDI)).map((message) => [message.wa_message_id, message]));
    expect([...acked].filter((id) => !kept.has(id ?? ''))).toEqual([]);

    await client.online();
    for (const [index, text] of batch.entries()) {
      const messageId = `3EB0${round}${String(index).padStart(4, '0')}`;
      if (!acked.has(messageId)) await client.send(BUDI, text, messageId);
    }
  }

  const arrived = (await sandbox.messagesOf(BUDI)).map(({ text }) => text);
  expect(arrived.toSorted()).toEqual(texts.toSorted());
  await end(running, 'SIGTERM');
});
