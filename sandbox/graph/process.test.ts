import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { SandboxReady } from '../process.ts';
import { CONTROL_TOKEN, controlOf } from '../test-sandbox.ts';
import { BUDI, PHONE_ID, TOKEN } from './test-cloud.ts';

const SCRIPT = `
  import { runSandbox } from ${JSON.stringify(new URL('../process.ts', import.meta.url).href)};
  import { createLog } from ${JSON.stringify(new URL('../../src/platform/lib/log.ts', import.meta.url).href)};
  const log = createLog('silent', 'sandbox');
  await runSandbox({ dataDir: process.argv[1], port: undefined, controlToken: '${CONTROL_TOKEN}', log });
`;
const NO_LIMITS = { messages_per_second: null, pair_rate: false };

async function launch(dataDir: string) {
  const args = ['--input-type=module', '-e', SCRIPT, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(end);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const ready: SandboxReady = JSON.parse(String(line));
  return { ready, end };
}

test('after a kill during traffic, every accepted message is stored once', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kurir-cloud-process-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await launch(dataDir);
  const control = controlOf(first.ready, CONTROL_TOKEN);
  await control.post('/sandbox/cloud/numbers', {
    phone_number_id: PHONE_ID,
    access_token: TOKEN,
    display_phone_number: '+62 811-0000-001',
    verified_name: 'Toko Kurir',
    behaviour: NO_LIMITS,
  });
  const accepted: string[] = [];
  const send = async () => {
    const answer = await fetch(`${first.ready.graph_url}/v25.0/${PHONE_ID}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to: `+${BUDI}`, text: { body: 'Halo' } }),
    });
    // The answer of the sandbox has this form.
    const body = (await answer.json()) as { messages: { id: string }[] };
    accepted.push(body.messages[0]?.id ?? '');
    if (accepted.length === 50) await first.end();
  };

  await Promise.allSettled(Array.from({ length: 200 }, send));
  const second = await launch(dataDir);
  const { body } = await controlOf(second.ready, CONTROL_TOKEN).get(
    `/sandbox/cloud/numbers/${PHONE_ID}/messages`,
  );

  const kept = body.data.map(({ id }: { id: string }) => id);
  expect(accepted.length).toBeGreaterThanOrEqual(50);
  expect(new Set(kept).size).toBe(kept.length);
  expect(accepted.filter((id) => !kept.includes(id))).toEqual([]);
});
