import { expect, test } from 'vitest';
import { KURIR } from '../../src/platform/lib/command-name.ts';
import { readTree } from './tree.ts';

/** The bare name, in code, may stand for the alternative. */
const TYPED = /npx kurir(?!\\?`)/;
/** A command that a text tells the reader to type. The name of a process or a comment has another form. */
const BARE =
  /(?:`|[:;,] )kurir (?:start|stop|[a-z]+ (?:list|create|set|set-plan|revoke|cancel|pause|resume)\b)/;

const tree = await readTree();

test(`texts show commands of ${KURIR}, and npx kurir only as the alternative`, () => {
  const readers = tree.filter(
    ({ path }) => !/^docs\/(decisions\/|progress\.md)|^test\/hygiene\/|\/command-name\.ts$/.test(path),
  );

  const named = readers.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => TYPED.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

  expect(named).toEqual([]);
});

test(`a command that a text shows begins with ${KURIR}`, () => {
  const guides = /^(README|SECURITY|docs\/[^/]+)\.md$/;
  const program = /^(src|sandbox|bin)\/(?!.*\.test\.ts$)/;
  const readers = tree.filter(
    ({ path }) => (guides.test(path) || program.test(path)) && path !== 'docs/progress.md',
  );

  const bare = readers.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => BARE.test(line) && !/^\s*(\/\*\*|\*|\/\/)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

  expect(bare).toEqual([]);
});
