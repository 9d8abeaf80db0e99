import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { choosePort } from '../harness/free-port.ts';
import type { GatewayProcess } from '../harness/gateway.ts';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { type Block, differences, readGuide } from './guide.ts';
import { openTerminal, SHELLS, type Terminal, type Typed } from './terminal.ts';

/** Typed before a release. */
const REST = [
  'conversations.md',
  'team-inbox.md',
  'business-hours.md',
  'knowledge.md',
  'command-line.md',
  'assistant.md',
  'automation.md',
  'auto-replies.md',
  'flows.md',
  'entry-points.md',
  'widget.md',
  'streams.md',
  'staff.md',
  'sandbox.md',
  'official-cloud.md',
  'sandbox-cloud.md',
  'sandbox-cloud.md',
  'audit.md',
  'running.md',
  'backups.md',
  'accounts.md',
];
/** In the order in which a reader meets them; the first sets what the others use. */
const GUIDES = [
  '../README.md',
  'quick-start.md',
  'sending.md',
  'idempotency.md',
  'errors.md',
  'limits.md',
  'api-keys.md',
  'broadcasts.md',
  'receiving.md',
  'webhooks.md',
  ...(isLong ? REST : []),
];
/** Ends the output of each block. */
const END = '\x1e';

const guides = await Promise.all(GUIDES.map(readGuide));
const isTyped = ({ language }: Block) => language === 'bash';
const blocks = guides.flat().filter(isTyped);
/** README and the quick start. */
const firstSteps = guides.slice(0, 2).flat().filter(isTyped);
/** The lines are for a terminal with curl, which small containers lack. Not every machine has zsh. */
const [strictest, ...others] = SHELLS.filter(({ isHere }) => isHere);

if (strictest) {
  describe(`all guides in ${strictest.name}`, async () => {
    const installed = await preparedInstallation({}, afterAll);
    const typeInto = await openTerminal(strictest, installed, afterAll);
    let outputs: string[] = [];
    let stderr = '';

    beforeAll(async () => {
      const gateway = await installed.start();
      const typed = await typeBlocks(blocks, gateway, typeInto);
      outputs = typed.stdout.split(END);
      stderr = typed.stderr;
    }, 180_000);

    test('every line of the guides runs without an error', () => {
      const broken = blocks[outputs.length - 1];

      expect(broken?.place ?? 'none', stderr).toBe('none');
      expect(stderr).toBe('');
    });

    test('every answer that the guides show is the one that comes', () => {
      const shown = blocks.flatMap((block, n) =>
        block.answer ? [{ ...block, answer: block.answer, output: outputs[n] ?? '' }] : [],
      );

      const wrong = shown.flatMap(({ place, answer, output }) =>
        wrongIn(answer, output).map((each) => `${place}: ${each}`),
      );

      expect(shown.length).toBeGreaterThan(8);
      expect(wrong).toEqual([]);
    });

    test('no line is refused, unless the guide shows the refusal', () => {
      const silent = blocks
        .map((block, n) => ({ ...block, output: outputs[n] ?? '' }))
        .filter(({ answer }) => !answer);

      const refused = silent.filter(({ output }) => /"error":"\w+","message":|"errors":\{/.test(output));

      expect(silent.length).toBeGreaterThan(10);
      expect(refused).toEqual([]);
    });

    test('three attempts under one key are one message', () => {
      const attempts = outputs.find(
        (output) => output.trim().split('\n').length === 3 && output.includes('"queued"'),
      );
      const ids = attempts
        ?.trim()
        .split('\n')
        .map((line) => JSON.parse(line).id);

      expect(ids).toEqual([ids?.[0], ids?.[0], ids?.[0]]);
    });
  });
}

longTest.for(others)('the first steps in $name run without an error', { timeout: 180_000 }, async (shell) => {
  const installed = await preparedInstallation();
  const typeInto = await openTerminal(shell, installed, onTestFinished);
  const gateway = await installed.start();

  const { stdout, stderr } = await typeBlocks(firstSteps, gateway, typeInto);

  expect(firstSteps[stdout.split(END).length - 1]?.place ?? 'none', stderr).toBe('none');
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

/** Types the blocks into one shell, beside their gateway. The output of each block ends with END. */
async function typeBlocks(
  typedBlocks: readonly Block[],
  gateway: GatewayProcess,
  typeInto: Terminal,
): Promise<Typed> {
  const key = /kurir_\w+/.exec(gateway.welcome)?.[0] ?? '';
  const nobody = `http://127.0.0.1:${await choosePort()}/`;
  const script = typedBlocks
    .map(({ code }) => `${code}printf '\\036'\n`)
    .join('')
    .replaceAll('http://127.0.0.1:8080', gateway.url)
    .replaceAll('http://127.0.0.1:3000/', nobody);

  const typed = await typeInto(script, { KEY: key });
  return { ...typed, stdout: typed.stdout.replaceAll(nobody, 'http://127.0.0.1:3000/') };
}

function wrongIn({ language, text: shown }: NonNullable<Block['answer']>, output: string): string[] {
  const text = output.replaceAll('\r', '').trim();
  if (language === 'text') return text === shown ? [] : [text];
  return differences(JSON.parse(shown), JSON.parse(text));
}
