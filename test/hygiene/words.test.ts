import { expect, test } from 'vitest';
import { findWordProblems } from './words.ts';

const LONG = `W ${'w '.repeat(24)}end.`;

test.each([
  ['a banned phrase in a line comment', '// Nobody waits.', 'src/a.ts:1: "Nobody", say "no" and the noun'],
  ['one in a block comment', '/**\n * Waits.\n * Ends for good.\n */', 'src/a.ts:3: "for good", say'],
  ['one behind code', 'const a = 1; // of its own', 'src/a.ts:1: "of its own", say'],
  ['one across two lines', '// Waits so\n// many times.', 'src/a.ts:1: "so many", say'],
  ['one in an error', "throw new Error('Nobody is there.');", 'src/a.ts:1: "Nobody", say'],
  ['one in a template', `const a = \`Nobody \${b} is there\`;`, 'src/a.ts:1: "Nobody", say'],
  ['a long sentence', `// ${LONG}`, 'src/a.ts:1: a sentence of 26 words, at most 25'],
  [
    'a long sentence after another',
    `// Short.\n// ${LONG}`,
    'src/a.ts:2: a sentence of 26 words, at most 25',
  ],
  ['a wide line', `const a = '${'a'.repeat(120)}';`, 'src/a.ts:1: 133 characters, at most 120'],
])('finds %s', (_name, text, problem) => {
  const problems = findWordProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['two sentences of 13 words', `// ${'w '.repeat(12)}end. ${'W '.repeat(12)}end.`],
  ['bullets of 13 words', `/*\n * - ${'w '.repeat(13)}\n * - ${'w '.repeat(13)}\n */`],
  ['code as one word', `// Answers \`${'w '.repeat(30)}\`.`],
  ['a comment mark in a string', "const a = 'https://nobody';"],
  ['a comment mark in a template', `const a = \`\${b}//nobody\`;`],
  ['a comment mark in a regular expression', 'const a = /[/*]nobody/;'],
  ['a string without a sentence', "const a = 'nobody';"],
  ['the long name of a clause', `contract(\n  'Messages > ${'a'.repeat(120)}',\n);`],
])('accepts %s', (_name, text) => {
  const problems = findWordProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual([]);
});

test('reads the titles of tests, and no other string of a test', () => {
  const text = "test.each(rows)('nobody is called', () => send('nobody is there'));\n";

  const problems = findWordProblems([{ path: 'src/a.test.ts', text }]);

  expect(problems).toEqual([expect.stringContaining('src/a.test.ts:1: "nobody"')]);
});

test('reads the comments of new migrations, not their strings', () => {
  const text = "select 'nobody -- of its own';\n-- For\n-- good.\n";
  const paths = ['migrations/0007_old.sql', 'migrations/0008_new.sql'];

  const problems = findWordProblems(paths.map((path) => ({ path, text })));

  expect(problems).toEqual([expect.stringContaining('migrations/0008_new.sql:2: "For good"')]);
});

test('reads documents, without their code, the old decisions and the contract', () => {
  const text = 'Call `nobody`.\n```\nnobody\n```\nNobody waits.\n';
  const paths = [
    'docs/guide.md',
    'README.md',
    'docs/api-contract.md',
    'docs/decisions/0022-old.md',
    'docs/decisions/0023-new.md',
  ];

  const problems = findWordProblems(paths.map((path) => ({ path, text })));

  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'docs/guide.md:5:',
    'README.md:5:',
    'docs/decisions/0023-new.md:5:',
  ]);
});
