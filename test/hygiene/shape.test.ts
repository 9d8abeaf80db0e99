import { expect, test } from 'vitest';
import { findShapeProblems } from './shape.ts';

test.each([
  ['a function', 'function send() {', '}', 'send'],
  ['an arrow function', 'const send = () => {', '};', 'send'],
  ['a method', 'class A {\n  send() {', '}\n}', 'send'],
  ['a property', 'const a = {\n  send: () => {', '},\n};', 'send'],
  ['a callback', 'call(() => {', '});', 'callback'],
])('finds %s of 61 lines', (_name, start, end, name) => {
  const text = `${start}${'\n'.repeat(60)}${end}\n`;

  const problems = findShapeProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual([expect.stringMatching(`^src/a.ts:\\d: ${name} has 61 lines, at most 60$`)]);
});

test('counts a returned object of methods to the function around it', () => {
  const method = (name: string) => `${name}() {${'\n'.repeat(30)}},\n`;
  const text = `function open() {\nreturn {\n${method('send')}${method('close')}};\n}\n`;

  const problems = findShapeProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual(['src/a.ts:1: open has 66 lines, at most 60']);
});

test('counts no comment above a function, and accepts 60 lines', () => {
  const text = `/**${'\n'.repeat(20)}*/\nfunction send() {${'\n'.repeat(59)}}\n`;

  const problems = findShapeProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual([]);
});

test('finds a line over 120 characters', () => {
  const text = `${'a'.repeat(120)}\n${'b'.repeat(121)}\n`;

  const problems = findShapeProblems([{ path: 'bin/kurir.js', text }]);

  expect(problems).toEqual(['bin/kurir.js:2: 121 characters, at most 120']);
});

test('finds literals that are spread for their look', () => {
  const text =
    'const a = {\n  ...{ b: 1, c: 2 },\n  ...d,\n};\nconst e = [...[1, 2], ...f, ...(g ? [] : [3])];\n';

  const problems = findShapeProblems([{ path: 'src/a.ts', text }]);

  expect(problems).toEqual(
    [2, 5].map((line) => `src/a.ts:${line}: write the fields of the spread literal out`),
  );
});

test('leaves tests and their fixtures out', () => {
  const text = `// ${'a'.repeat(121)}\nfunction send() {${'\n'.repeat(60)}}\n`;
  const paths = ['src/a.test.ts', 'src/test-a.ts', 'src/gateway/engines/conformance.ts', 'test/a.ts'];

  const problems = findShapeProblems(paths.map((path) => ({ path, text })));

  expect(problems).toEqual([]);
});
