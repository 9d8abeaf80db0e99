import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLog, type LogOptions } from '../log.ts';

const TERMINAL = { hasColors: () => false };
const COLORFUL = { hasColors: () => true };

/** A log and the text that it wrote. */
function openLog(options: LogOptions = { terminal: TERMINAL }, name = 'main') {
  const writes: string[] = [];
  const log = createLog('debug', name, {
    ...options,
    destination: { write: (text) => void writes.push(text) },
  });
  return { log, writes, text: () => writes.join('').replace(/^\d\d:\d\d:\d\d/gm, 'TIME') };
}

const ANSWER = {
  request_id: 'r-1',
  account_id: 1,
  key_id: 'k',
  method: 'GET',
  route: '/v1/usage',
  status: 200,
  ms: 3,
};

test.each([
  ['a terminal', { terminal: TERMINAL }, 'TIME info  http listening port=8080\n'],
  ['no terminal', { terminal: null }, expect.stringMatching(/^\{"level":30,.*"msg":"http.listening"\}\n$/)],
  ['json on a terminal', { terminal: TERMINAL, format: 'json' }, expect.stringMatching(/^\{/)],
  ['readable without one', { terminal: null, format: 'readable' }, 'TIME info  http listening port=8080\n'],
] as const)('the format for %s', (_name, options, expected) => {
  const { log, text } = openLog(options);

  log.info({ port: 8080 }, 'http.listening');

  expect(text()).toEqual(expected);
});

test.each([
  ['an empty field', { at: '' }, 'TIME warn  shop opened at=""'],
  ['a text with spaces', { at: 'far away' }, 'TIME warn  shop opened at="far away"'],
  ['a list', { at: ['a', 'b'] }, 'TIME warn  shop opened at=["a","b"]'],
  ['nothing', { at: null }, 'TIME warn  shop opened at=null'],
  ['a long text', { at: 'x'.repeat(9000) }, `TIME warn  shop opened at=${'x'.repeat(200)}…`],
  ['a secret', { token: 'Rahasia' }, 'TIME warn  shop opened token=[secret]'],
  [
    'a warning of an error: no stack',
    { err: new Error('It is closed.') },
    'TIME warn  shop opened: It is closed.',
  ],
])('%s', (_name, fields, expected) => {
  const { log, text } = openLog();

  log.warn({ ...fields }, 'shop.opened');

  expect(text().replace(' type=Error', '')).toBe(`${expected}\n`);
});

test('another process of the gateway is named', () => {
  const { log, text } = openLog(undefined, 'sessions live');

  log.info({ mode: 'fresh' }, 'session.opened');

  expect(text()).toBe('TIME info  [sessions live] session opened mode=fresh\n');
});

test('an error has its stack and its cause below, in one write', () => {
  const { log, text, writes } = openLog();

  log.error({ err: new Error('No answer.', { cause: new Error('It hangs.') }) }, 'shop.failed');

  const lines = text().trimEnd().split('\n');
  expect(writes).toHaveLength(1);
  expect(lines[0]).toMatch(/^TIME error shop failed: No answer/);
  expect(lines.slice(1).every((line) => /^ {9}(at |caused by: )/.test(line))).toBe(true);
  expect(text()).toContain('caused by: Error: It hangs.');
  expect(lines.length).toBeLessThanOrEqual(21);
});

test('no character of a value controls the terminal', () => {
  const { log, text } = openLog();
  const hostile = 'a\u001b[2Jb\u009b31mc\rd\u202ee\u0007\nf\u2028';
  const err = Object.assign(new Error(hostile), { code: hostile });
  err.stack = `Error: x\n    at ${hostile}\u001b]0;title\u0007`;

  log.error({ err, [hostile]: hostile, deep: { [hostile]: [hostile] } }, `shop.${hostile}`);
  log.info({ ...ANSWER, method: hostile, route: hostile, status: hostile, ms: hostile }, 'http.answered');

  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be absent
  expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(text()).toContain('a\\u001b[2Jb\\u009b31mc');
  expect(
    text()
      .trimEnd()
      .split('\n')
      .every((line) => /^(TIME| {9}at )/.test(line)),
  ).toBe(true);
});

test('a call is one short line; equal answers to a poll share one', () => {
  const { log, text } = openLog();

  for (let n = 0; n < 4; n += 1) log.info({ ...ANSWER, request_id: `r-${n}` }, 'http.answered');
  for (let n = 0; n < 2; n += 1) log.info({ ...ANSWER, method: 'POST' }, 'http.answered');
  for (const migration of ['0001.sql', '0002.sql']) log.info({ migration }, 'database.migrated');
  log.info({ ...ANSWER, route: undefined, status: 404, code: 'not_found' }, 'http.answered');

  expect(text()).toBe(
    [
      'TIME info  GET /v1/usage 200 in 3 ms account_id=1',
      '         (3 more: GET /v1/usage 200)',
      'TIME info  POST /v1/usage 200 in 3 ms account_id=1',
      'TIME info  POST /v1/usage 200 in 3 ms account_id=1',
      'TIME info  database migrated migration=0001.sql',
      '         (1 more: database migrated)',
      'TIME info  GET (no such route) 404 in 3 ms request_id=r-1 account_id=1 key_id=k code=not_found\n',
    ].join('\n'),
  );
});

test('colors change no text, and only a terminal that has colors gets them', () => {
  const write = (options: LogOptions) => {
    const { log, text } = openLog(options);
    log.error({ err: new Error('No.'), port: 1 }, 'shop.failed');
    return text();
  };

  const [colorful, plain] = [write({ terminal: COLORFUL }), write({ terminal: TERMINAL })];

  expect(colorful).toContain('\u001b[31merror\u001b[39m');
  expect(plain).not.toContain('\u001b');
  expect(
    stripVTControlCharacters(colorful)
      .replace(/\d\d:\d\d:\d\d/, 'TIME')
      .split('\n')[0],
  ).toBe(plain.split('\n')[0]);
});
