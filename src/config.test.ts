import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
};

test('one error lists every problem, one line each, with the name of the setting first', () => {
  const problems = problemsOf({ KURIR_PORT: 'http', KURIR_ROLES: 'api,cook', KURIR_SECRET_KEY: 'abc' });

  expect(problems.map((line) => line.split(':')[0])).toEqual([
    'KURIR_PORT',
    'KURIR_ROLES.1',
    'KURIR_SECRET_KEY',
  ]);
});

test.each([
  [
    'an external database without a key',
    { DATABASE_URL: 'postgres://a@b/c' },
    /^KURIR_SECRET_KEY: needed with DATABASE_URL/,
  ],
  [
    'a provider without encryption',
    { KURIR_WHATSAPP_URL: 'ws://a/b' },
    /^KURIR_WHATSAPP_URL: plain ws:\/\/ needs/,
  ],
])('refuses settings that are valid alone: %s', (_name, env, line) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(line)]);
});

test('an empty variable counts as unset, and a given default precedes the general default', () => {
  const config = loadConfig(
    { KURIR_PORT: '', KURIR_SANDBOX: 'off' },
    { KURIR_PORT: '1234', KURIR_SANDBOX: 'on' },
  );

  expect([config.KURIR_PORT, config.KURIR_SANDBOX, config.KURIR_HOST]).toEqual([1234, 'off', '127.0.0.1']);
});
