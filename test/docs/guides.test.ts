import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choosePort } from '../harness/free-port.ts';
import { cloneIn, installation } from '../harness/gateway.ts';
import { type Block, differences, readGuide } from './guide.ts';

/** In the order in which a reader meets them; the first sets what the others use. */
const GUIDES = [
  'quick-start.md',
  'sending.md',
  'idempotency.md',
  'errors.md',
  'limits.md',
  'api-keys.md',
  'broadcasts.md',
  'receiving.md',
  'webhooks.md',
  'sandbox.md',
  'sandbox-cloud.md',
  'sandbox-cloud.md',
  'audit.md',
];
/** Ends the output of each block. */
const END = '\x1e';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
let blocks: Block[] = [];
let outputs: string[] = [];
let stderr = '';
const installed = await installation({}, afterAll);

// The lines are for a terminal with curl, which small containers lack.
beforeAll(async () => {
  if (!hasCurl) return;
  const guides = await Promise.all(GUIDES.map(readGuide));
  blocks = guides.flat().filter(({ language }) => language === 'bash');
  const gateway = await installed.start();
  const key = /kurir_\w+/.exec(gateway.welcome)?.[0] ?? '';
  const nobody = `http://127.0.0.1:${await choosePort()}/`;

  const script = blocks
    .map(({ code }) => `${code}printf '\\036'\n`)
    .join('')
    .replaceAll('http://127.0.0.1:8080', gateway.url)
    .replaceAll('http://127.0.0.1:3000/', nobody)
    .replaceAll('data/sandbox-token', join(installed.folder, 'sandbox-token'))
    .replaceAll('webhook-secret', join(installed.folder, 'webhook-secret'));
  const typed = await type(script, await cloneIn(installed.folder), { ...installed.env, KEY: key });
  outputs = typed.stdout.replaceAll(nobody, 'http://127.0.0.1:3000/').split(END);
  stderr = typed.stderr;
}, 120_000);

test.skipIf(!hasCurl)('every line of the guides runs without an error', () => {
  const broken = blocks[outputs.length - 1];

  expect(broken?.place ?? 'none', stderr).toBe('none');
  expect(stderr).toBe('');
});

test.skipIf(!hasCurl)('every answer that the guides show is the one that comes', () => {
  const shown = blocks.flatMap((block, n) =>
    block.answer ? [{ ...block, answer: block.answer, output: outputs[n] ?? '' }] : [],
  );

  const wrong = shown.flatMap(({ place, answer, output }) => {
    const text = output.replaceAll('\r', '').trim();
    if (answer.language === 'text') return text === answer.text ? [] : [`${place}: ${text}`];
    return differences(JSON.parse(answer.text), JSON.parse(text)).map((each) => `${place}: ${each}`);
  });

  expect(shown.length).toBeGreaterThan(8);
  expect(wrong).toEqual([]);
});

test.skipIf(!hasCurl)('no line is refused, unless the guide shows the refusal', () => {
  const silent = blocks
    .map((block, n) => ({ ...block, output: outputs[n] ?? '' }))
    .filter(({ answer }) => !answer);

  const refused = silent.filter(({ output }) => /"error":"\w+","message":|"errors":\{/.test(output));

  expect(silent.length).toBeGreaterThan(10);
  expect(refused).toEqual([]);
});

test.skipIf(!hasCurl)('three attempts under one key are one message', () => {
  const attempts = outputs.find(
    (output) => output.trim().split('\n').length === 3 && output.includes('"queued"'),
  );
  const ids = attempts
    ?.trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);

  expect(ids).toEqual([ids?.[0], ids?.[0], ids?.[0]]);
});

test('an answer that a guide shows wrongly is found', () => {
  const shown = { id: 1, status: 'queued', old: true, error: null, list: [] };

  const found = differences(shown, { id: '1', status: 'sent', error: null, list: {}, fresh: 1 });

  expect(found).toEqual([
    'answer.old: missing',
    'answer.fresh: not in the guide',
    'answer.id: string, not number',
    'answer.status: "sent", not "queued"',
    'answer.list: object, not array',
  ]);
});

function type(
  script: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-eu', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    shell.stdout.on('data', (text) => (said.stdout += text));
    shell.stderr.on('data', (text) => (said.stderr += text));
    shell.on('error', reject);
    shell.on('close', () => resolve(said));
  });
}
