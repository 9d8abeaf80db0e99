import { expect, test } from 'vitest';
import { isTestFile, readTree } from './tree.ts';

interface Fact {
  name: string;
  /** The only file of `src` that may write it. */
  home: string;
  /** How code writes it by hand. */
  written: RegExp;
}

/** What one file says, and all others import. */
const FACTS: Fact[] = [
  {
    name: 'the characters that every engine sends',
    home: 'src/gateway/engines/kinds.ts',
    written: /(maxText:|MAX_(TEXT|BODY|ANSWER|REPLY) =|\.max\(|String\()\s*4_?096\b/,
  },
  {
    name: 'the characters of a caption',
    home: 'src/gateway/messages/content.ts',
    written: /(CAPTION =|caption: requiredString\()\s*1_?024\b/,
  },
  {
    name: 'the characters of the title of a button',
    home: 'src/gateway/engines/sent-kinds/fields.ts',
    written: /(BUTTON_TEXT =|title:)\s*20\b/,
  },
  {
    name: 'the form of the Idempotency-Key',
    home: 'src/gateway/messages/send-call.ts',
    written: /\/\^\[(!-~|\\x21-\\x7e)\]\{1,255\}\$\//,
  },
  {
    name: 'the arithmetic of the quota',
    home: 'src/platform/usage/quota.ts',
    written: /monthly_quota[^\n]*\) - /,
  },
];

const tree = await readTree();
const sources = tree.filter(({ path }) => /^src\/.*\.ts$/.test(path) && !isTestFile(path));

test.each(FACTS)('$name is in one file', ({ home, written }) => {
  const homes = sources.filter(({ text }) => written.test(text)).map(({ path }) => path);

  expect(homes).toEqual([home]);
});

/** The dashboard imports nothing of the gateway, and these numbers are in no answer. */
test.each([
  [
    'a long wait',
    'src/inbox/conversations/attention/attention.ts',
    'web/src/pages/inbox/answer-due.ts',
    /(?:LONG_WAIT|LATE)_MS = (.+);/,
  ],
  [
    'the night',
    'src/inbox/notices/notice.ts',
    'web/src/hours/quiet-fields.tsx',
    /(?:FIRST_QUIET|NIGHT) = (.+);/,
  ],
])('%s is the same in gateway and dashboard', (_name, gateway, dashboard, fact) => {
  const written = [gateway, dashboard].map(
    (path) => fact.exec(tree.find((file) => file.path === path)?.text ?? '')?.[1],
  );

  expect(written[0]).toBeDefined();
  expect(written[1]).toBe(written[0]);
});
